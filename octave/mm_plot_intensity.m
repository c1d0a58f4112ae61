## -*- texinfo -*-
## @deftypefn {} {@var{files} =} mm_plot_intensity (@var{dir})
## Plot each method at the arithmetic intensity that it really has, under the measured roof.
##
## Read @file{results.json}, @file{manifest.json} and @file{intensity.json} (@command{mmcli intensity --out}) in the
## folder @var{dir} and write @file{intensity.png} and @file{intensity.svg} beside them, without a display.  The return
## value is a cell array with the two file names.
##
## A filled point is a method at a size: its measured GFLOPS, above the floating-point operations that it does for each
## byte that comes into the L1 cache from the next level.  A line joins its sizes, with N beside the points.  From the
## point of the largest N a dotted line goes to hollow ones at the same rate: the intensity further down, where less
## moves, into the L2 and beyond; where the matrices stay in a cache, next to nothing comes in and no point is drawn.
## The legend marks a method with figures of a model, for which nothing ran.
##
## The grey lines are the roof, @code{min (peak, bandwidth * intensity)}: for memory and, where @file{roofline.json}
## lies in the folder too, for each cache.  Each point has the roof of the level that its bytes come from.
##
## @example
## @group
## system ("mmcli bench --sizes 64,256,1024 --out lab");
## system ("mmcli intensity --sizes 64,256,1024 --out lab");
## mm_plot_intensity ("lab")
## @end group
## @end example
## @seealso{mm_plot_roofline, mm_plot}
## @end deftypefn

function files = mm_plot_intensity (dir)

  if (nargin != 1)
    print_usage ();
  endif
  [results, manifest] = mm_plot_read (dir);
  file = fullfile (dir, "intensity.json");
  if (! exist (file, "file"))
    error ("gemmlab:noFile", "%s does not exist; run mmcli intensity --out %s first", file, dir);
  endif
  roof = mm_plot_roof (results);
  if (! roof.known)
    error ("gemmlab:nothingToPlot", "results.json in %s has no measured roofline; run mmcli bench --out %s first", ...
           dir, dir);
  endif
  points = collect_points (mm_results (file), results, roof.dtype);
  if (isempty (points))
    error ("gemmlab:nothingToPlot", ...
           ["no method has both a rate in results.json and an intensity in intensity.json, in %s at one thread; run " ...
            "mmcli bench and mmcli intensity at the same sizes"], roof.precision);
  endif
  levels = mm_plot_levels (dir);
  heading = sprintf ("Arithmetic intensity on %s, %s, single-threaded", mm_plot_cpu (manifest), roof.precision);
  files = mm_plot_draw (dir, "intensity", heading, @(fig) draw (fig, roof, points, levels));

endfunction

function draw (fig, roof, points, levels)

  ax = draw_axes (roof, points);
  mm_plot_legend (fig, [draw_methods(ax, points), draw_roofs(ax, roof, levels)]);

endfunction

## A struct array, sorted by method and N: method, n, gflops and its status, source, at (FLOP/byte a level, NaN where
## nothing is known or next to nothing moves), into and from (the levels' names).
function points = collect_points (intensity, results, dtype)

  points = struct ("method", {}, "n", {}, "gflops", {}, "status", {}, "source", {}, "at", {}, "into", {}, "from", {});
  rates = mm_plot_rows (results, dtype);
  rates = rates(strcmp ({rates.frontend}, "cli"));
  for i = 1:numel (intensity.rows)
    row = mm_plot_item (intensity.rows, i);
    rate = find (strcmp ({rates.method}, row.method) & [rates.n] == row.n, 1);
    if (isempty (rate) || isempty (row.source) || ! strcmp (row.dtype, dtype))
      continue;
    endif
    point = struct ("method", row.method, "n", row.n, "gflops", rates(rate).gflops, "status", rates(rate).status, ...
                    "source", row.source, "at", [], "into", {{}}, "from", {{}});
    for j = 1:numel (row.levels)
      level = mm_plot_item (row.levels, j);
      at = level.flop_per_byte;
      if (isempty (at) || at > 8 * row.compulsory_flop_per_byte) # less than an eighth of the matrices came in
        at = NaN;
      endif
      point.at(j) = at;
      point.into{j} = level.into;
      point.from{j} = level.from;
    endfor
    if (any (isfinite (point.at)))
      points(end+1) = point;
    endif
  endfor

