## version = mm_gnuplot_version ()
## "5.4.4" of "gnuplot 5.4 patchlevel 4"; "" where there is none, and the plots will say so.

function version = mm_gnuplot_version ()

  [status, text] = system (["\"" gnuplot_binary() "\" --version 2>/dev/null"]);
  version = "";
  if (status == 0)
    version = strrep (regexprep (strtrim (text), '^gnuplot\s+', ""), " patchlevel ", ".");
  endif

endfunction
