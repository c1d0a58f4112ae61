## fig = mm_plot_figure ()
## An invisible figure that gnuplot will draw, on any machine, with no display and without a warning.  The caller
## closes it.

function fig = mm_plot_figure ()

  if (system ([gnuplot_binary() " --version >/dev/null 2>&1"]) != 0)
    error ("gemmlab:noGnuplot", ...
           "%s does not run; plots need it (Debian: apt install gnuplot-nox fonts-freefont-otf)", gnuplot_binary ());
  endif
  ## Octave discourages this toolkit for interactive use; for files without a display it is the one that works.
  warning ("off", "Octave:gnuplot-graphics", "local");
  fig = figure ("visible", "off", "color", "w");
  graphics_toolkit (fig, "gnuplot");

endfunction
