## -*- texinfo -*-
## @deftypefn  {} {} mm_time (@var{call}, @dots{})
## @deftypefnx {} {} mm_time (@var{call}, @dots{}, @var{name}, @var{value}, @dots{})
## @deftypefnx {} {@var{times} =} mm_time (@dots{})
## Time expressions against each other: interleaved, in shuffled rounds.
##
## Each @var{call} is a function handle without arguments, such as @code{@@() A * B}, or a cell array
## @code{@{"cli:blas", A, B@}}: a compiled method (@code{mmcli methods} lists them) called directly from C, without the
## interpreter.  Each is called once before it is timed.  A sample is the mean of as many calls as make it long enough
## for the clock; each round takes one sample of every call, in an order shuffled from the seed.
##
## @var{times} is a struct array, one element a call in the order given, with the fields @code{name}, @code{call},
## @code{reps} (samples taken), @code{calls_per_sample} and @code{seconds}, a structure with @code{median},
## @code{min}, @code{ci95} (of the median, by order statistics; empty with fewer than 6 samples) and @code{samples},
## all in seconds a call.  Without an output argument a table is printed.
##
## Calling a function handle takes some microseconds by itself, which are in the times: put @code{@@() A} beside short
## expressions, and take its time off.
##
## Options:
## @table @asis
## @item @qcode{"names"}
## A cell array of different names; the default is the expressions themselves.
## @item @qcode{"reps"} (9), @qcode{"min_time"} (0.2)
## At least so many samples and so many measured seconds, a call.
## @item @qcode{"budget"} (0)
## Seconds for everything; a call that is not sampled by then has no times but a @code{reason}.  0: no bound.
## @item @qcode{"threads"} (1)
## Threads that the BLAS may use.
## @item @qcode{"seed"} (42)
## Seed of the order in rounds.
## @end table
##
## @example
## A = rand (100, "single");
## mm_time (@@() A * A, @@() mm_blas (A, A), @{"cli:blas", A, A@}, @@() A)
## @end example
## @seealso{mm_bench, bench_overhead}
## @end deftypefn

function times = mm_time (varargin)
  first_option = find ([cellfun(@ischar, varargin), true], 1);
  calls = varargin(1:first_option-1);
  options = struct ("names", {{}}, "reps", 9, "min_time", 0.2, "budget", 0, "threads", 1, "seed", "42");
  options = __mm_options__ ("mm_time", options, varargin(first_option:end));
  texts = cellfun (@call_text, calls, "UniformOutput", false);
  names = options.names;
  if (isempty (names))
    names = distinct (texts);
  endif
  check_names (names, numel (calls));
  r = __mm_time__ (calls, "names", names, "texts", texts, "reps", options.reps, "min_time", options.min_time, ...
                   "budget", options.budget, "threads", options.threads, "seed", options.seed);
  [~, at] = ismember (cut (names), {r.items.name});
  t = rmfield (r.items(at)(:), {"size", "flop", "bytes", "intensity", "side", "gflops"});
  if (nargout > 0)
    times = t;
  else
    print_table (t);
  endif
endfunction

## "A * A" of @() A * A, "cli:blas (100x100, 100x100)" of {"cli:blas", A, B}.
function text = call_text (call)
  text = sprintf ("a %s", class (call)); # refused later
  if (is_function_handle (call))
    text = regexprep (func2str (call), '^@\(\)\s*', "");
  elseif (iscell (call) && numel (call) == 3 && ischar (call{1}))
    text = sprintf ("%s (%dx%d, %dx%d)", call{1}, size (call{2}), size (call{3}));
  endif
endfunction

## What is kept of a name.
function names = cut (names)
  names = cellfun (@(name) name(1:min (end, 47)), names, "UniformOutput", false);
endfunction

## The same expression may be timed with other variables in it.
function names = distinct (texts)
  names = cellfun (@(text) text(1:min (end, 40)), texts, "UniformOutput", false);
  for i = 1:numel (names)
    before = sum (strcmp (cut (texts(1:i-1)), cut (texts(i))));
    if (before > 0)
      names{i} = sprintf ("%s (%d)", names{i}, before + 1);
    endif
  endfor
endfunction

function check_names (names, count)
  if (! iscellstr (names) || numel (names) != count || numel (unique (cut (names))) != count)
    error ("gemmlab:badNames", "mm_time: names must be a cell array of %d texts that differ in their first 47 bytes", ...
           count);
  endif
endfunction

