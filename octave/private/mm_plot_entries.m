## entries = mm_plot_entries (frontends, methods, gflops, heading)
## entries = mm_plot_entries (frontends, methods, gflops, heading, styles)
## Legend entries (mm_plot_legend) of methods, a group with a heading for each front end, the fastest first.
## The first three arguments are cell arrays of the same size; a rate may be [].  styles are line properties, where
## mm_plot_style does not give them.

function entries = mm_plot_entries (frontends, methods, gflops, heading, styles = cellfun (@mm_plot_style, frontends, methods, "uniformoutput", false))

  names = struct ("octave", "Called from Octave", "cli", "Called from C (mmcli)", "library", "BLAS libraries");
  gflops(cellfun (@isempty, gflops)) = 0;
  [gflops, order] = sort ([gflops{:}], "descend");
  [frontends, methods, styles] = deal (frontends(order), methods(order), styles(order));
  entries = struct ("text", {}, "value", {}, "line", {});
  for frontend = unique (frontends)
    name = frontend{1};
    if (isfield (names, name))
      name = names.(name);
    endif
    entries(end+1) = struct ("text", name, "value", heading, "line", []);
    for i = find (strcmp (frontends, frontend{1}))
      entries(end+1) = struct ("text", methods{i}, "value", mm_plot_number (gflops(i)), ...
                               "line", {styles{i}});
    endfor
  endfor

endfunction
