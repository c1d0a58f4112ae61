## mm_publish (dir, experiment, lang, plots)
## Draws an experiment's pictures, plot (dir) for each of the plots, and writes its text, which shows those that are there:
## also where one could not be drawn, whose error is then raised.

function mm_publish (dir, experiment, lang, plots)

  unwind_protect
    cellfun (@(plot) plot (dir), plots, "uniformoutput", false);
  unwind_protect_cleanup
    mm_report (dir, experiment, "lang", lang);
  end_unwind_protect

endfunction
