## mm_plot_title (fig, text)
## A title over the whole width of the figure, in letters small enough for it to fit.

function mm_plot_title (fig, text_)

  ax = axes ("parent", fig, "position", [0 0 1 1], "visible", "off", "xlim", [0 1], "ylim", [0 1]);
  size = min (14, 14 * 95 / numel (text_)); # some 95 bold letters of 14 points fill the width
  text (ax, .5, .96, text_, "fontsize", size, "fontweight", "bold", "horizontalalignment", "center", ...
        "interpreter", "none");

endfunction
