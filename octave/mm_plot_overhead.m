## -*- texinfo -*-
## @deftypefn {} {@var{files} =} mm_plot_overhead (@var{dir})
## Plot what a call costs beside its arithmetic.
##
## Read @file{timings.json} and @file{manifest.json} in the folder @var{dir}, as @code{bench_overhead} writes them, and
## write @file{perf.png} and @file{perf.svg} beside them, without a display.  The return value is a cell array with the
## two file names.
##
## On the left the share of the time of a call that is overhead: points are measured, as the difference to the bare BLAS
## call from C at that N, lines are the overhead of the smallest N over the time; rings mark where they fall under 1 % and
## 0.1 %.  On the right the parts of a call of each MEX function, and a thousand small products against one large.
## @seealso{bench_overhead}
## @end deftypefn

function files = mm_plot_overhead (dir)

  if (nargin != 1)
    print_usage ();
  endif
  [timings, manifest] = mm_plot_read (dir, "timings.json");
  if (isempty (timings.derived) || ! any (strcmp ({timings.derived.name}, "overhead_share")))
    error ("gemmlab:nothingToPlot", "timings.json in %s has no overhead at any size", dir);
  endif
  heading = sprintf ("What a call costs beside its arithmetic: %s, fp32, single-threaded", mm_plot_cpu (manifest));
  files = mm_plot_draw (dir, "perf", heading, @(fig) draw (fig, timings));

endfunction

function draw (fig, timings)

  draw_shares (fig, [.075 .115 .405 .72], timings);
  draw_split (fig, [.635 .545 .255 .29], timings);
  draw_many (fig, [.575 .115 .315 .235], timings);

endfunction

function colours = palette ()

  colours = struct ("mtimes", [0 0 0], "mm_blas", [213 94 0] / 255, "c", [0 114 178] / 255, "stacked", [0 158 115] / 255);

endfunction

## The derived values of a name and what they are of, that are known, ascending in size.
function [sizes, values] = derived (timings, name, of)

  found = timings.derived(strcmp ({timings.derived.name}, name) & strcmp ({timings.derived.of}, of));
  found = found(! cellfun (@isempty, {found.value}));
  values = [found.value];
  sizes = [found.size];
  if (! isempty (sizes))
    [sizes, order] = sort (sizes);
    values = values(order);
  endif

endfunction

## The least times of an item at each size, ascending, and without the way into the interpreter.
function [sizes, seconds] = times_of (timings, name)

  items = timings.items(! cellfun (@isempty, {timings.items.seconds}));
  harness = items(strcmp ({items.name}, "harness"));
  items = items(strcmp ({items.name}, name));
  [sizes, order] = sort ([items.size]);
  seconds = arrayfun (@(item) item.seconds.min, items(order))(:)' - harness.seconds.min;

endfunction

function draw_shares (fig, position, timings)

  all_sizes = [timings.derived(strcmp ({timings.derived.name}, "overhead_share")).size];
  ticks = unique (2 .^ round (log2 (all_sizes)));
  limits = [min(all_sizes) / 1.4, max(all_sizes) * 3];
  percents = [.01 .1 1 10 100];
  ax = axes ("parent", fig, "position", position, "xscale", "log", "yscale", "log", "xlim", limits, "ylim", [.008 160], ...
             "xtick", ticks, "xticklabel", arrayfun (@(n) sprintf ("%d", n), ticks, "UniformOutput", false), ...
             "ytick", percents, "yticklabel", {"0.01", "0.1", "1", "10", "100"}, "xminortick", "off", "yminortick", "off", ...
             "ygrid", "on", "box", "on", "ticklength", [.006 .006], "fontsize", 11);
  hold (ax, "on");
  title (ax, "Overhead as a share of a call's time", "fontsize", 12, "fontweight", "bold");
  xlabel (ax, "N  (C = A B, all N x N)", "fontsize", 11);
  ylabel (ax, "overhead  (% of the time)", "fontsize", 11);
  y = .045;
  for front = {"octave:mtimes", "octave:mm_blas"; "mtimes", "mm_blas"; "A * B", "mm_blas (A, B)"; "o", "s"}
    colour = palette ().(front{2});
    draw_curve (ax, timings, front{1}, colour, front{4});
    text_y = y;
    y /= 2;
    label = {"color", colour, "fontsize", 11, "interpreter", "none"};
    [~, fixed] = derived_one (timings, "fixed_overhead", front{1});
    if (! isempty (fixed))
      line (ax, limits(1) * 1.35, text_y, "color", colour, "marker", front{4}, "markersize", 6, "markerfacecolor", colour);
      text (ax, limits(1) * 1.7, text_y, sprintf ("%s: %s µs a call", front{3}, mm_plot_number (1e6 * fixed)), label{:});
    endif
  endfor

endfunction

function [known, value] = derived_one (timings, name, of)

  [~, value] = derived (timings, name, of);
  known = ! isempty (value);

endfunction

