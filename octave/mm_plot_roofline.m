## -*- texinfo -*-
## @deftypefn {} {@var{files} =} mm_plot_roofline (@var{dir})
## Plot the roofline of a machine: attainable GFLOPS against arithmetic intensity, in one thread.
##
## Read @file{roofline.json} and @file{manifest.json} in the folder @var{dir} (@code{mm_roofline} writes them) and write
## @file{perf.png} and @file{perf.svg} beside them, without a display.  The return value is a cell array with the two
## file names.
##
## The horizontal lines are the peaks of the instruction sets, the slopes @code{bandwidth * intensity} for each level of
## the memory that was found.  Where a slope meets the highest peak is the ridge of that level: a kernel that takes its
## data from there and has a lower intensity, in FLOP/byte, is limited by it.  Where the folder has a
## @file{results.json} with square products in one thread, those of the largest N stand on the plot at the intensity of
## compulsory traffic: A and B read once and C written once, which is N/6 FLOP/byte for single precision.  The dotted
## line is at the intensity of a product that loads both operands of every multiply-add: 0.25 FLOP/byte.
##
## @example
## mm_plot_roofline ("experiments/01-roofline")
## @end example
## @seealso{mm_plot, mm_roofline}
## @end deftypefn

function files = mm_plot_roofline (dir)

  if (nargin != 1)
    print_usage ();
  endif
  [machine, manifest, results] = read_folder (dir);
  roofs = collect_roofs (machine, results);
  points = collect_points (results, roofs);
  heading = sprintf ("Roofline of %s, %s, one thread", mm_plot_cpu (manifest), roofs.precision);
  files = mm_plot_draw (dir, "perf", heading, @(fig) draw (fig, roofs, points));

endfunction

function draw (fig, roofs, points)

  ax = draw_axes (roofs, points);
  draw_slopes (ax, roofs);
  draw_peaks (ax, roofs);
  draw_ridges (ax, roofs);
  mm_plot_legend (fig, [draw_points(ax, points), roof_entries(roofs)]);

endfunction

## results is [] where the folder has none.
function [machine, manifest, results] = read_folder (dir)

  [machine, manifest] = mm_plot_read (dir, "roofline.json");
  results = [];
  if (exist (fullfile (dir, "results.json"), "file"))
    results = mm_plot_read (dir);
  endif

endfunction

## Fields: dtype, precision, n_per_intensity, floor_intensity; peaks (isa, gflops; ascending) and levels (name,
## gbytes_per_s, ridge; in the order of the memory).
function roofs = collect_roofs (machine, results)

  peaks = machine.peaks([machine.peaks.threads] == 1);
  dtype = peaks(1).dtype;
  if (! isempty (results) && ! isempty (results.roofline) && any (strcmp ({peaks.dtype}, results.roofline.dtype)))
    dtype = results.roofline.dtype;
  endif
  roofs = mm_plot_dtype (dtype);
  peaks = peaks(strcmp ({peaks.dtype}, dtype));
  [gflops, order] = sort ([peaks.gflops]);
  roofs.peaks = struct ("isa", {peaks(order).isa}, "gflops", num2cell (gflops));
  roofs.levels = struct ("name", {}, "gbytes_per_s", {}, "ridge", {});
  for i = 1:numel (machine.levels)
    level = machine.levels(i);
    name = level.label;
    if (isempty (name))
      name = sprintf ("level %d", i);
    endif
    roofs.levels(end+1) = struct ("name", name, "gbytes_per_s", level.roof_gbytes_per_s, ...
                                  "ridge", gflops(end) / level.roof_gbytes_per_s);
  endfor
  if (isempty (roofs.levels))
    error ("gemmlab:nothingToPlot", "roofline.json has no level of the memory: %s", machine.levels_reason);
  endif

endfunction

## The rows of the largest N, with the field intensity.
function points = collect_points (results, roofs)

  points = struct ("frontend", {}, "method", {}, "n", {}, "status", {}, "gflops", {}, "intensity", {});
  if (isempty (results))
    return;
  endif
  rows = mm_plot_rows (results, roofs.dtype);
  for row = rows([rows.n] == max ([rows.n, 0]))
    row.intensity = row.n / roofs.n_per_intensity;
    points(end+1) = row;
  endfor

endfunction

