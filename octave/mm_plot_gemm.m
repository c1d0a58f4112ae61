## -*- texinfo -*-
## @deftypefn {} {@var{files} =} mm_plot_gemm (@var{dir})
## Plot how @code{mm_gemm} stands beside the other libraries, from what @command{mmcli rivals} wrote.
##
## Read @file{results.json} and @file{manifest.json} in the folder @var{dir} and write @file{gemm.png} and @file{gemm.svg}
## beside them, without a display.  The return value is a cell array with the two file names.
##
## Above, the share of the measured peak that square products in one thread reach, against N: @code{mm_gemm} in black,
## each library's best kernel in a colour, its other kernels in grey.  Below, the ratio of @code{mm_gemm} to the fastest
## other at each N: a red point is slower than that.
##
## @example
## mm_plot_gemm ("build/bench-gemm/f32")
## @end example
## @seealso{mm_plot, mm_plot_ladder}
## @end deftypefn

function files = mm_plot_gemm (dir)

  if (nargin != 1)
    print_usage ();
  endif
  [data, manifest] = mm_plot_read (dir);
  roof = mm_plot_roof (data);
  curves = read_curves (data, roof.dtype);
  ours = find (cellfun (@isempty, {curves.provider}));
  if (! roof.known || isempty (ours) || numel (curves) < 2)
    error ("gemmlab:nothingToPlot", "results.json in %s has no square product of mm_gemm beside another library's", dir);
  endif
  curves = choose_styles (curves, roof);
  heading = sprintf ("mm_gemm beside other libraries on %s, %s, one thread", mm_plot_cpu (manifest), roof.precision);
  files = mm_plot_draw (dir, "gemm", heading, @(fig) draw (fig, curves));

endfunction

function draw (fig, curves)

  sizes = unique ([curves.n]);
  draw_shares (fig, curves, sizes);
  draw_ratios (fig, curves, sizes);
  mm_plot_legend (fig, legend_entries (curves));

endfunction

## A curve for each provider and kernel: n ascending, gflops, and the name of the kernel.
function curves = read_curves (data, dtype)

  curves = struct ("provider", {}, "kernel", {}, "n", {}, "gflops", {});
  for i = 1:numel (data.results)
    row = mm_plot_item (data.results, i);
    if (row.m != row.n || row.k != row.n || row.threads != 1 || isempty (row.gflops) || ! strcmp (row.dtype, dtype)
        || ! any (strcmp (row.method, {"packed", "blas"})) || (isempty (row.provider) && strcmp (row.method, "blas")))
      continue;
    endif
    [provider, kernel] = deal (char (row.provider), char (row.kernel)); # null came as []
    at = find (strcmp ({curves.provider}, provider) & strcmp ({curves.kernel}, kernel));
    if (isempty (at))
      curves(end+1) = struct ("provider", provider, "kernel", kernel, "n", [], "gflops", []);
      at = numel (curves);
    endif
    curves(at).n(end+1) = row.n;
    curves(at).gflops(end+1) = row.gflops;
  endfor
  for i = 1:numel (curves)
    [curves(i).n, order] = sort (curves(i).n);
    curves(i).gflops = curves(i).gflops(order);
  endfor

endfunction

## Each provider's best kernel: the one that was timed at most sizes and, of those, is the fastest. Adds the fields
## percent, best and style; the slowest libraries come first, so that the others are drawn over them.
function curves = choose_styles (curves, roof)

  for i = 1:numel (curves)
    curves(i).percent = 100 * curves(i).gflops / roof.peak_gflops;
    curves(i).speed = numel (curves(i).n) + mean (curves(i).percent) / 1000;
    curves(i).best = false;
    curves(i).style = {"color", [.78 .78 .78], "linewidth", 1};
  endfor
  [~, order] = sort ([curves.speed]);
  curves = curves(order);
  colours = {[0 114 178], [213 94 0], [0 158 115], [204 121 167], [230 159 0], [86 180 233], [192 182 53], [128 84 40]};
  markers = "osd^v><p";
  taken = 0;
  for i = numel (curves):-1:1
    same = strcmp ({curves.provider}, curves(i).provider);
    if (any ([curves(same).best]))
      continue;
    endif
    curves(i).best = true;
    if (isempty (curves(i).provider))
      curves(i).style = {"color", [0 0 0], "linewidth", 2.5, "marker", "o", "markersize", 5, "markerfacecolor", [0 0 0]};
      continue;
    endif
    place = 1 + mod (taken++, numel (colours));
    curves(i).style = {"color", colours{place} / 255, "linewidth", 1.5, "marker", markers(place), "markersize", 5, ...
                       "markerfacecolor", colours{place} / 255};
  endfor

