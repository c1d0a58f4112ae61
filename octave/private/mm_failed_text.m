## text = mm_failed_text (who, results)
## One line about the first failed row, for the error or warning of the function `who`.

function text = mm_failed_text (who, results)

  failed = results.results(strcmp ({results.results.status}, "failed"))(1);
  text = sprintf ("%s: %s:%s failed: %s", who, failed.frontend, failed.method, failed.reason);

endfunction
