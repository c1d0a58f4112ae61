## mm_plot_bend (ax, roof, x, label)
## Mark the bend of the roof, which is at x on the axis: a ring, and above it a line up to the label.  The peak's
## value stands just above its line, on the side that has more room.

function mm_plot_bend (ax, roof, x, label)

  limits = xlim (ax);
  up = @(share) roof.peak_gflops * (ylim (ax)(2) / roof.peak_gflops) ^ share; # of the room above the peak
  grey = [.35 .35 .35];
  font = {"color", grey, "fontsize", 11, "interpreter", "none"};
  [edge, side] = deal (limits(2), "right");
  if (x > sqrt (prod (limits)))
    [edge, side] = deal (limits(1), "left");
  endif
  text (ax, edge, up (.22), sprintf (" measured peak %s GFLOPS (%s) ", mm_plot_number (roof.peak_gflops), roof.isa), ...
        font{:}, "horizontalalignment", side);
  if (x < limits(1))
    label = ["← " label];
  elseif (x > limits(2))
    label = [label " →"];
  else
    line (ax, [x x], [up(.1), up(.52)], "color", grey, "linewidth", 1);
    line (ax, x, roof.peak_gflops, "color", grey, "marker", "o", "markersize", 7, "linewidth", 2, ...
          "markerfacecolor", "w");
  endif
  text (ax, limits(1), up (.65), [" " label], font{:});

endfunction
