## -*- texinfo -*-
## @deftypefn {} {@var{files} =} mm_plot (@var{dir})
## Plot GFLOPS against matrix size from a benchmark's results.
##
## Read @file{results.json} and @file{manifest.json} in the folder @var{dir} and write @file{perf.png} and
## @file{perf.svg} beside them, without a display.  The return value is a cell array with the two file names.
##
## The plot has one curve for each front end and method, from the rows of square products in one thread; where several
## BLAS libraries or kernels were timed (@code{mmcli bench --provider}), one for each of them.
## Measured points are filled; extrapolated ones are hollow and joined by dots.  The grey line is the roof
## that was measured on the machine, @code{min (peak, bandwidth * intensity)}, where the intensity is that of
## compulsory traffic: A and B read once and C written once,
## @tex
## $2 N^3 / (3 N^2 \cdot \hbox{bytes})$,
## @end tex
## @ifnottex
## 2 N^3 / (3 N^2 bytes),
## @end ifnottex
## which is N/6 FLOP/byte for single precision.  The bend of the roof, marked with its N, is the size from
## which memory no longer limits a product that reads its matrices once.  The thin dotted line is what
## memory allows a product that loads both operands of every multiply-add: 0.25 FLOP/byte.
##
## @example
## mm_plot ("experiments/03-matmul-perf")
## @end example
## @seealso{mm_plot_roofline, bench_lab01}
## @end deftypefn

function files = mm_plot (dir)

  if (nargin != 1)
    print_usage ();
  endif
  [results, manifest] = mm_plot_read (dir);
  roof = mm_plot_roof (results);
  curves = collect_curves (results, roof);

  heading = sprintf ("Matmul performance on %s, %s, single-threaded", mm_plot_cpu (manifest), roof.precision);
  files = mm_plot_draw (dir, "perf", heading, @(fig) draw (fig, curves, roof));

endfunction

function draw (fig, curves, roof)

  ax = draw_axes (curves, roof);
  mm_plot_legend (fig, [draw_curves(ax, curves), draw_roof(ax, roof)]);

endfunction

## One curve for each (front end, method) that has square rows in one thread: fields frontend, method, n,
## gflops, extrapolated (vectors, ascending in n), style, fastest last row first.  Where several BLAS libraries or
## kernels serve a method, one curve for each, of the front end "library" and named after it.
function curves = collect_curves (results, roof)

  curves = struct ("frontend", {}, "method", {}, "n", {}, "gflops", {}, "extrapolated", {}, "style", {});
  rows = name_libraries (mm_plot_rows (results, roof.dtype));
  libraries = unique ({rows(strcmp ({rows.frontend}, "library")).method});
  while (! isempty (rows))
    same = strcmp ({rows.frontend}, rows(1).frontend) & strcmp ({rows.method}, rows(1).method);
    [n, first] = unique ([rows(same).n], "first");
    mine = rows(same)(first);
    if (strcmp (rows(1).frontend, "library"))
      style = mm_plot_library_style (rows(1).method, libraries);
    else
      style = mm_plot_style (rows(1).frontend, rows(1).method);
    endif
    curves(end+1) = struct ("frontend", rows(1).frontend, "method", rows(1).method, "n", n, ...
                            "gflops", [mine.gflops], ...
                            "extrapolated", strcmp ({mine.status}, "extrapolated"), "style", {style});
    rows(same) = [];
  endwhile
  if (isempty (curves))
    error ("gemmlab:nothingToPlot", ["results.json has no square product in one thread that was measured or " ...
                                     "extrapolated; run a benchmark with --threads 1 first"]);
  endif

endfunction

function rows = name_libraries (rows)

  library = strtrim (strcat ({rows.provider}, {" "}, {rows.kernel}));
  key = strcat ({rows.frontend}, {":"}, {rows.method});
  for i = 1:numel (rows)
    if (numel (unique (library(strcmp (key, key{i})))) > 1)
      rows(i).frontend = "library";
      rows(i).method = library{i};
    endif
  endfor

endfunction

function ax = draw_axes (curves, roof)

  sizes = unique ([curves.n]);
  left = sizes(1);
  if (roof.known && roof.crossing_n < left && roof.crossing_n >= left / 4)
    left = roof.crossing_n; # make it visible
  endif
  ax = mm_plot_axes ([left / 1.35, sizes(end) * 1.2], sizes, [curves.gflops, roof.floor_gflops, roof.peak_gflops]);
  xlabel (ax, "N  (C = A B, all N x N)", "fontsize", 12);
  ylabel (ax, "GFLOPS  (2 N^3 / time)", "fontsize", 12);

endfunction

## Draws the curves and returns their legend entries.
function entries = draw_curves (ax, curves)

  largest = max ([curves.n]);
  at_largest = @(curve) curve.gflops(curve.n == largest);
  entries = mm_plot_entries ({curves.frontend}, {curves.method}, ...
                             arrayfun (at_largest, curves, "uniformoutput", false), sprintf ("N = %d", largest), ...
                             {curves.style});
  for curve = curves
    draw_curve (ax, curve, curve.style);
  endfor
  if (any ([curves.extrapolated]))
    note = {"color", [.35 .35 .35], "linestyle", ":", "linewidth", 1.5, "marker", "o", "markersize", 6, ...
            "markerfacecolor", "w"};
    entries(end+1) = struct ("text", "extrapolated: T(N) = 8 T(N/2)", "value", "", "line", {note});
  endif

endfunction