function draw_curve (ax, timings, of, colour, marker)

  [sizes, shares] = derived (timings, "overhead_share", of);
  above = shares > 0; # what the noise made negative has no place on a logarithmic axis
  if (! any (above))
    return; # gnuplot waits for ever for the points of an empty line
  endif
  line (ax, sizes(above), 100 * shares(above), "color", colour, "linestyle", "none", "marker", marker, "markersize", 6, ...
        "markerfacecolor", colour);
  [known, fixed] = derived_one (timings, "fixed_overhead", of);
  if (! known || fixed <= 0)
    return;
  endif
  [sizes, seconds] = times_of (timings, of);
  line (ax, sizes, 100 * min (fixed ./ seconds, 1), "color", colour, "linewidth", 2);
  side = {1.2, 1.3, "left"}; # the curve on the left has its labels on its left
  if (strcmp (of, "octave:mtimes"))
    side = {1/1.25, 1/1.3, "right"};
  endif
  for crossing = {"crossover_1_percent", "crossover_1_permille"; 1, .1}
    [known, n] = derived_one (timings, crossing{1}, of);
    if (known)
      line (ax, n, crossing{2}, "color", colour, "marker", "o", "markersize", 9, "linewidth", 2, "markerfacecolor", "w");
      text (ax, n * side{1}, crossing{2} * side{2}, sprintf ("N = %.0f", ceil (n)), "color", colour, "fontsize", 11, ...
            "horizontalalignment", side{3});
    endif
  endfor

endfunction

## A bar a function and size, of 100 %.
function draw_split (fig, position, timings)

  parts = {"wrapper", "call", "allocation", "copy", "kernel", "rest"};
  names = {"function file", "MEX call", "checks, alloc.", "copy out", "kernel", "rest"};
  colours = [[0 158 115]; [230 159 0]; [240 228 66]; [204 121 167]; [0 114 178]; [160 160 160]] / 255;
  totals = timings.derived(strcmp ({timings.derived.name}, "split_total"));
  totals = totals(! cellfun (@isempty, {totals.value}));
  if (isempty (totals))
    return;
  endif
  [~, order] = sortrows ([[totals.size]', (1:numel (totals))'], [-1, -2]);
  totals = totals(order);
  count = numel (totals);
  ax = axes ("parent", fig, "position", position, "xlim", [0 100], "ylim", [.4, count + .6], "ytick", [], ...
             "xtick", 0:25:100, "box", "on", ...
             "ticklength", [.003 .003], "fontsize", 10);
  hold (ax, "on");
  title (ax, "Parts of a call of a MEX function (%)", "fontsize", 12, "fontweight", "bold");
  for i = 1:count
    shares = cellfun (@(part) part_share (timings, part, totals(i)), parts);
    edges = [0, cumsum(100 * shares / sum (shares))];
    for p = 1:numel (parts)
      patch (ax, edges([p, p+1, p+1, p]), i + .38 * [-1 -1 1 1], colours(p,:), "edgecolor", "none");
    endfor
    text (ax, -2, i, sprintf ("%s, N = %d", strrep (totals(i).of, "octave:", ""), totals(i).size), "fontsize", 10, ...
          "interpreter", "none", "horizontalalignment", "right");
    text (ax, 102, i, sprintf ("%s µs", mm_plot_number (1e6 * totals(i).value)), "fontsize", 10);
  endfor
  draw_key (fig, [position(1) - .13, position(2) - .105, position(3) + .24, .06], names, colours);

endfunction

function share = part_share (timings, part, total)

  found = timings.derived(strcmp ({timings.derived.name}, ["split_" part]) & strcmp ({timings.derived.of}, total.of));
  found = found([found.size] == total.size);
  share = max (0, found(1).value / total.value); # what the noise made negative is nothing

endfunction

## What the colours mean, in two lines of three.
function draw_key (fig, position, names, colours)

  ax = axes ("parent", fig, "position", position, "visible", "off", "xlim", [0 3], "ylim", [0 2]);
  for i = 1:numel (names)
    [x, y] = deal (mod (i - 1, 3), 1.5 - floor ((i - 1) / 3));
    patch (ax, x + [0 .12 .12 0], y + .3 * [-1 -1 1 1], colours(i,:), "edgecolor", "none");
    text (ax, x + .17, y, names{i}, "fontsize", 10);
  endfor

endfunction

