## levels = mm_plot_levels (dir)
## The bandwidth of each level of memory from dir/roofline.json, where there is one: a struct array, possibly empty,
## with the fields name ("L2", "memory") and gbytes_per_s, the best stream's.

function levels = mm_plot_levels (dir)

  levels = struct ("name", {}, "gbytes_per_s", {});
  file = fullfile (dir, "roofline.json");
  if (! exist (file, "file"))
    return;
  endif
  data = mm_results (file);
  if (! isfield (data, "levels"))
    return;
  endif
  for i = 1:numel (data.levels)
    level = mm_plot_item (data.levels, i);
    rate = level.gbytes_per_s;
    if (isstruct (rate))
      rate = max ([struct2cell(rate){:}]);
    endif
    if (! isempty (level.label) && ! isempty (rate))
      levels(end+1) = struct ("name", level.label, "gbytes_per_s", rate);
    endif
  endfor

endfunction
