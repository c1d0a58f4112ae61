## times = mm_small_run (experiment, items, options)
## Time the items (mm_small_item) of an experiment and write options.out/timings.json and manifest.json.  The roofline
## is measured first.  options: out, budget (seconds; 0: no bound), seed, command.

function times = mm_small_run (experiment, items, options)

  [min_time, roofline] = deal (0.2, 1);
  if (options.budget > 0)
    roofline = min (roofline, 0.05 * options.budget);
    min_time = min (min_time, 0.75 * options.budget / numel (items)); # the rest is for warming up
  endif
  runs = cellfun (@(run) run{1}, {items.run}, "UniformOutput", false);
  times = __mm_time__ (runs, "names", {items.name}, "texts", {items.call}, "sizes", [items.size], ...
                       "flop", [items.flop], "bytes", [items.bytes], "reps", 9, "min_time", min_time, ...
                       "budget", options.budget, "roofline", roofline, "seed", options.seed, ...
                       "experiment", experiment, "out", options.out, "octave_version", OCTAVE_VERSION, ...
                       "gnuplot_version", __mm_gnuplot_version__ (), "command", options.command);

endfunction