function draw_many (fig, position, timings)

  colours = palette ();
  curves = {
    "octave:mm_blas_x1000",  "mm_blas loop", colours.mm_blas, "s"
    "octave:mtimes_x1000",   "A * B loop",   colours.mtimes,  "o"
    "cli:blas",              "C",            colours.c,       "d"
    "octave:mtimes_stacked", "stacked",      colours.stacked, "^"
  };
  known = timings.derived(strcmp ({timings.derived.name}, "many_over_one"));
  known = known(! cellfun (@isempty, {known.value}));
  if (isempty (known))
    return;
  endif
  sizes = unique ([known(strcmp ({known.of}, "octave:mtimes_x1000")).size]);
  if (isempty (sizes))
    return;
  endif
  top = 10 ^ ceil (log10 (max ([known.value]) * 1.2));
  decades = 10 .^ (0:log10 (top));
  ax = axes ("parent", fig, "position", position, "xscale", "log", "yscale", "log", "xlim", [sizes(1) / 1.3, sizes(end) * 1.3], ...
             "ylim", [.7, top], "xtick", sizes, "xticklabel", arrayfun (@(n) sprintf ("%d", n), sizes, "UniformOutput", false), ...
             "ytick", decades, "yticklabel", arrayfun (@(d) sprintf ("%d", d), decades, "UniformOutput", false), ...
             "xminortick", "off", "yminortick", "off", "ygrid", "on", "box", "on", "ticklength", [.006 .006], "fontsize", 10);
  hold (ax, "on");
  title (ax, "1000 products of N x N against one of 10 N", "fontsize", 12, "fontweight", "bold");
  xlabel (ax, "N", "fontsize", 11);
  ylabel (ax, "times as long", "fontsize", 11);
  line (ax, xlim (ax), [1 1], "color", [.35 .35 .35], "linewidth", 1.5);
  for c = 1:rows (curves)
    [n, ratio] = derived (timings, "many_over_one", curves{c,1});
    ratio = ratio(ismember (n, sizes));
    n = n(ismember (n, sizes));
    if (isempty (n))
      continue;
    endif
    line (ax, n, ratio, "color", curves{c,3}, "linewidth", 2, "marker", curves{c,4}, "markersize", 6, ...
          "markerfacecolor", curves{c,3});
  endfor
  place_labels (ax, curves, timings, sizes(end), top);

endfunction

## The curves' names at the right, in the order of their ends and apart.
function place_labels (ax, curves, timings, last, top)

  ends = NaN (rows (curves), 1);
  for c = 1:rows (curves)
    [n, ratio] = derived (timings, "many_over_one", curves{c,1});
    if (any (n == last))
      ends(c) = log10 (ratio(n == last)(1));
    endif
  endfor
  [ends, order] = sort (ends);
  step = .1 * log10 (top / .7);
  y = -Inf;
  for i = 1:numel (order)
    if (isnan (ends(i)))
      continue;
    endif
    y = max ([ends(i), y + step, log10(.8)]);
    text (ax, xlim (ax)(2) * 1.05, 10 ^ y, curves{order(i),2}, "color", curves{order(i),3}, "fontsize", 10, ...
          "interpreter", "none");
  endfor

endfunction

## Invented figures.
%!function text = item (name, size, seconds)
%!  text = sprintf ('{"name": "%s", "size": %s, "seconds": {"min": %g}}', name, size, seconds);
%!endfunction
%!function text = value (name, of, size, number)
%!  text = sprintf ('{"name": "%s", "of": "%s", "size": %s, "value": %s}', name, of, size, number);
%!endfunction
%!function texts = plot_values (values)
%!  items = {item("harness", "null", 2e-6), item("octave:mtimes", "2", 3e-6), item("octave:mtimes", "64", 9e-6)};
%!  texts = __mm_test_plot__ (@mm_plot_overhead, "perf", ...
%!    {"timings.json", ['{"schema": "gemmlab-timings/1", "items": [' strjoin(items, ",") '], "derived": [' ...
%!                      strjoin(values, ",") ']}']
%!     "manifest.json", '{"schema": "gemmlab-manifest/1", "cpu": {"model": "Made up"}}'});
%!endfunction
%!shared shares, parts
%! shares = {value("overhead_share", "octave:mtimes", "2", "0.9"), value("overhead_share", "octave:mtimes", "64", "-0.1"), ...
%!           value("fixed_overhead", "octave:mtimes", "null", "7e-7"), ...
%!           value("crossover_1_percent", "octave:mtimes", "null", "47.2"), ...
%!           value("crossover_1_permille", "octave:mtimes", "null", "null")};
%! parts = cellfun (@(part, number) value (["split_" part], "octave:mm_blas", "16", number), ...
%!                  {"wrapper", "call", "allocation", "copy", "kernel", "rest", "total"}, ...
%!                  {"4e-6", "1e-6", "1e-6", "-1e-7", "2e-7", "1e-7", "6.2e-6"}, "UniformOutput", false);
%!test # crossings that were reached, the parts, and many against one
%! many = {value("many_over_one", "octave:mtimes_x1000", "4", "300"), value("many_over_one", "cli:blas", "4", "50")};
%! texts = plot_values ([shares, parts, many]);
%! __mm_test_texts__ (texts, {"N = 48", "A * B: 0.700 µs a call", "mm_blas, N = 16", "6.20 µs", "copy out", "A * B loop", "C"});
%! assert (any (strcmp (texts, "stacked")), false);
%!test # the shares alone
%! texts = plot_values (shares);
%! assert (any (strcmp (texts, "copy out")), false);
%!error id=gemmlab:nothingToPlot plot_values (parts)
%!error id=gemmlab:noFile mm_plot_overhead ("no such folder")
%!error <Invalid call> mm_plot_overhead ()