endfunction

function ax = draw_axes (roof, points)

  all_at = [points.at];
  intensities = [all_at(isfinite (all_at)), roof.floor_intensity, roof.ridge];
  xlimits = [min(intensities) / 2.5, max(intensities) * 2.5];
  ticks = 10 .^ (ceil (log10 (xlimits(1))):floor (log10 (xlimits(2))));
  ax = mm_plot_axes (xlimits, ticks, [points.gflops, roof.peak_gflops]);
  xlabel (ax, "FLOP for each byte that comes into a cache from the next level", "fontsize", 12);
  ylabel (ax, "GFLOPS", "fontsize", 12);

endfunction

## Draws the methods and returns their legend entries, the fastest first.
function entries = draw_methods (ax, points)

  entries = struct ("text", "Method", "value", sprintf ("into L1, N = %d", max ([points.n])), "line", []);
  methods = unique ({points.method});
  labels = struct ("x", {}, "y", {}, "text", {}, "colour", {});
  best = cellfun (@(method) max ([points(strcmp ({points.method}, method)).gflops]), methods);
  [~, order] = sort (best, "descend");
  for method = methods(order)
    mine = points(strcmp ({points.method}, method{1}));
    [~, by_n] = sort ([mine.n]);
    mine = mine(by_n);
    style = mm_plot_style ("cli", method{1});
    draw_method (ax, mine, style);
    labels = [labels, size_labels(mine, style{2})];
    value = "stays";
    if (isfinite (mine(end).at(1)))
      value = mm_plot_number (mine(end).at(1));
    endif
    entries(end+1) = struct ("text", label_of (mine), "value", value, "line", {style});
  endfor
  draw_labels (ax, labels, points);
  entries = [entries, level_entries(points)];

endfunction

function text = label_of (points)

  text = points(1).method;
  if (any (strcmp ({points.source}, "model")))
    text = [text " (a model)"];
  endif

endfunction

function draw_method (ax, points, style)

  first = arrayfun (@(point) point.at(1), points);
  known = isfinite (first);
  last = points(end);
  deeper = find (isfinite (last.at));
  if (numel (deeper) > 1 && range (last.at(deeper)) > 0)
    line (ax, last.at(deeper), last.gflops * ones (size (deeper)), "color", style{2}, "linestyle", ":", ...
          "linewidth", 1.5, "marker", "none");
  endif
  for j = fliplr (deeper(deeper > 1)) # larger, and so seen where a filled point covers them
    line (ax, last.at(j), last.gflops, style{:}, "linestyle", "none", "markerfacecolor", "w", ...
          "markersize", marker_size (j));
  endfor
  line (ax, first(known), [points(known).gflops], style{:}, "linestyle", "-");

endfunction

function size_ = marker_size (level)
  size_ = [7.5, 10.5, 13.5, 16.5](min (level, 4));
endfunction

## A label for each point with its N; points that lie on one another share one.
function labels = size_labels (points, colour)

  labels = struct ("x", {}, "y", {}, "text", {}, "colour", {});
  for point = points
    if (! isfinite (point.at(1)))
      continue;
    endif
    text_ = sprintf ("%d%s", point.n, repmat ("*", strcmp (point.status, "extrapolated")));
    near = @(label) abs (log (label.x / point.at(1))) < .1 && abs (log (label.y / point.gflops)) < .1;
    same = find (arrayfun (near, labels), 1);
    if (isempty (same))
      labels(end+1) = struct ("x", point.at(1), "y", point.gflops, "text", text_, "colour", colour);
    else
      labels(same).text = [labels(same).text ", " text_];
    endif
  endfor

endfunction

