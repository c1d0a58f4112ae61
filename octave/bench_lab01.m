## -*- texinfo -*-
## @deftypefn  {} {} bench_lab01 ()
## @deftypefnx {} {} bench_lab01 (@var{name}, @var{value}, @dots{})
## @deftypefnx {} {@var{results} =} bench_lab01 (@dots{})
## The lab: naive, blocked, einsum and BLAS products in fp32, N = 64 to 1024, single-threaded, from Octave and from C.
##
## Verifies and times every method marked in @code{mmcli methods}, measures the roofline, and writes under the folder
## @qcode{"out"} (@file{lab})
## @table @file
## @item 01-roofline
## peak multiply-add rates, bandwidth of each level of the memory, and the methods under that roof
## @item 03-matmul-perf
## the methods against the size, and the answers: how much faster is BLAS, and why
## @item 04-blocking, 05-embedding, 06-overhead
## block sizes; an embedding on the roofline; what a call costs: see @code{bench_blocking}, @code{bench_embedding} and
## @code{bench_overhead}.  They take two fifths of the budget, and are left out where it is below 120 seconds.
## @end table
## each with @file{README.md}, @file{results.json} (or @file{timings.json}), @file{manifest.json}, @file{perf.png} and
## @file{perf.svg}; in the first also @file{roofline.json}, and in the second @file{ladder.json}, @file{ladder.png} and
## @file{ladder.svg}: what the speed-up is made of.
##
## The interpreted loops take hours at N = 1024: what does not fit into @qcode{"budget"} (120 seconds; 0: no bound) is
## extrapolated by T(N) = 8 T(N/2) and marked.  @qcode{"seed"} (42) gives other inputs.
## @qcode{"lang"} is the language of the texts: @qcode{"en"}, @qcode{"es"} or @qcode{"ko"}.
##
## @code{mmcli lab} runs this function with the threads of every BLAS set to 1 in the environment, and gives its own
## command line as @qcode{"command"}, the text that the manifest records.
## @seealso{mm_bench, mm_ladder, mm_plot, mm_report, mm_results}
## @end deftypefn

function results = bench_lab01 (varargin)
  options = struct ("out", "lab", "budget", 120, "seed", "42", "lang", "en",
                    "command", __mm_command__ ("bench_lab01", varargin));
  options = __mm_options__ ("bench_lab01", options, varargin);
  __mm_language__ ("bench_lab01", options.lang); # before minutes of measuring
  perf = fullfile (options.out, "03-matmul-perf");
  roofline = fullfile (options.out, "01-roofline");
  sizes = [64; 128; 256; 512; 1024];
  shares = small_shares (options.budget);
  budget = measure_roofline (roofline, options) - sum (shares);
  [r, status] = __mm_bench__ ("", "shapes", repmat (sizes, 1, 3), "min_time", 1, "seed", options.seed,
                              "budget", budget, "out", perf, "roofline_out", roofline,
                              "octave_version", OCTAVE_VERSION,
                              "gnuplot_version", __mm_gnuplot_version__ (),
                              "command", options.command);
  if (! any (strcmp ({r.results.status}, "measured")))
    error ("gemmlab:budgetTooSmall", "bench_lab01: no time was left to measure anything in %g s: give a larger budget",
           options.budget);
  endif
  s = __mm_ladder__ (perf);
  plots = {@mm_plot};
  if (! isempty (s.ladders)) # the budget may have left no two rungs
    plots{end+1} = @mm_plot_ladder;
  endif
  unwind_protect
    mm_publish (roofline, "roofline", options.lang, {@mm_plot_roofline});
  unwind_protect_cleanup
    mm_publish (perf, "lab", options.lang, plots);
  end_unwind_protect
  small_experiments (options, shares);
  if (status != 0)
    error ("gemmlab:wrongResult", "%s", mm_failed_text ("bench_lab01", r));
  endif
  if (nargout > 0)
    results = r;
  else
    __mm_print_rows__ (r);
    printf ("\nread: %s\n", strjoin (glob (fullfile (options.out, "0*", "README.md"))', "\n      "));
  endif
endfunction

## Takes its share of the budget, and no more than 10 s; returns what is left for the methods.
function left = measure_roofline (dir, options)
  seconds = 10;
  if (options.budget > 0)
    seconds = min (seconds, options.budget / 12);
  endif
  start = tic ();
  __mm_roofline__ ("seconds", seconds, "out", dir, "seed", options.seed, "octave_version", OCTAVE_VERSION,
                   "command", options.command);
  left = options.budget;
  if (left > 0)
    left = max (options.budget - toc (start), options.budget / 2);
  endif
endfunction

## Seconds for each of the small experiments; none where the budget is small.
function shares = small_shares (budget)
  shares = [];
  if (budget >= 120)
    shares = min (1, budget / 150) * [35, 8, 17];
  endif
endfunction

function small_experiments (options, shares)
  if (options.budget > 0 && isempty (shares))
    fprintf (stderr, "bench_lab01: 04-blocking, 05-embedding and 06-overhead are left out: the budget is below 120 s\n");
    return;
  endif
  if (options.budget == 0)
    shares = [60, 10, 20]; # they have no more to tell in more time
  endif
  given = {"seed", options.seed, "lang", options.lang, "command", options.command};
  functions = {@bench_blocking, @bench_embedding, @bench_overhead};
  folders = {"04-blocking", "05-embedding", "06-overhead"};
  for i = 1:3
    try
      unused = functions{i} ("out", fullfile (options.out, folders{i}), "budget", shares(i), given{:});
    catch err # the lab itself is done and saved
      warning (err.identifier, "bench_lab01: %s: %s", folders{i}, err.message);
    end_try_catch
  endfor
endfunction