function draw_curve (ax, curve, style)

  measured = ! curve.extrapolated;
  line (ax, curve.n(measured), curve.gflops(measured), style{:});
  if (all (measured))
    return;
  endif
  ## The dots start at the last measured point before the first extrapolated one.
  from = max ([1, find(measured & curve.n < min (curve.n(! measured)), 1, "last")]);
  tail = [from, find(! measured)];
  line (ax, curve.n(tail), curve.gflops(tail), style{:}, "linestyle", ":", "marker", "none");
  line (ax, curve.n(! measured), curve.gflops(! measured), style{:}, "linestyle", "none", ...
        "markerfacecolor", "w");

endfunction

## Draws the roof with its labels and returns its legend entries; none where no roof was measured.
function entries = draw_roof (ax, roof)

  entries = struct ("text", {}, "value", {}, "line", {});
  if (! roof.known)
    return;
  endif
  limits = xlim (ax);
  grey = [.35 .35 .35];
  roof_line = {"color", grey, "linestyle", "-", "linewidth", 2.5, "marker", "none"};
  floor_line = {"color", grey, "linestyle", ":", "linewidth", 1.5, "marker", "none"};
  bend = min (max (roof.crossing_n, limits(1)), limits(2));
  n = unique ([limits(1), bend, limits(2)]);
  line (ax, n, min (roof.peak_gflops, roof.gbytes_per_s * n / roof.n_per_intensity), roof_line{:});
  line (ax, limits, roof.floor_gflops * [1 1], floor_line{:});

  mm_plot_bend (ax, roof, roof.crossing_n, ...
                sprintf ("memory roof meets the peak at N = %.0f (ridge %s FLOP/byte × %d)", roof.crossing_n, ...
                         mm_plot_number (roof.ridge), roof.n_per_intensity));

  memory = sprintf ("memory, %s GB/s × N/%d", mm_plot_number (roof.gbytes_per_s), roof.n_per_intensity);
  floor_text = sprintf ("floor, %g FLOP/byte", roof.floor_intensity);
  entries(1) = struct ("text", "Measured roof", "value", "GFLOPS", "line", []);
  entries(2) = struct ("text", "peak", "value", mm_plot_number (roof.peak_gflops), "line", {roof_line});
  entries(3) = struct ("text", memory, "value", "", "line", {roof_line});
  entries(4) = struct ("text", floor_text, "value", mm_plot_number (roof.floor_gflops), "line", {floor_line});

endfunction

## Invented figures: two sizes, an interpreted loop measured at the first and extrapolated to the second.
%!function texts = plot_run (rows, roofline)
%!  texts = __mm_test_plot__ (@mm_plot, "perf", ...
%!    {"results.json", ['{"schema": "gemmlab-results/1", "results": [' strjoin(rows, ", ") '], "roofline": ' roofline '}']
%!     "manifest.json", '{"schema": "gemmlab-manifest/1", "cpu": {"model": "Made_up(R) CPU @ 1 GHz"}}'});
%!endfunction
%!shared rows
%! row = @(frontend, method, n, status, gflops) ...
%!   sprintf (['{"frontend": "%s", "method": "%s", "dtype": "f32", "m": %d, "n": %d, "k": %d, "threads": 1, ' ...
%!             '"status": "%s", "gflops": %g}'], frontend, method, n, n, n, status, gflops);
%! rows = {row("octave", "naive", 64, "measured", 5e-4), row("octave", "naive", 512, "extrapolated", 5e-4), ...
%!         row("cli", "blas", 64, "measured", 80), row("cli", "blas", 512, "measured", 150), ...
%!         row("cli", "own_name", 512, "measured", 7)};
%!test # a curve a method, the roof, and ticks only where something was measured
%! texts = plot_run (rows, ['{"dtype": "f32", "isa": "avx512", "peak_gflops": 180, "triad_gbytes_per_s": 10, ' ...
%!                          '"ridge_flop_per_byte": 18}']);
%! __mm_test_texts__ (texts, {"Matmul performance on Made_up CPU @ 1 GHz, fp32, single-threaded", "64", "512", "0.001", ...
%!                            "0.1", "1", "100", "measured peak 180 GFLOPS (AVX-512)", ...
%!                            "memory roof meets the peak at N = 108 (ridge 18.0 FLOP/byte × 6)", "own_name", "150", ...
%!                            "0.000500", "extrapolated: T(N) = 8 T(N/2)", "floor, 0.25 FLOP/byte", "2.50"});
%! assert (any (strcmp (texts, "128")), false);
%!test # without a roof
%! texts = plot_run (rows, "null");
%! assert (any (strcmp (texts, "blas")));
%! assert (any (strncmp (texts, "measured peak", 13)), false);
%!test # two kernels of a library and another library: a curve each; a method that one library serves keeps its name
%! served = @(method, provider, kernel) ...
%!   sprintf (['{"frontend": "cli", "method": "%s", "dtype": "f32", "m": 64, "n": 64, "k": 64, "threads": 1, ' ...
%!             '"provider": %s, "kernel": %s, "status": "measured", "gflops": 50}'], method, provider, kernel);
%! texts = plot_run ({served("blas", '"openblas"', '"Haswell"'), served("blas", '"openblas"', '"SkylakeX"'), ...
%!                    served("blas", '"netlib"', "null"), served("packed", "null", "null"), ...
%!                    served("einsum", '"openblas"', '"Haswell"')}, "null");
%! __mm_test_texts__ (texts, {"openblas Haswell", "openblas SkylakeX", "netlib", "packed", "einsum", "BLAS libraries"});
%! assert (any (strcmp (texts, "blas")), false);
%!error <no square product in one thread> plot_run ({}, "null")
%!error id=gemmlab:nothingToPlot plot_run ({}, "null")
%!error id=gemmlab:noFile mm_plot ("no such folder")
%!error id=gemmlab:badArgument mm_plot (1)
%!error <Invalid call> mm_plot ()
