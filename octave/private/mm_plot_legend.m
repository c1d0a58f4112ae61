## mm_plot_legend (fig, entries)
## A legend as a table on the right of the figure.  An entry has the fields text, value (right-aligned, may be
## "") and line (its line properties, or [] for a heading or a remark, which is a heading where value is not "").
##
## Octave's own legend can neither group its entries nor stay clear of the axes with gnuplot.

function mm_plot_legend (fig, entries)

  rows = max (numel (entries) + 1, 24);
  ax = axes ("parent", fig, "position", [.705 .105 .285 .81], "visible", "off", "xlim", [0 1], "ylim", [0 rows]);
  y = rows + .6;
  for entry = entries
    y -= 1;
    is_heading = isempty (entry.line) && ! isempty (entry.value);
    weight = "normal";
    if (is_heading)
      weight = "bold";
      y -= .5;
    endif
    left = 0;
    if (! isempty (entry.line))
      line (ax, [0 .14], [y y], entry.line{:}, "marker", "none");
      line (ax, .07, y, entry.line{:}, "linestyle", "none");
      left = .18;
    endif
    font = {"fontsize", 10.5, "fontweight", weight, "interpreter", "none"};
    text (ax, left, y, entry.text, font{:});
    text (ax, 1, y, entry.value, font{:}, "horizontalalignment", "right");
  endfor

endfunction