## Writes each label on the first side of its point where it covers neither another label nor a point.
function draw_labels (ax, labels, points)

  share = @(value, limits) log (value / limits(1)) / log (limits(2) / limits(1)); # of the axis
  x = @(value) share (value, xlim (ax));
  y = @(value) share (value, ylim (ax));
  first = arrayfun (@(point) point.at(1), points);
  px = x (first(isfinite (first)));
  py = y ([points(isfinite (first)).gflops]);
  taken = [px - .012; px + .012; py - .018; py + .018]'; # left, right, bottom, top
  sides = {"left", "right"}([1 1 2 2]);
  for label = labels
    [width, height] = deal (.015 * numel (label.text) + .01, .034);
    left = x (label.x) + [.016, .016, -.016 - width, -.016 - width];
    bottom = y (label.y) + [.004, -.004 - height, .004, -.004 - height];
    boxes = [left; left + width; bottom; bottom + height]';
    hits = arrayfun (@(i) sum (boxes(i,1) < taken(:,2) & boxes(i,2) > taken(:,1) & boxes(i,3) < taken(:,4) ...
                               & boxes(i,4) > taken(:,3)), 1:4);
    [~, best] = min (hits);
    taken(end+1,:) = boxes(best,:);
    at = @(share, limits) limits(1) * (limits(2) / limits(1)) ^ share;
    anchor = boxes(best,1 + strcmp (sides{best}, "right"));
    text (ax, at (anchor, xlim (ax)), at (mean (boxes(best,3:4)), ylim (ax)), label.text, "color", label.colour, ...
          "fontsize", 10, "horizontalalignment", sides{best}, "interpreter", "none");
  endfor

endfunction

## What filled and hollow points are, and the asterisk.
function entries = level_entries (points)

  grey = [.35 .35 .35];
  entries = struct ("text", "Point", "value", "bytes", "line", []);
  shown = isfinite (vertcat (points.at));
  for j = find (any (shown, 1))
    face = grey;
    if (j > 1)
      face = "w";
    endif
    mark = {"color", grey, "linestyle", "none", "marker", "o", "markersize", marker_size(j), ...
            "markerfacecolor", face};
    entries(end+1) = struct ("text", sprintf ("into the %s", points(1).into{j}), ...
                             "value", ["from " points(1).from{j}], "line", {mark});
  endfor
  if (any (strcmp ({points.status}, "extrapolated")))
    entries(end+1) = struct ("text", "* a rate that is extrapolated", "value", "", "line", []);
  endif

endfunction

## The peak and a slope for each level of memory; memory itself is always there, from the benchmark's triad.
function entries = draw_roofs (ax, roof, levels)

  grey = [.35 .35 .35];
  limits = xlim (ax);
  peak_line = {"color", grey, "linestyle", "-", "linewidth", 2.5, "marker", "none"};
  x = [limits(1), roof.ridge, limits(2)];
  line (ax, x, min (roof.peak_gflops, roof.gbytes_per_s * x), peak_line{:});
  entries = struct ("text", {"Measured roof", "peak", "memory"}, ...
                    "value", {"GFLOPS or GB/s", mm_plot_number(roof.peak_gflops), ...
                              mm_plot_number(roof.gbytes_per_s)}, ...
                    "line", {[], peak_line, peak_line});
  styles = {"--", "-.", ":"};
  levels = levels(! strcmp ({levels.name}, "memory"));
  for i = 1:numel (levels)
    slope = {"color", grey, "linestyle", styles{1 + mod(i - 1, numel (styles))}, "linewidth", 1.5, "marker", "none"};
    bend = min (limits(2), roof.peak_gflops / levels(i).gbytes_per_s);
    if (bend > limits(1))
      x = [limits(1), bend];
      line (ax, x, levels(i).gbytes_per_s * x, slope{:});
    endif
    entries(end+1) = struct ("text", levels(i).name, "value", mm_plot_number (levels(i).gbytes_per_s), ...
                             "line", {slope});
  endfor
  mm_plot_bend (ax, roof, roof.ridge, sprintf ("memory meets the peak at %s FLOP/byte", mm_plot_number (roof.ridge)));
  floor_line = {"color", grey, "linestyle", ":", "linewidth", 2, "marker", "none"};
  line (ax, roof.floor_intensity * [1 1], [ylim(ax)(1), min(roof.peak_gflops, roof.floor_gflops)], floor_line{:});
  entries(end+1) = struct ("text", "naive floor, FLOP/byte", "value", sprintf ("%g", roof.floor_intensity), ...
                           "line", {floor_line});

endfunction

