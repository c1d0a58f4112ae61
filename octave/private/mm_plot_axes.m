## ax = mm_plot_axes (xlimits, xticks, rates)
## Log-log axes on the left of the current figure, with plain numbers at xticks and at the decades of y.  They
## hold all the rates, with room above them for the labels of mm_plot_bend, and leave the figure's right for
## mm_plot_legend.

function ax = mm_plot_axes (xlimits, xticks, rates)

  bottom = min (rates) / 2.5;
  ylimits = [bottom, max(rates) * (max (rates) / bottom) ^ 0.22];
  decades = 10 .^ (ceil (log10 (ylimits(1))):floor (log10 (ylimits(2))));
  ax = axes ("position", [.095 .105 .595 .815], "xscale", "log", "yscale", "log", "xlim", xlimits, "ylim", ylimits, ...
             "xtick", xticks, "xticklabel", tick_labels (xticks, xlimits), ...
             "ytick", decades, "yticklabel", arrayfun (@plain_number, decades, "uniformoutput", false), ...
             "xminortick", "off", "yminortick", "off", "xgrid", "on", "ygrid", "on", "box", "on", ...
             "ticklength", [.006 .006], "fontsize", 12);
  hold (ax, "on");

endfunction

## Labels of the x ticks; one that would touch its left neighbour's is left blank.
function labels = tick_labels (ticks, limits)

  labels = arrayfun (@plain_number, ticks, "uniformoutput", false);
  last = 0;
  for i = 1:numel (ticks)
    if (last > 0 && log (ticks(i) / last) / log (limits(2) / limits(1)) < 0.07)
      labels{i} = "";
    else
      last = ticks(i);
    endif
  endfor

endfunction

## Never in scientific notation: 0.00001, 0.125, 64.
function text = plain_number (value)

  text = sprintf ("%.12g", value);
  if (value < 1e-4)
    text = sprintf ("%.*f", ceil (-log10 (value)), value);
  endif

endfunction
