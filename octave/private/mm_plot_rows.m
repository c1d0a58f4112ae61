## rows = mm_plot_rows (results, dtype)
## The rows that a plot shows: square products in one thread with a rate.  A struct array, possibly empty, with
## the fields frontend, method, provider, kernel ("" where no BLAS served it), n, status, gflops.

function rows = mm_plot_rows (results, dtype)

  rows = struct ("frontend", {}, "method", {}, "provider", {}, "kernel", {}, "n", {}, "status", {}, "gflops", {});
  for i = 1:numel (results.results)
    row = mm_plot_item (results.results, i);
    if (row.m != row.n || row.k != row.n || row.threads != 1 || isempty (row.gflops) ...
        || ! strcmp (row.dtype, dtype))
      continue;
    endif
    rows(end+1) = struct ("frontend", row.frontend, "method", row.method, "provider", text_of (row, "provider"), ...
                          "kernel", text_of (row, "kernel"), "n", row.n, "status", row.status, "gflops", row.gflops);
  endfor

endfunction

## Null, read as [], is "".
function text = text_of (row, name)

  text = "";
  if (isfield (row, name) && ! isempty (row.(name)))
    text = row.(name);
  endif

endfunction
