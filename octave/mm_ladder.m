## -*- texinfo -*-
## @deftypefn  {} {} mm_ladder ()
## @deftypefnx {} {} mm_ladder (@var{name}, @var{value}, @dots{})
## @deftypefnx {} {@var{ladder} =} mm_ladder (@dots{})
## The ladder: from a loop in the Octave language to BLAS on all threads, what is each step worth?
##
## Each rung differs from the one below in one thing: compiled loops, no interpreter, memory order, cache blocking,
## SIMD, register tiles, the rest of BLAS's craft, threads.  All are verified and timed, interleaved, on the same
## matrices; the factor of a step is the ratio of two times, with the interval that their 95 % intervals allow, and the
## factors multiply to the whole.
##
## Without an output argument the ladder of each size is printed.  Otherwise @var{ladder} is a struct array, an element a
## size, as under @code{ladders} in @file{ladder.json}: @code{n}, @code{rungs}, @code{steps}, @code{total},
## @code{product}.
##
## Options:
## @table @asis
## @item @qcode{"sizes"} ([256, 1024])
## Square sizes N.  Interpreted loops take hours at 1024: with a budget they are extrapolated by T(N) = 8 T(N/2) from
## N = 64, which is added for that where all sizes are larger.
## @item @qcode{"budget"} (60)
## Seconds for the whole run; what does not fit is extrapolated and marked.  0: no bound.
## @item @qcode{"dtype"} (@qcode{"f32"}), @qcode{"seed"} (42), @qcode{"min_time"} (0.5)
## As in @code{mm_bench}.
## @item @qcode{"out"} (@qcode{""})
## A folder for @file{results.json}, @file{manifest.json}, @file{ladder.json}, @file{ladder.png} and @file{ladder.svg}.
## @item @qcode{"json"} (false)
## Print @file{ladder.json} instead of a table.
## @end table
## @seealso{mm_plot_ladder, mm_bench, bench_lab01}
## @end deftypefn

function ladder = mm_ladder (varargin)
  options = struct ("sizes", [256, 1024], "min_time", 0.5, "budget", 60, "dtype", "f32", "seed", "42", "out", "", "json", false,
                    "command", __mm_command__ ("mm_ladder", varargin));
  options = __mm_options__ ("mm_ladder", options, varargin);
  [r, status, s, text, json] = run_and_read (options);
  if (nargout > 0)
    ladder = s.ladders;
  elseif (options.json)
    printf ("%s", json);
  else
    printf ("%s", text);
  endif
  if (status != 0)
    failed = r.results(strcmp ({r.results.status}, "failed"));
    error ("gemmlab:wrongResult", "mm_ladder: %s:%s failed: %s", failed(1).frontend, failed(1).method,
           failed(1).reason);
  endif
endfunction

## Without a folder to keep, everything goes through one that is removed.
function [r, status, s, text, json] = run_and_read (options)
  dir = options.out;
  if (isempty (dir))
    dir = tempname ();
  endif
  unwind_protect
    [r, status, s, text] = measure (options, dir);
    json = fileread (fullfile (dir, "ladder.json"));
    if (! isempty (options.out) && ! isempty (s.ladders)) # the budget may have left no two rungs
      mm_plot_ladder (dir);
    endif
  unwind_protect_cleanup
    if (isempty (options.out))
      remove (dir);
    endif
  end_unwind_protect
endfunction

## Also where Ctrl-C stops the run, ladder.json is that of the results that were saved.
function [r, status, s, text] = measure (options, dir)
  unwind_protect
    [r, status] = __mm_bench__ ("ladder", "shapes", shapes_of (options), "dtype", options.dtype, "seed", options.seed,
                                "min_time", options.min_time, "budget", options.budget, "out", dir, "octave_version",
                                OCTAVE_VERSION, "gnuplot_version", __mm_gnuplot_version__ (), "command",
                                options.command);
  unwind_protect_cleanup
    if (exist (fullfile (dir, "results.json"), "file"))
      [s, text] = __mm_ladder__ (dir);
    endif
  end_unwind_protect
endfunction

function shapes = shapes_of (options)
  base = 64; # an interpreted product of this size takes about a second
  sizes = options.sizes(:);
  good = isnumeric (sizes) && isreal (sizes) && ! isempty (sizes) ...
         && all (sizes == fix (sizes) & sizes >= 1 & sizes <= 2147483647);
  if (! good)
    error ("gemmlab:badSize", "mm_ladder: sizes must be whole numbers from 1 to 2147483647");
  endif
  if (options.budget > 0 && all (sizes > base))
    sizes(end+1) = base;
  endif
  shapes = repmat (unique (double (sizes)), 1, 3);
endfunction

function remove (dir)
  if (exist (dir, "dir"))
    confirm_recursive_rmdir (false, "local");
    rmdir (dir, "s");
  endif
endfunction

%!test # all rungs at each size, factors that multiply to the whole
%! ladder = mm_ladder ("sizes", [8, 16], "budget", 0, "min_time", 0.01);
%! assert ([ladder.n], [8, 16]);
%! for l = ladder(:)'
%!   names = strcat ({l.rungs.frontend}, ":", {l.rungs.method});
%!   assert (names(1:4), {"octave:script", "octave:naive", "cli:naive", "cli:reordered"});
%!   assert (! any (strcmp ({l.rungs(1:8).status}, "missing")));
%!   assert (l.product, l.total.factor, -1e-12);
%!   assert (prod ([l.steps.factor]), l.product, -1e-12);
%!   assert (l.total.interval(1) <= l.product && l.product <= l.total.interval(2));
%! endfor
%!test # the files of a run
%! dir = tempname ();
%! json = evalc ("mm_ladder (\"sizes\", 8, \"budget\", 0, \"min_time\", 0.01, \"out\", dir, \"json\", true);");
%! unwind_protect
%!   assert (sort (readdir (dir))', {".", "..", "ladder.json", "ladder.png", "ladder.svg", "manifest.json", ...
%!                                   "results.json"});
%!   assert (json, fileread (fullfile (dir, "ladder.json")));
%! unwind_protect_cleanup
%!   confirm_recursive_rmdir (false, "local");
%!   rmdir (dir, "s");
%! end_unwind_protect
%!error id=gemmlab:badSize mm_ladder ("sizes", 1.5)
%!error id=gemmlab:badSize mm_ladder ("sizes", [])
%!error id=gemmlab:badDtype mm_ladder ("dtype", "f16")
%!error id=gemmlab:unknownOption mm_ladder ("size", 8)