endfunction

function ax = draw_axes (fig, position, sizes, ylimits, label)

  limits = [min(sizes) / 1.15, max(sizes) * 1.15];
  if (isscalar (sizes))
    limits = sizes * [.5 2];
  endif
  ax = axes ("parent", fig, "position", position, "xscale", "log", "xlim", limits, "ylim", ylimits, "xtick", sizes, ...
             "xminortick", "off", "xgrid", "on", "ygrid", "on", "box", "on", "ticklength", [.006 .006], "fontsize", 11);
  hold (ax, "on");
  ylabel (ax, label, "fontsize", 11, "interpreter", "none");

endfunction

function draw_shares (fig, curves, sizes)

  ax = draw_axes (fig, [.085 .40 .60 .525], sizes, [0, max(102, 1.04 * max ([curves.percent]))], "% of the measured peak");
  set (ax, "xticklabel", {}, "ytick", 0:20:100);
  line (ax, xlim (ax), [100 100], "color", [.35 .35 .35], "linewidth", 1.5, "linestyle", "--");
  ours = cellfun (@isempty, {curves.provider});
  for curve = [curves(! [curves.best] & ! ours), curves([curves.best] & ! ours), curves(ours)]
    line (ax, curve.n, curve.percent, curve.style{:});
  endfor

endfunction

## Our rate over the fastest other's, at each of our sizes.
function draw_ratios (fig, curves, sizes)

  mine = curves(cellfun (@isempty, {curves.provider}));
  others = curves(! cellfun (@isempty, {curves.provider}));
  ratios = zeros (size (mine.n));
  for i = 1:numel (mine.n)
    best = max ([0, [others.gflops]([others.n] == mine.n(i))]);
    ratios(i) = mine.gflops(i) / best;
  endfor
  shown = isfinite (ratios);
  [n, ratios] = deal (mine.n(shown), ratios(shown));
  limits = [min([.9, ratios]) - .1, max([1.15, ratios]) + .1];
  ax = draw_axes (fig, [.085 .105 .60 .245], sizes, limits, "ratio to fastest");
  set (ax, "xticklabel", tick_labels (sizes, xlim (ax)));
  xlabel (ax, "N", "fontsize", 11);
  line (ax, xlim (ax), [1 1], "color", [.35 .35 .35], "linewidth", 1.5);
  line (ax, n, ratios, "color", [.6 .6 .6], "linewidth", 1);
  draw_points (ax, n, ratios, ratios >= 1, "o", [0 0 0]);
  draw_points (ax, n, ratios, ratios < 1, "v", [213 94 0] / 255);
  text (ax, xlim (ax)(2), limits(2), sprintf ("geometric mean %s ", mm_plot_number (exp (mean (log (ratios))))), ...
        "fontsize", 10, "horizontalalignment", "right", "verticalalignment", "top");

endfunction

## gnuplot waits for ever for the points of a line that has none.
function draw_points (ax, x, y, which, marker, colour)

  if (any (which))
    line (ax, x(which), y(which), "linestyle", "none", "marker", marker, "markersize", 6, "color", colour, ...
          "markerfacecolor", colour);
  endif

endfunction

## Powers of two first; a label that would touch one that stands is left blank.
function labels = tick_labels (ticks, limits)

  labels = repmat ({""}, size (ticks));
  place = log (ticks) / log (limits(2) / limits(1));
  powers = log2 (ticks) == round (log2 (ticks));
  standing = [];
  for i = [find(powers), find(! powers)]
    if (all (abs (place(i) - standing) >= .065))
      labels{i} = sprintf ("%d", ticks(i));
      standing(end+1) = place(i);
    endif
  endfor