function print_table (times)
  width = max (cellfun (@numel, {times.name}));
  printf ("%-*s %12s %25s %8s %12s\n", width, "call", "median us", "95 % interval us", "samples", "calls each");
  for t = times'
    [median, interval] = deal ("", t.reason);
    if (! isempty (t.seconds))
      median = sprintf ("%.4g", 1e6 * t.seconds.median);
      interval = "";
      if (! isempty (t.seconds.ci95))
        interval = sprintf ("%.4g .. %.4g", 1e6 * t.seconds.ci95);
      endif
    endif
    printf ("%-*s %12s %25s %8d %12d\n", width, t.name, median, interval, t.reps, t.calls_per_sample);
  endfor
endfunction

%!function pause_ms (ms)
%!  start = tic ();
%!  while (toc (start) < ms / 1e3)
%!  endwhile
%!endfunction
%!test # in the order given, by names; a longer call takes longer
%! t = mm_time (@() pause_ms (4), @() pause_ms (1), "names", {"long", "brief"}, "reps", 6, "min_time", 0.01);
%! assert ({t.name}, {"long", "brief"});
%! assert ({t.call}, {"pause_ms (4)", "pause_ms (1)"});
%! assert (t(1).seconds.median / t(2).seconds.median > 2);
%! for one = t'
%!   assert (one.reps >= 6 && numel (one.seconds.samples) == one.reps);
%!   assert (one.seconds.median, median (one.seconds.samples), -1e-12);
%!   assert (one.seconds.min, min (one.seconds.samples));
%!   assert (all (ismember (one.seconds.ci95, one.seconds.samples)));
%!   assert (one.reps * one.calls_per_sample * mean (one.seconds.samples) >= 0.01 * 0.999);
%! endfor

%!test # a compiled method called from C, and the same expression twice
%! A = ones (4, "single");
%! t = mm_time (@() A * A, {"cli:blas", A, A}, @() A * A, "min_time", 0.001);
%! assert ({t.name}, {"A * A", "cli:blas (4x4, 4x4)", "A * A (2)"});
%! assert (all (arrayfun (@(one) one.seconds.median > 0, t)));

%!function count_up (step)
%!  global mm_count
%!  mm_count += step;
%!endfunction
%!test # each expression is called at least once more than it is sampled, and sees its variables
%! global mm_count
%! mm_count = 0;
%! step = 2;
%! t = mm_time (@() count_up (step), "reps", 3, "min_time", 0);
%! assert (mm_count >= step * (1 + 3));
%! assert (isempty (t.seconds.ci95)); # three samples give no 95 %
%! clear -global mm_count

%!test # what the budget leaves out has a reason
%! t = mm_time (@() pause_ms (30), @() pause_ms (30), "budget", 0.05, "min_time", 10);
%! assert (numel (t), 2);
%! assert (all (cellfun (@isempty, {t.seconds}) == strcmp ({t.reason}, "does not fit the budget")));

%!test # the table
%! page = evalc ("mm_time (@() 1 + 1, \"min_time\", 0.001)");
%! assert (! isempty (regexp (page, '1 \+ 1 +[0-9.]+ +[0-9.]+ \.\. [0-9.]+ +[0-9]+ +[0-9]+')));

%!error <nonconformant> mm_time (@() ones (2) * ones (3))
%!error id=gemmlab:badCall mm_time ()
%!error <got no call> mm_time ()
%!error id=gemmlab:badCall mm_time (1)
%!error id=gemmlab:badCall mm_time ({"cli:blas", 1})
%!error id=gemmlab:unknownMethod mm_time ({"cli:magic", 1, 1})
%!error id=gemmlab:unknownMethod mm_time ({"octave:naive", 1, 1})
%!error id=gemmlab:nonConformable mm_time ({"cli:blas", ones(2, 3), ones(2, 3)})
%!error id=gemmlab:mixedClass mm_time ({"cli:blas", 1, single(1)})
%!error id=gemmlab:badNames mm_time (@() 1, @() 2, "names", {"a", "a"})
%!error id=gemmlab:badNames mm_time (@() 1, "names", {"a", "b"})
%!error id=gemmlab:notPositiveInteger mm_time (@() 1, "reps", 0)
%!error <threads must be a whole number in 1 .. 1024; got 5000> mm_time (@() 1, "threads", 5000)
%!error id=gemmlab:unknownOption mm_time (@() 1, "min time", 0)
%!error id=gemmlab:badSeed mm_time (@() 1, "seed", -1)
