## -*- texinfo -*-
## @deftypefn {} {@var{files} =} mm_plot_roofline (@var{dir})
## Plot the roof measured on a machine: attainable GFLOPS against arithmetic intensity.
##
## Read @file{results.json} and @file{manifest.json} in the folder @var{dir} and write @file{perf.png} and
## @file{perf.svg} beside them, without a display.  The return value is a cell array with the two file names.
##
## The grey line is @code{min (peak, bandwidth * intensity)} and its bend, the ridge, the intensity in FLOP/byte
## from which the peak and no longer memory is the limit.  Where @file{results.json} has rows of square products
## in one thread, those of the largest N stand at the intensity of compulsory traffic: A and B read once and C
## written once, which is N/6 FLOP/byte for single precision.  The dotted line is at the intensity of a product
## that loads both operands of every multiply-add from memory: 0.25 FLOP/byte.
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
  [results, manifest] = mm_plot_read (dir);
  roof = mm_plot_roof (results);
  if (! roof.known)
    error ("gemmlab:nothingToPlot", "results.json in %s has no measured roofline; run mmcli roofline first", dir);
  endif
  points = mm_plot_rows (results, roof.dtype);
  points = points([points.n] == max ([points.n, 0]));

  fig = mm_plot_figure ();
  unwind_protect
    ax = draw_axes (roof, points);
    entries = draw_points (ax, roof, points);
    entries = [entries, draw_roof(ax, roof)];
    mm_plot_legend (fig, entries);
    mm_plot_title (fig, sprintf ("Roofline of %s, %s, single-threaded", mm_plot_cpu (manifest), roof.precision));
    files = mm_plot_write (fig, dir);
  unwind_protect_cleanup
    close (fig);
  end_unwind_protect

endfunction

function ax = draw_axes (roof, points)

  intensities = [roof.floor_intensity, roof.ridge, [points.n] / roof.n_per_intensity];
  xlimits = [min(intensities) / 2.5, max(intensities) * 3];
  ticks = 2 .^ (ceil (log2 (xlimits(1))):floor (log2 (xlimits(2))));
  rates = [roof.gbytes_per_s * xlimits(1), roof.peak_gflops, points.gflops];
  ax = mm_plot_axes (xlimits, ticks, rates);
  xlabel (ax, "arithmetic intensity  (FLOP per byte of memory traffic)", "fontsize", 12);
  ylabel (ax, "attainable GFLOPS", "fontsize", 12);

endfunction

## Draws the methods' points and returns their legend entries; none where there are no rows.
function entries = draw_points (ax, roof, points)

  entries = mm_plot_entries ({}, {}, {}, "");
  if (isempty (points))
    return;
  endif
  n = points(1).n;
  for point = points
    style = mm_plot_style (point.frontend, point.method);
    if (strcmp (point.status, "extrapolated"))
      style = [style, {"markerfacecolor", "w"}];
    endif
    line (ax, n / roof.n_per_intensity, point.gflops, style{:}, "linestyle", "none");
  endfor
  entries = mm_plot_entries ({points.frontend}, {points.method}, {points.gflops}, sprintf ("N = %d", n));
  if (any (strcmp ({points.status}, "extrapolated")))
    entries(end+1) = struct ("text", "hollow: extrapolated", "value", "", "line", ...
                             {{"color", [.35 .35 .35], "linestyle", "none", "marker", "o", "markersize", 6, ...
                               "markerfacecolor", "w"}});
  endif

endfunction

