## text = mm_plot_number (value)
## Three significant digits as a plain number: "0.000512", "1.2", "155", "1234".

function text = mm_plot_number (value)

  text = "";
  if (! isempty (value) && value > 0)
    text = sprintf ("%.*f", max (0, 2 - floor (log10 (value))), value);
  endif

endfunction
