## version = __mm_gnuplot_version__ ()
## "5.4.4" of "gnuplot 5.4 patchlevel 4", for the manifest; "" where there is none, and the plots will say so.

function version = __mm_gnuplot_version__ ()
  [status, text] = system (["\"" gnuplot_binary() "\" --version 2>/dev/null"]);
  version = "";
  if (status == 0)
    version = strrep (regexprep (strtrim (text), '^gnuplot\s+', ""), " patchlevel ", ".");
  endif
endfunction

%!assert (isempty (regexp (__mm_gnuplot_version__ (), '[^0-9a-z.]', "once")))