function ax = draw_axes (roofs, points)

  ridges = [roofs.levels.ridge];
  xlimits = [min([ridges / 8, roofs.floor_intensity / 2]), ...
             max([ridges, points.intensity, roofs.floor_intensity]) * 14]; # the right is the peaks' labels'
  ticks = 2 .^ (ceil (log2 (xlimits(1))):floor (log2 (xlimits(2))));
  rates = [[roofs.levels.gbytes_per_s] * xlimits(1), roofs.peaks.gflops, points.gflops];
  ax = mm_plot_axes (xlimits, ticks, rates);
  xlabel (ax, "arithmetic intensity  (FLOP per byte)", "fontsize", 12);
  ylabel (ax, "attainable GFLOPS", "fontsize", 12);

endfunction

## The line of the i-th of count levels: the nearer the core, the more broken.
function style = slope_style (i, count)

  styles = {"-", "--", "-.", ":"};
  style = {"color", [.35 .35 .35], "linestyle", styles{min(count - i + 1, numel (styles))}, "linewidth", 2, ...
           "marker", "none"};

endfunction

function style = floor_style ()

  style = {"color", [.55 .55 .55], "linestyle", ":", "linewidth", 1.5, "marker", "none"};

endfunction

function draw_slopes (ax, roofs)

  left = xlim (ax)(1);
  count = numel (roofs.levels);
  for i = 1:count
    level = roofs.levels(i);
    line (ax, [left, level.ridge], level.gbytes_per_s * [left, level.ridge], slope_style (i, count){:});
  endfor
  floor_gflops = roofs.floor_intensity * roofs.levels(end).gbytes_per_s;
  line (ax, roofs.floor_intensity * [1 1], [ylim(ax)(1), floor_gflops], floor_style (){:});
  line (ax, roofs.floor_intensity, floor_gflops, "color", [.35 .35 .35], "marker", "o", "markersize", 7, ...
        "linewidth", 2, "markerfacecolor", "w");

endfunction

## The peaks, each from the steepest slope on, with their names at the right, just above the line.
function draw_peaks (ax, roofs)

  right = xlim (ax)(2);
  steepest = max ([roofs.levels.gbytes_per_s]);
  y = log (ylim (ax));
  names = spread (log ([roofs.peaks.gflops]), .032 * diff (y));
  for i = 1:numel (roofs.peaks)
    peak = roofs.peaks(i);
    width = 1 + 1.5 * (i == numel (roofs.peaks));
    line (ax, [peak.gflops / steepest, right], peak.gflops * [1 1], "color", [.35 .35 .35], "linewidth", width, ...
          "marker", "none");
    text (ax, right, exp (names(i) + .018 * diff (y)), ...
          sprintf ("%s %s ", mm_isa_label (peak.isa), mm_plot_number (peak.gflops)), ...
          "color", [.35 .35 .35], "fontsize", 10.5, "horizontalalignment", "right", "interpreter", "none");
  endfor

endfunction

## Ascending positions moved up until each is at least gap above the one below.
function y = spread (y, gap)

  for i = 2:numel (y)
    y(i) = max (y(i), y(i-1) + gap);
  endfor

endfunction

## The ridges: a ring each, and above it a line up to its label.  Labels that would touch stand in different lanes.
function draw_ridges (ax, roofs)

  peak = roofs.peaks(end).gflops;
  up = @(share) peak * (ylim (ax)(2) / peak) ^ share; # of the room above the peak
  grey = [.35 .35 .35];
  [ridges, order] = sort ([roofs.levels.ridge]);
  texts = arrayfun (@(level) sprintf ("%s %s", level.name, mm_plot_number (level.ridge)), roofs.levels(order), ...
                    "uniformoutput", false);
  widths = (1 + cellfun (@numel, texts)) * .0130 * diff (log (xlim (ax)));
  lanes = choose_lanes (log (ridges), widths);
  spacing = min (.19, .68 / max (lanes));
  for i = 1:numel (ridges)
    height = .22 + spacing * lanes(i);
    line (ax, ridges(i) * [1 1], [up(.03), up(height - .07)], "color", grey, "linewidth", 1, "marker", "none");
    line (ax, ridges(i), peak, "color", grey, "marker", "o", "markersize", 7, "linewidth", 2, "markerfacecolor", "w");
    text (ax, ridges(i), up (height), texts{i}, "color", grey, "fontsize", 10.5, "interpreter", "none", ...
          "horizontalalignment", "center");
  endfor
  text (ax, xlim (ax)(2), up (.88), "ridges in FLOP/byte ", "color", grey, "fontsize", 10.5, ...
        "horizontalalignment", "right", "interpreter", "none");

endfunction

