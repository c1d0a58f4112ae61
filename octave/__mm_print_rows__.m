## -*- texinfo -*-
## @deftypefn {} {} __mm_print_rows__ (@var{results})
## Print the rows of a results structure as a table, and the checks that found something.  For internal use.
## @end deftypefn

function __mm_print_rows__ (results)
  printf ("%-19s %-5s %-16s %3s  %-12s %12s %10s\n", "method", "dtype", "shape", "T", "status", "median s", "GFLOPS");
  for row = results.results(:)'
    shape = sprintf ("%dx%dx%d", row.m, row.n, row.k);
    median = gflops = NaN;
    if (! isempty (row.seconds))
      median = row.seconds.median;
      gflops = row.gflops;
    endif
    printf ("%-19s %-5s %-16s %3d  %-12s %12.4g %10.4g\n", [row.frontend ":" row.method], row.dtype, shape, ...
            row.threads, row.status, median, gflops);
  endfor
  if (! isempty (results.roofline))
    roof = results.roofline;
    printf ("\nroofline, one thread: peak %.4g GFLOPS %s (%s), memory %.4g GB/s (triad)\n", roof.peak_gflops, ...
            roof.dtype, mm_isa_label (roof.isa), roof.triad_gbytes_per_s);
  endif
  for check = results.checks(:)'
    if (! check.ok)
      printf ("\ncheck %s: %s\n  fix: %s\n", check.id, check.message, check.fix);
    endif
  endfor
endfunction

%!test
%! r = mm_bench ("methods", "mtimes", "sizes", 4, "min_time", 0.01);
%! page = evalc ("__mm_print_rows__ (r)");
%! assert (! isempty (strfind (page, "octave:mtimes")));
%! assert (! isempty (strfind (page, "4x4x4")));
