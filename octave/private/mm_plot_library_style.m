## style = mm_plot_library_style (name, names)
## Line properties of the curve of a BLAS library, named "openblas Haswell" or "openblas 0.3.21 Haswell", among all names
## of the plot.  The colour and the marker tell the library; a second kernel or version of it has another line.
## Colours: M. Okabe and K. Ito, "Color Universal Design", 2008.

function style = mm_plot_library_style (name, names)

  libraries = {
    "openblas",  [  0 114 178], "p"   # blue
    "blis",      [204 121 167], "^"   # reddish purple
    "atlas",     [230 159   0], "v"   # orange
    "netlib",    [  0   0   0], "<"   # black
    "mkl",       [  0 158 115], "s"   # bluish green
    "onednn",    [ 86 180 233], "d"   # sky blue
    "flexiblas", [192 182  53], ">"   # yellow, darkened
  };
  lines = {"-", "--", ":", "-."};
  [colour, marker] = deal ([110 110 110], "x"); # any other: grey
  library = strtok (name);
  known = find (strcmp (libraries(:,1), library));
  if (! isempty (known))
    [colour, marker] = libraries{known,2:3};
  endif
  same = names(strcmp (cellfun (@strtok, names, "uniformoutput", false), library));
  line = lines{1 + mod(find (strcmp (same, name), 1) - 1, numel (lines))};
  style = {"color", colour / 255, "marker", marker, "markerfacecolor", colour / 255, "linestyle", line, ...
           "linewidth", 1.5, "markersize", 7.5};

endfunction
