## item = mm_plot_item (array, i)
## The i-th object of a JSON array: a cell where the objects' keys differ, a struct array where they do not.

function item = mm_plot_item (array, i)

  if (iscell (array))
    item = array{i};
  else
    item = array(i);
  endif

endfunction