endfunction

## The rate at the largest size of all, ours first, then the fastest; and what is grey.
function entries = legend_entries (curves)

  largest = max ([curves.n]);
  entries = struct ("text", sprintf ("GFLOPS at N = %d", largest), "value", " ", "line", []);
  shown = curves([curves.best]);
  rates = arrayfun (@(c) max ([0, c.gflops(c.n == largest)]), shown);
  [~, order] = sort (rates + 1e6 * cellfun (@isempty, {shown.provider}), "descend");
  for i = order
    name = "mm_gemm";
    if (! isempty (shown(i).provider))
      version = regexprep (shown(i).provider, '(\d+\.\d+\.\d+)\.\S*', "$1"); # the first three numbers tell
      name = strtrim (sprintf ("%s %s", version, shown(i).kernel));
    endif
    rate = "";
    if (rates(i) > 0)
      rate = mm_plot_number (rates(i));
    endif
    entries(end+1) = struct ("text", name, "value", rate, "line", {shown(i).style});
  endfor
  if (! all ([curves.best]))
    entries(end+1) = struct ("text", "their other kernels", "value", "", "line", {{"color", [.78 .78 .78], "linewidth", 1}});
  endif

endfunction

## Invented rates: a row each of mm_gemm and of two kernels of one library, at two sizes.
%!function text = row_text (method, provider, kernel, n, gflops)
%!  text = sprintf (['{"frontend": "cli", "method": "%s", "dtype": "f32", "m": %d, "n": %d, "k": %d, "threads": 1, ' ...
%!                   '"provider": %s, "kernel": %s, "status": "measured", "gflops": %g}'], ...
%!                  method, n, n, n, provider, kernel, gflops);
%!endfunction
%!function texts = plot_rows (rows)
%!  roof = '{"dtype": "f32", "isa": "avx512", "peak_gflops": 200, "triad_gbytes_per_s": 10}';
%!  texts = __mm_test_plot__ (@mm_plot_gemm, "gemm", ...
%!    {"results.json", ['{"schema": "gemmlab-results/1", "results": [' strjoin(rows, ", ") '], "roofline": ' roof '}']
%!     "manifest.json", '{"schema": "gemmlab-manifest/1", "cpu": {"model": "Made_up(R) CPU"}}'});
%!endfunction
%!test # ours first, then each library's best kernel; the mean of 100/80 and 150/160
%! rows = {row_text("packed", "null", "null", 64, 100), row_text("packed", "null", "null", 128, 150), ...
%!         row_text("blas", '"lib 1.2.3.4"', '"Fast"', 64, 80), row_text("blas", '"lib 1.2.3.4"', '"Fast"', 128, 160), ...
%!         row_text("blas", '"lib 1.2.3.4"', '"Slow"', 64, 70), row_text("blas_tn", '"lib 1.2.3.4"', '"Odd"', 64, 199)};
%! texts = plot_rows (rows);
%! __mm_test_texts__ (texts, {"mm_gemm beside other libraries on Made_up CPU, fp32, one thread", "mm_gemm", "150", "lib 1.2.3 Fast", ...
%!                 "160", "their other kernels", "geometric mean 1.08", "GFLOPS at N = 128", "64", "128"});
%! assert (any (strcmp (texts, "lib 1.2.3 Slow")), false);
%! assert (any (strcmp (texts, "lib 1.2.3 Odd")), false);
%!test # one size and one rival
%! texts = plot_rows ({row_text("packed", "null", "null", 64, 100), row_text("blas", '"netlib"', "null", 64, 2)});
%! assert (any (strcmp (texts, "netlib")));
%!test # behind everywhere: no point is above 1
%! texts = plot_rows ({row_text("packed", "null", "null", 64, 1), row_text("blas", '"netlib"', "null", 64, 2)});
%! assert (any (strcmp (texts, "geometric mean 0.500")));
%!error id=gemmlab:nothingToPlot plot_rows ({row_text("packed", "null", "null", 64, 100)})
%!error id=gemmlab:noFile mm_plot_gemm ("no such folder")
%!error <Invalid call> mm_plot_gemm ()
