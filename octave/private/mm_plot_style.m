## style = mm_plot_style (frontend, method)
## Line properties of a curve: the colour and the marker tell the method, the line and its weight the front end.
## Colours: M. Okabe and K. Ito, "Color Universal Design", 2008, told apart with every kind of colour vision.

function style = mm_plot_style (frontend, method)

  ## Of the markers, gnuplot draws "<" as "v", ">" as "^" and "h" as "*".
  methods = {
    "script",      [128  84  40], "+"   # brown, and no more than a cross: not one of the eight
    "naive",       [213  94   0], "o"   # vermilion
    "reordered",   [230 159   0], "v"   # orange
    "blocked",     [  0 158 115], "s"   # bluish green
    "vectorised",  [ 86 180 233], "d"   # sky blue
    "tiled",       [192 182  53], "."   # yellow, darkened
    "packed",      [117  25  75], "^"   # wine: darker than any of the eight but black
    "einsum",      [204 121 167], "*"   # reddish purple
    "blas",        [  0 114 178], "p"   # blue
    "mtimes",      [  0   0   0], "x"   # black
  };
  others = "+*ovsd^p"; # of methods that have no line above, in a grey that no line has
  colour = [128 128 128];
  marker = others(1 + mod (sum (double (method)), numel (others)));
  known = find (strcmp (methods(:,1), method));
  if (! isempty (known))
    [colour, marker] = methods{known,2:3};
  endif
  style = {"color", colour / 255, "marker", marker, "markerfacecolor", colour / 255};
  if (strcmp (frontend, "octave"))
    style = [style, {"linestyle", "-", "linewidth", 1.5, "markersize", 5}];
  else
    style = [style, {"linestyle", "--", "linewidth", 1.5, "markersize", 7.5}];
  endif

endfunction