## Invented figures.
%!function text = rate (method, n, gflops, status)
%!  text = sprintf (['{"frontend": "cli", "method": "%s", "dtype": "f32", "m": %d, "n": %d, "k": %d, "threads": 1, ' ...
%!                   '"status": "%s", "gflops": %g}'], method, n, n, n, status, gflops);
%!endfunction
%!function text = moved (method, n, source, l1, memory)
%!  text = sprintf (['{"method": "%s", "dtype": "f32", "n": %d, "compulsory_flop_per_byte": %g, "source": %s, ' ...
%!                   '"levels": [{"into": "L1", "from": "L2", "flop_per_byte": %s}, ' ...
%!                   '{"into": "L2", "from": "memory", "flop_per_byte": %s}]}'], method, n, n / 6, source, l1, memory);
%!endfunction
%!function texts = plot_run (rates, rows, extra = "")
%!  roof = '{"dtype": "f32", "isa": "avx2", "peak_gflops": 40, "triad_gbytes_per_s": 10, "ridge_flop_per_byte": 4}';
%!  files = {"results.json", ['{"schema": "gemmlab-results/1", "results": [' strjoin(rates, ", ") '], "roofline": ' roof '}']
%!           "manifest.json", '{"schema": "gemmlab-manifest/1", "cpu": {"model": "Made up"}}'};
%!  if (iscell (rows))
%!    files(end+1,:) = {"intensity.json", ['{"schema": "gemmlab-intensity/1", "rows": [' strjoin(rows, ", ") ']}']};
%!  endif
%!  if (! isempty (extra))
%!    files(end+1,:) = {"roofline.json", extra};
%!  endif
%!  texts = __mm_test_plot__ (@mm_plot_intensity, "intensity", files);
%!endfunction
%!test # each method at its own intensity; sizes that coincide share a label
%! texts = plot_run ({rate("naive", 64, .5, "measured"), rate("naive", 512, .5, "extrapolated"), ...
%!                    rate("blas", 512, 30, "measured")}, ...
%!                   {moved("naive", 64, '"model"', "0.03", "null"), moved("naive", 512, '"model"', "0.03", "2"), ...
%!                    moved("blas", 512, '"simulated"', "6", "60")});
%! __mm_test_texts__ (texts, {"Arithmetic intensity on Made up, fp32, single-threaded", "into L1, N = 512", "6.00", "0.0300", ...
%!                 "naive (a model)", "blas", "64, 512*", "512", "* a rate that is extrapolated", "into the L2", ...
%!                 "from memory"});
%!test # a level where next to nothing moves has no point; without figures there is no method
%! texts = plot_run ({rate("naive", 64, .5, "measured"), rate("blas", 64, 30, "measured")}, ...
%!                   {moved("naive", 64, '"simulated"', "90", "null"), ...
%!                    moved("blas", 64, '"simulated"', "6", "900"), moved("einsum", 64, '"simulated"', "6", "8")});
%! __mm_test_texts__ (texts, {"blas", "into the L1"});
%! assert (any (ismember (texts, {"naive", "einsum", "into the L2"})), false);
%!test # the roofs of the caches, where they were measured
%! texts = plot_run ({rate("blas", 64, 30, "measured")}, {moved("blas", 64, '"simulated"', "6", "null")}, ...
%!                   ['{"schema": "gemmlab-roofline/1", "levels": [{"label": "L1d", "gbytes_per_s": {"load": 300, ' ...
%!                    '"copy": 250}}, {"label": "memory", "gbytes_per_s": {"load": 11, "copy": 9}}, ' ...
%!                    '{"label": null, "gbytes_per_s": {"load": 77, "copy": null}}]}']);
%! __mm_test_texts__ (texts, {"L1d", "300", "memory", "10.0"});
%! assert (any (ismember (texts, {"77.0", "11.0"})), false);
%!error id=gemmlab:nothingToPlot plot_run ({rate("blas", 64, 1, "measured")}, {moved("blas", 64, "null", "1", "1")})
%!error id=gemmlab:nothingToPlot plot_run ({rate("blas", 64, 1, "measured")}, {})
%!error <intensity.json does not exist; run mmcli intensity> plot_run ({}, "none")
%!error id=gemmlab:noFile mm_plot_intensity ("no such folder")
%!error <Invalid call> mm_plot_intensity ()
