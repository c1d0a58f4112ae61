## -*- texinfo -*-
## @deftypefn  {} {} mm_bench ()
## @deftypefnx {} {} mm_bench (@var{name}, @var{value}, @dots{})
## @deftypefnx {} {@var{results} =} mm_bench (@dots{})
## Verify methods of matrix multiplication, then time them, interleaved in shuffled rounds.
##
## Without an output argument a table is printed.  Otherwise @var{results} is a structure as in @file{results.json}:
## @code{results} (a struct array, one element a row), @code{roofline} and @code{checks}.
##
## Options:
## @table @asis
## @item @qcode{"methods"} (@qcode{"naive,blocked,einsum,blas,mtimes"})
## Names of Octave methods, as text with commas or as a cell array; @qcode{"cli:blocked"} is the compiled one, called
## from C.  @code{mmcli methods} lists all.
## @item @qcode{"sizes"} ([64, 128])
## Square sizes N.
## @item @qcode{"shapes"}
## Rows of [m, n, k] instead: C is m by n, the inner dimension k.
## @item @qcode{"dtype"} (@qcode{"f32"})
## @qcode{"f32"} or @qcode{"f64"}.
## @item @qcode{"threads"} (1)
## Threads that the BLAS may use.
## @item @qcode{"seed"} (42)
## Seed of the inputs and of the order in rounds: a whole number, or text for up to 128 bits.
## @item @qcode{"reps"} (6), @qcode{"min_time"} (1)
## At least so many repetitions and so many measured seconds, a method and size.
## @item @qcode{"budget"} (0)
## Seconds for the whole run; what does not fit is extrapolated and marked.  0: no bound.
## @item @qcode{"out"} (@qcode{""})
## A folder for @file{results.json} and @file{manifest.json}.  They are also written when Ctrl-C stops the run.
## @end table
## @seealso{bench_lab01, mm_results, mm_plot}
## @end deftypefn

function results = mm_bench (varargin)
  options = struct ("methods", "naive,blocked,einsum,blas,mtimes", "sizes", [64, 128], "shapes", [], "dtype", "f32",
                    "threads", 1, "seed", "42", "reps", 6, "min_time", 1, "budget", 0, "out", "");
  options = __mm_options__ ("mm_bench", options, varargin);
  if (iscellstr (options.methods))
    options.methods = strjoin (options.methods, ",");
  endif
  if (isempty (options.methods))
    error ("gemmlab:unknownMethod", "mm_bench: methods is empty; name at least one, as in \"naive,blas\"");
  endif
  shapes = shapes_of (options);
  [r, status] = __mm_bench__ (options.methods, "shapes", shapes, "dtype", options.dtype, "threads", options.threads,
                              "seed", options.seed, "reps", options.reps, "min_time", options.min_time,
                              "budget", options.budget, "out", options.out, "octave_version", OCTAVE_VERSION,
                              "command", __mm_command__ ("mm_bench", varargin));
  if (status != 0)
    warning ("gemmlab:wrongResult", "%s", mm_failed_text ("mm_bench", r));
  endif
  if (nargout > 0)
    results = r;
  else
    __mm_print_rows__ (r);
  endif
endfunction

## Rows of [m, n, k] in ascending order of operations, without doubles.
function shapes = shapes_of (options)
  shapes = options.shapes;
  if (isempty (shapes))
    shapes = repmat (options.sizes(:), 1, 3);
  endif
  good = isnumeric (shapes) && isreal (shapes) && columns (shapes) == 3 && rows (shapes) > 0 ...
         && all (shapes(:) == fix (shapes(:)) & shapes(:) >= 1 & shapes(:) <= 2147483647);
  if (! good)
    error ("gemmlab:badSize", ["mm_bench: sizes must be whole numbers from 1 to 2147483647, and shapes rows of three " ...
                               "of them, [m, n, k]"]);
  endif
  shapes = unique (double (shapes), "rows");
  [~, order] = sort (prod (shapes, 2));
  shapes = shapes(order,:);
endfunction

%!test # rows, verified; files that read back as what was returned
%! dir = tempname ();
%! r = mm_bench ("methods", {"naive", "mtimes", "cli:blas"}, "sizes", [8, 4], "min_time", 0.01, "out", dir);
%! assert (numel (r.results), 6);
%! assert (all (strcmp ({r.results.status}, "measured")));
%! assert (arrayfun (@(row) row.verified.ok, r.results));
%! assert (sort ([r.results.n]), [4 4 4 8 8 8]);
%! assert (isequaln (mm_results (fullfile (dir, "results.json")), r));
%! assert (mm_results (fullfile (dir, "manifest.json")).versions.octave, OCTAVE_VERSION);
%! confirm_recursive_rmdir (false, "local");
%! rmdir (dir, "s");

%!test # a budget extrapolates by T(N) = 8 T(N/2)
%! r = mm_bench ("methods", "cli:naive", "sizes", [8, 16, 16384], "budget", 10, "min_time", 0.01);
%! from = r.results([r.results.n] == 16);
%! to = r.results([r.results.n] == 16384);
%! assert (to.status, "extrapolated");
%! assert (to.extrapolated_from.n, 16);
%! assert (to.seconds.median, from.seconds.median * 1024 ^ 3, -1e-12);

%!test # double, other shapes, another seed
%! r = mm_bench ("methods", "blas", "shapes", [5 3 7], "dtype", "f64", "seed", 7, "min_time", 0.01);
%! assert ({r.results.dtype, r.results.m, r.results.n, r.results.k}, {"f64", 5, 3, 7});

%!error id=gemmlab:unknownMethod mm_bench ("methods", "magic")
%!error id=gemmlab:unknownMethod mm_bench ("methods", "")
%!error id=gemmlab:unknownOption mm_bench ("method", "blas")
%!error id=gemmlab:missingValue mm_bench ("methods")
%!error id=gemmlab:badSize mm_bench ("sizes", [1.5 2])
%!error id=gemmlab:badSize mm_bench ("sizes", 0)
%!error id=gemmlab:badSize mm_bench ("shapes", [1 2])
%!error id=gemmlab:badSeed mm_bench ("seed", -1)
%!error id=gemmlab:badDtype mm_bench ("dtype", "f16")
%!error id=gemmlab:notPositiveInteger mm_bench ("threads", 0)
%!error id=gemmlab:badThreads mm_bench ("threads", 1025)
%!error id=gemmlab:notPositiveInteger mm_bench ("reps", 1.5)
