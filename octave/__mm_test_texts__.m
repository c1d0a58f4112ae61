## __mm_test_texts__ (texts, expected)
## For tests of the plots: every expected text is one of the texts.

function __mm_test_texts__ (texts, expected)

  missing = ! cellfun (@(text) any (strcmp (texts, text)), expected);
  assert (strjoin (expected(missing), "; "), "");

endfunction