## Lanes 1, 2, ... from the bottom: a label's lane is the lowest where neither it nor the lines of those to its right and
## left, which pass all lanes below their own, touch another.
function lanes = choose_lanes (middles, widths)

  lanes = zeros (size (middles));
  for i = numel (middles):-1:1
    after = i+1:numel (middles);
    touching = after(middles(after) - middles(i) < (widths(after) + widths(i)) / 2);
    lanes(i) = 1 + max ([0, lanes(touching)]);
  endfor

endfunction

## Draws the methods' points and returns their legend entries; none where there are no rows.
function entries = draw_points (ax, points)

  entries = mm_plot_entries ({}, {}, {}, "");
  if (isempty (points))
    return;
  endif
  for point = points
    style = mm_plot_style (point.frontend, point.method);
    if (strcmp (point.status, "extrapolated"))
      style = [style, {"markerfacecolor", "w"}];
    endif
    line (ax, point.intensity, point.gflops, style{:}, "linestyle", "none");
  endfor
  entries = mm_plot_entries ({points.frontend}, {points.method}, {points.gflops}, sprintf ("N = %d", points(1).n));
  if (any (strcmp ({points.status}, "extrapolated")))
    entries(end+1) = struct ("text", "hollow: extrapolated", "value", "", "line", ...
                             {{"color", [.35 .35 .35], "linestyle", "none", "marker", "o", "markersize", 6, ...
                               "markerfacecolor", "w"}});
  endif

endfunction

function entries = roof_entries (roofs)

  count = numel (roofs.levels);
  entries = struct ("text", "Bandwidth of", "value", "GB/s", "line", {[]});
  for i = 1:count
    entries(end+1) = struct ("text", roofs.levels(i).name, "value", mm_plot_number (roofs.levels(i).gbytes_per_s), ...
                             "line", {slope_style(i, count)});
  endfor
  entries(end+1) = struct ("text", sprintf ("floor, %g FLOP/byte", roofs.floor_intensity), "value", "", ...
                           "line", {floor_style()});

endfunction

## Invented figures.
%!function texts = plot_run (levels, results)
%!  peak = '{"dtype": "f64", "isa": "%s", "threads": %d, "gflops": %g}';
%!  peaks = [sprintf(peak, "scalar", 1, 8) "," sprintf(peak, "avx2", 1, 40) "," sprintf(peak, "avx2", 2, 79)];
%!  files = {"roofline.json", ['{"schema": "gemmlab-roofline/1", "peaks": [' peaks '], "levels": [' levels ...
%!                             '], "levels_reason": "made up"}']
%!           "manifest.json", '{"schema": "gemmlab-manifest/1", "cpu": {"model": null, "model_reason": "made up"}}'};
%!  if (! isempty (results))
%!    files(end+1,:) = {"results.json", ['{"schema": "gemmlab-results/1", "results": [' results ...
%!                                       '], "roofline": {"dtype": "f64"}}']};
%!  endif
%!  texts = __mm_test_plot__ (@mm_plot_roofline, "perf", files);
%!endfunction
%!shared levels
%! levels = ['{"label": "L1d", "roof_gbytes_per_s": 100}, {"label": null, "roof_gbytes_per_s": 80}, ' ...
%!           '{"label": "memory", "roof_gbytes_per_s": 10}'];

%!test
%! texts = plot_run (levels, "");
%! __mm_test_texts__ (texts, {"Roofline of an unknown CPU, fp64, one thread", "AVX2 40.0", "scalar 8.00", "L1d 0.400", ...
%!                 "level 2 0.500", "memory 4.00", "floor, 0.125 FLOP/byte", "100", "80.0", "10.0"});
%! assert (any (strcmp (texts, "AVX2 79.0")), false);
%!test
%! row = ['{"frontend": "cli", "method": "blas", "dtype": "f64", "m": %d, "n": %d, "k": %d, ' ...
%!        '"threads": %d, "status": "%s", "gflops": %d}'];
%! rows = [sprintf(row, 96, 96, 96, 1, "measured", 21) "," sprintf(row, 192, 192, 192, 1, "extrapolated", 32) "," ...
%!         sprintf(row, 192, 192, 192, 2, "measured", 63) "," sprintf(row, 400, 1, 2, 1, "measured", 54)];
%! texts = plot_run (levels, rows);
%! __mm_test_texts__ (texts, {"Called from C (mmcli)", "N = 192", "blas", "32.0", "hollow: extrapolated"});
%! assert (any (ismember (texts, {"21.0", "63.0", "54.0"})), false);
%!error <no level of the memory: made up> plot_run ("", "")
%!error id=gemmlab:noFile mm_plot_roofline ("no such folder")
%!error <Invalid call> mm_plot_roofline ()
