## -*- texinfo -*-
## @deftypefn {} {@var{files} =} mm_plot_blocking (@var{dir})
## Plot a sweep of block sizes: how many times as fast as the same loops without blocks.
##
## Read @file{results.json} and @file{manifest.json} in the folder @var{dir}, as @code{bench_blocking} writes them, and
## write @file{perf.png} and @file{perf.svg} beside them, without a display.  The return value is a cell array with the
## two file names.
##
## On the left the compiled loops, relative to cli:reordered; on the right the interpreted ones, relative to
## octave:naive, on the same scale, at block sizes below the size of the matrices: from there on there is one block, the
## loop without blocks.  The bars are what the 95 % intervals of the two times allow.  Dotted lines mark
## block sizes of which three blocks fill a cache, and the size of the matrices.
## @seealso{bench_blocking, mm_plot}
## @end deftypefn

function files = mm_plot_blocking (dir)

  if (nargin != 1)
    print_usage ();
  endif
  [results, manifest] = mm_plot_read (dir);
  compiled = collect (results, "cli", "reordered");
  interpreted = collect (results, "octave", "naive");
  if (isempty (compiled.block) && isempty (interpreted.block))
    error ("gemmlab:nothingToPlot", "results.json in %s has no timed blocked rows beside cli:reordered or octave:naive", ...
           dir);
  endif
  limits = common_limits ([compiled.low, compiled.high, interpreted.low, interpreted.high]);
  marks = cache_marks (manifest, compiled);
  heading = sprintf ("Does blocking help? %s, %s, single-threaded", mm_plot_cpu (manifest), mm_plot_roof (results).precision);
  files = mm_plot_draw (dir, "perf", heading, @(fig) draw (fig, compiled, interpreted, limits, marks));

endfunction

function draw (fig, compiled, interpreted, limits, marks)

  draw_panel (fig, [.07 .13 .42 .69], compiled, "Compiled", limits, marks);
  draw_panel (fig, [.56 .13 .42 .69], interpreted, "Interpreted by Octave", limits, struct ("block", {}, "text", {}));

endfunction

## The rows of a front end with blocks smaller than the matrices, at the largest size at which the row without blocks was measured: block, ratio and
## its range [low, high], ascending in block.
function sweep = collect (results, frontend, base_method)

  sweep = struct ("base", [frontend ":" base_method], "n", 0, "bytes", 4, "block", [], "ratio", [], "low", [], "high", []);
  rows = results.results(:)';
  rows = rows(strcmp ({rows.frontend}, frontend) & strcmp ({rows.status}, "measured"));
  bases = rows(strcmp ({rows.method}, base_method));
  if (isempty (bases))
    return;
  endif
  [sweep.n, at] = max ([bases.n]);
  base = bases(at);
  sweep.bytes = struct ("f32", 4, "f64", 8).(base.dtype);
  for row = rows([rows.n] == sweep.n & strncmp ({rows.method}, "blocked", 7))
    digits = regexp (row.method, '\d+$', "match", "once");
    block = max ([64 * isempty(digits), str2double(digits)]); # "blocked" is blocked_64
    if (block >= sweep.n)
      continue;
    endif
    sweep.block(end+1) = block;
    sweep.ratio(end+1) = base.seconds.median / row.seconds.median;
    [sweep.low(end+1), sweep.high(end+1)] = ratio_range (base.seconds, row.seconds);
  endfor
  [sweep.block, order] = sort (sweep.block);
  [sweep.ratio, sweep.low, sweep.high] = deal (sweep.ratio(order), sweep.low(order), sweep.high(order));

endfunction

function [low, high] = ratio_range (slow, fast)

  [low, high] = deal (slow.median / fast.median);
  if (! isempty (slow.ci95) && ! isempty (fast.ci95))
    [low, high] = deal (slow.ci95(1) / fast.ci95(2), slow.ci95(2) / fast.ci95(1));
  endif

endfunction

## Around 1, with room above for the texts; an outlier's interval may leave the picture.
function limits = common_limits (values)

  limits = [min([values, 0.8]), max([values, 1.25])];
  limits = max (min (limits, 8), 0.05);
  limits += [-.06, .5] * diff (limits);

endfunction

## The block sizes of which three fill a cache.
function marks = cache_marks (manifest, sweep)

  marks = struct ("block", {}, "text", {});
  if (! isfield (manifest, "cpu") || ! isfield (manifest.cpu, "caches") || isempty (manifest.cpu.caches))
    return;
  endif
  for cache = manifest.cpu.caches(:)'
    if (! strcmp (cache.type, "Instruction"))
      marks(end+1) = struct ("block", sqrt (cache.size_bytes / 3 / sweep.bytes), "text", sprintf ("3 blocks fill L%d", cache.level));
    endif
  endfor