function entries = draw_roof (ax, roof)

  grey = [.35 .35 .35];
  roof_line = {"color", grey, "linestyle", "-", "linewidth", 2.5, "marker", "none"};
  floor_line = {"color", grey, "linestyle", ":", "linewidth", 1.5, "marker", "none"};
  limits = xlim (ax);
  x = [limits(1), roof.ridge, limits(2)];
  line (ax, x, min (roof.peak_gflops, roof.gbytes_per_s * x), roof_line{:});
  line (ax, roof.floor_intensity * [1 1], [ylim(ax)(1), roof.floor_gflops], floor_line{:});
  line (ax, roof.floor_intensity, roof.floor_gflops, "color", grey, "marker", "o", "markersize", 7, "linewidth", 2, ...
        "markerfacecolor", "w");
  mm_plot_bend (ax, roof, roof.ridge, ...
                sprintf ("ridge: memory meets the peak at %s FLOP/byte", mm_plot_number (roof.ridge)));

  memory = sprintf ("memory, %s GB/s × FLOP/byte", mm_plot_number (roof.gbytes_per_s));
  floor_text = sprintf ("floor, %g FLOP/byte", roof.floor_intensity);
  entries = struct ("text", {"Measured roof", "peak", memory, floor_text}, ...
                    "value", {"GFLOPS", mm_plot_number(roof.peak_gflops), "", mm_plot_number(roof.floor_gflops)}, ...
                    "line", {[], roof_line, roof_line, floor_line});

endfunction

## Invented figures.
%!function write_text (name, text)
%!  fid = fopen (name, "w");
%!  fputs (fid, text);
%!  fclose (fid);
%!endfunction
%!function texts = plot_run (rows, roofline)
%!  dir = tempname ();
%!  mkdir (dir);
%!  unwind_protect
%!    write_text (fullfile (dir, "results.json"), ...
%!                ['{"schema": "gemmlab-results/1", "results": [' rows '], "roofline": ' roofline '}']);
%!    write_text (fullfile (dir, "manifest.json"), ...
%!                '{"schema": "gemmlab-manifest/1", "cpu": {"model": null, "model_reason": "made up"}}');
%!    lastwarn ("");
%!    files = mm_plot_roofline (dir);
%!    assert (lastwarn (), "");
%!    assert (exist (files{1}, "file"), 2);
%!    texts = regexp (fileread (files{2}), '<text>(?:<tspan[^>]*>)?([^<]*)', "tokens");
%!    texts = strtrim ([texts{:}]);
%!  unwind_protect_cleanup
%!    confirm_recursive_rmdir (false, "local");
%!    rmdir (dir, "s");
%!  end_unwind_protect
%!endfunction
%!function expect (texts, expected)
%!  for text = expected
%!    assert (any (strcmp (texts, text{1})), true, text{1});
%!  endfor
%!endfunction
%!shared roof64
%! roof64 = ['{"dtype": "f64", "isa": "avx2", "peak_gflops": 40, "triad_gbytes_per_s": 10, ' ...
%!           '"ridge_flop_per_byte": 4}'];

%!test
%! texts = plot_run ("", roof64);
%! expect (texts, {"Roofline of an unknown CPU, fp64, single-threaded", "measured peak 40.0 GFLOPS (AVX2)", ...
%!                 "ridge: memory meets the peak at 4.00 FLOP/byte", "floor, 0.125 FLOP/byte", "1.25", "0.125", "8"});
%!test
%! row = ['{"frontend": "cli", "method": "blas", "dtype": "f64", "m": %d, "n": %d, "k": %d, ' ...
%!        '"threads": %d, "status": "%s", "gflops": %d}'];
%! rows = [sprintf(row, 96, 96, 96, 1, "measured", 21) "," sprintf(row, 192, 192, 192, 1, "extrapolated", 32) "," ...
%!         sprintf(row, 192, 192, 192, 2, "measured", 63) "," sprintf(row, 400, 1, 2, 1, "measured", 54)];
%! texts = plot_run (rows, roof64);
%! expect (texts, {"Called from C (mmcli)", "N = 192", "blas", "32.0", "hollow: extrapolated"});
%! assert (any (ismember (texts, {"21.0", "63.0", "54.0"})), false);
%!error id=gemmlab:nothingToPlot plot_run ("", "null")
%!error id=gemmlab:noFile mm_plot_roofline ("no such folder")
%!error <Invalid call> mm_plot_roofline ()
