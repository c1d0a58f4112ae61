## -*- texinfo -*-
## @deftypefn  {} {} bench_blocking ()
## @deftypefnx {} {} bench_blocking (@var{name}, @var{value}, @dots{})
## @deftypefnx {} {@var{results} =} bench_blocking (@dots{})
## Does blocking help?  Block sizes 16 to 256, compiled and interpreted, beside the same loops without blocks.
##
## The compiled loops are timed at N = @qcode{"n"} (512) and beside cli:reordered, the interpreted ones at
## N = @qcode{"interpreted_n"} and beside octave:naive; in single precision and one thread.  The default of
## @qcode{"interpreted_n"} is the largest of 64, 96 and 128 that fits @qcode{"budget"} (60), seconds: a call at N = 64
## takes about a second, and where the budget is tight there are fewer of them.  A block size of N or more is one block,
## the loop without blocks, and is not interpreted.  @qcode{"seed"} (42) gives other inputs.
## @qcode{"lang"} is the language of the text: @qcode{"en"}, @qcode{"es"} or @qcode{"ko"}.
##
## Writes @file{README.md}, @file{results.json}, @file{manifest.json}, @file{perf.png} and @file{perf.svg} into the
## folder @qcode{"out"} (@file{04-blocking}).
## @seealso{mm_blocked, mm_bench, mm_plot_blocking, bench_overhead, bench_embedding}
## @end deftypefn

function results = bench_blocking (varargin)
  options = struct ("out", "04-blocking", "n", 512, "interpreted_n", [], "budget", 60, "seed", "42", ...
                    "lang", "en", "command", __mm_command__ ("bench_blocking", varargin));
  options = __mm_options__ ("bench_blocking", options, varargin);
  __mm_language__ ("bench_blocking", options.lang);
  mm_check_sizes ("bench_blocking", "n", options.n);
  blocked = {"blocked_16", "blocked_32", "blocked", "blocked_128", "blocked_256"};
  blocks = [16, 32, 64, 128, 256];
  compiled = [{"cli:reordered"}, strcat("cli:", blocked)];
  small = options.interpreted_n;
  if (isempty (small))
    small = size_that_fits (options.budget, blocks);
  endif
  mm_check_sizes ("bench_blocking", "interpreted_n", small);
  if (! isscalar (options.n) || ! isscalar (small) || small >= options.n)
    error ("gemmlab:badSize", "bench_blocking: n must be one number above interpreted_n, which is one of %d; got %s", ...
           small(1), mat2str (options.n));
  elseif (small <= blocks(1))
    error ("gemmlab:badSize", "bench_blocking: interpreted_n must be above %d, the smallest block; got %d", blocks(1), small);
  endif
  interpreted = [{"octave:naive"}, strcat("octave:", blocked(blocks < small))];
  [r, status] = __mm_bench__ (strjoin ([interpreted, compiled], ","), "interpreted", "apart", ...
                              "shapes", [small; options.n] * [1 1 1], "min_time", 0.5, "reps", 6, ...
                              "budget", options.budget, "seed", options.seed, "out", options.out, ...
                              "octave_version", OCTAVE_VERSION, "gnuplot_version", __mm_gnuplot_version__ (), ...
                              "command", options.command);
  mm_publish (options.out, "blocking", options.lang, {@mm_plot_blocking});
  if (status != 0)
    error ("gemmlab:wrongResult", "%s", mm_failed_text ("bench_blocking", r));
  endif
  if (nargout > 0)
    results = r;
  else
    printf ("%s\n", fullfile (options.out, "README.md"));
  endif
endfunction

## The largest N whose calls fit the budget: seven of each method and one at N = 64, where all must agree.
function n = size_that_fits (budget_s, blocks)
  sizes = [64, 96, 128];
  A = ones (12, "single");
  mm_naive (A, A); # the first call loads it
  for i = 1:5
    start = tic ();
    mm_naive (A, A);
    call_s(i) = toc (start);
  endfor
  madd_s = min (call_s) / 12 ^ 3;
  methods = 1 + sum (blocks(:) < sizes);
  cost_s = methods .* madd_s .* (64 ^ 3 + 7 * sizes .^ 3);
  left_s = 0.8 * budget_s - 4; # for the compiled loops and the roofline
  n = sizes(max ([1, find(budget_s <= 0 | cost_s <= left_s, 1, "last")]));
endfunction

%!test # a short real run: interpreted rows at the smaller size, compiled ones at the larger; files
%! dir = tempname ();
%! r = bench_blocking ("out", dir, "n", 48, "interpreted_n", 20, "budget", 0);
%! interpreted = strcmp ({r.results.frontend}, "octave");
%! assert (sort ({r.results(interpreted).method}), ...
%!         {"blocked_16", "naive"}); # blocks of 32 are the whole matrix
%! assert (unique ([r.results(interpreted).n]), 20);
%! assert (unique ([r.results(! interpreted).n]), 48);
%! assert (sum (! interpreted), 6);
%! assert (all (strcmp ({r.results.status}, "measured")));
%! assert (sort (readdir (dir))', {".", "..", "README.md", "manifest.json", "perf.png", "perf.svg", "results.json"});
%! confirm_recursive_rmdir (false, "local");
%! rmdir (dir, "s");
%!error id=gemmlab:badSize bench_blocking ("n", 16, "interpreted_n", 16)
%!error <above 16, the smallest block; got 16> bench_blocking ("interpreted_n", 16)
%!error id=gemmlab:badSize bench_blocking ("n", [1 2])
%!error id=gemmlab:badSize bench_blocking ("n", "a")