endfunction

function draw_panel (fig, position, sweep, heading, limits, marks)

  grey = [.35 .35 .35];
  blue = [0 114 178] / 255;
  blocks = [16 32 64 128 256];
  ax = axes ("parent", fig, "position", position, "xscale", "log", "xlim", [11 372], "ylim", limits, "xtick", blocks, ...
             "xticklabel", arrayfun (@(b) sprintf ("%d", b), blocks, "UniformOutput", false), "xminortick", "off", ...
             "ygrid", "on", "box", "on", "ticklength", [.006 .006], "fontsize", 12);
  hold (ax, "on");
  title (ax, sprintf ("%s, N = %d", heading, sweep.n), "fontsize", 13, "fontweight", "bold");
  xlabel (ax, "block size", "fontsize", 12);
  ylabel (ax, sprintf ("times as fast as %s, without blocks", sweep.base), "fontsize", 12, "interpreter", "none");
  if (isempty (sweep.block))
    text (ax, 64, mean (limits), "not measured", "fontsize", 13, "horizontalalignment", "center");
    return;
  endif
  marks(end+1) = struct ("block", sweep.n, "text", sprintf ("N = %d: one block", sweep.n));
  for mark = marks([marks.block] > 11 & [marks.block] < 340)
    line (ax, mark.block * [1 1], limits, "color", grey, "linestyle", ":", "linewidth", 1.5);
    text (ax, mark.block * 1.13, limits(2) - .02 * diff (limits), mark.text, "color", grey, "fontsize", 10.5, ...
          "rotation", 90, "horizontalalignment", "right");
  endfor
  line (ax, [11 372], [1 1], "color", grey, "linewidth", 1.5);
  for i = 1:numel (sweep.block)
    line (ax, sweep.block(i) * [1 1], [sweep.low(i), sweep.high(i)], "color", blue, "linewidth", 1.5);
  endfor
  line (ax, sweep.block, sweep.ratio, "color", blue, "linewidth", 2, "marker", "o", "markersize", 7, ...
        "markerfacecolor", blue);
  for i = 1:numel (sweep.block)
    text (ax, sweep.block(i), min (sweep.high(i), 8) + .035 * diff (limits), ...
          sprintf ("%.2f", sweep.ratio(i)), "fontsize", 11, "horizontalalignment", "center");
  endfor

endfunction

## Invented figures.
%!function text = row (frontend, method, n, seconds)
%!  text = sprintf (['{"frontend": "%s", "method": "%s", "dtype": "f32", "m": %d, "n": %d, "k": %d, "threads": 1, ' ...
%!                   '"status": "measured", "gflops": 1, "seconds": {"median": %g, "ci95": [%g, %g]}}'], ...
%!                  frontend, method, n, n, n, seconds, seconds * .98, seconds * 1.02);
%!endfunction
%!function texts = plot_rows (rows)
%!  texts = __mm_test_plot__ (@mm_plot_blocking, "perf", ...
%!    {"results.json", ['{"schema": "gemmlab-results/1", "results": [' strjoin(rows, ",") '], "roofline": null}']
%!     "manifest.json", ['{"schema": "gemmlab-manifest/1", "cpu": {"model": "Made up", "caches": ' ...
%!                       '[{"level": 1, "type": "Data", "size_bytes": 49152}, ' ...
%!                       '{"level": 2, "type": "Unified", "size_bytes": 999}]}}']});
%!endfunction
%!test # ratios to the row without blocks at the same size; "blocked" is 64
%! texts = plot_rows ({row("cli", "reordered", 512, .08), row("cli", "blocked", 512, .05), row("cli", "blocked_16", 512, .1), ...
%!                     row("cli", "blocked_16", 32, 9), row("octave", "naive", 48, 2), row("octave", "blocked_32", 48, 1.6), ...
%!                     row("octave", "blocked_128", 48, 2 / 3)});
%! __mm_test_texts__ (texts, {"1.60", "0.80", "1.25", "Compiled, N = 512", "Interpreted by Octave, N = 48", "3 blocks fill L1", ...
%!                 "N = 48: one block", "16", "256", "Does blocking help? Made up, fp32, single-threaded"});
%! assert (any (strcmp (texts, "3 blocks fill L2")), false);
%! assert (any (strcmp (texts, "3.00")), false); # one block at N = 48
%!test # one front end alone
%! texts = plot_rows ({row("cli", "reordered", 96, .08), row("cli", "blocked", 96, .05)});
%! assert (any (strcmp (texts, "not measured")));
%!error id=gemmlab:nothingToPlot plot_rows ({row("cli", "blas", 64, .08)})
%!error id=gemmlab:noFile mm_plot_blocking ("no such folder")
%!error <Invalid call> mm_plot_blocking ()
