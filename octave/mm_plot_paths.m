## -*- texinfo -*-
## @deftypefn {} {@var{files} =} mm_plot_paths (@var{dir})
## Plot the same product in every front end.
##
## Read @file{paths.json} and @file{manifest.json} in the folder @var{dir}, as @code{mmcli paths --exercise} writes them,
## and write @file{perf.png} and @file{perf.svg} beside them, without a display.  The return value is a cell array with the
## two file names.
##
## On the left the rate against the size, with our own product called from C; on the right what a call takes at the
## smallest size, which is next to no arithmetic.
## @seealso{mm_plot_overhead}
## @end deftypefn

function files = mm_plot_paths (dir)

  if (nargin != 1)
    print_usage ();
  endif
  [paths, manifest] = mm_plot_read (dir, "paths.json");
  curves = list_curves (paths);
  if (isempty (curves))
    error ("gemmlab:nothingToPlot", "paths.json in %s has no times; 'mmcli paths --exercise' measures them", dir);
  endif
  fig = mm_plot_figure ();
  unwind_protect
    mm_plot_title (fig, sprintf ("The same product in every front end on %s, fp32, one thread", mm_plot_cpu (manifest)));
    draw_rates (fig, curves);
    draw_calls (fig, curves);
    files = mm_plot_write (fig, dir);
  unwind_protect_cleanup
    close (fig);
  end_unwind_protect

endfunction

## A curve for each version of each front end, and ours from C, with the sizes, medians and least times.
function curves = list_curves (paths)

  curves = struct ("name", {}, "frontend", {}, "n", {}, "gflops", {}, "min_s", {}, "style", {});
  if (isempty (paths.exercise))
    return;
  endif
  times = paths.exercise(strcmp ({paths.exercise.what}, "product") & ! cellfun (@isempty, {paths.exercise.seconds}));
  times = times(! strcmp ({times.frontend}, "c") | cellfun (@isempty, {times.library}));
  names = arrayfun (@(t) curve_name (paths, t), times, "UniformOutput", false);
  for name = unique (names, "stable")(:)'
    own = times(strcmp (names, name{1}));
    seconds = [own.seconds];
    version = sum (strcmp ({curves.frontend}, own(1).frontend)); # of this front end before
    curves(end+1) = struct ("name", name{1}, "frontend", own(1).frontend, "n", [own.size], "gflops", [own.gflops], ...
                            "min_s", [seconds.min], "style", {style_of(own(1).frontend, version)});
  endfor

endfunction

function name = curve_name (paths, timing)

  name = "C: mm_gemm";
  at = find (strcmp ({paths.frontends.name}, timing.frontend), 1);
  if (! isempty (at))
    name = sprintf ("%s %s", paths.frontends(at).title, regexprep (timing.version, '^(\d+\.\d+).*', "$1"));
  endif

endfunction

## The colour tells the front end (Okabe and Ito's), the line the version.
function style = style_of (frontend, version)

  known = {
    "octave", [  0   0   0], "x"
    "numpy",  [  0 114 178], "o"
    "scipy",  [ 86 180 233], "s"
    "torch",  [213  94   0], "^"
    "jax",    [  0 158 115], "d"
    "mlx",    [204 121 167], "v"
    "c",      [230 159   0], "p"
  };
  lines = {"-", "--", ":"};
  at = find (strcmp (known(:,1), strtok (frontend, "-")), 1);
  style = {"color", known{at,2} / 255, "marker", known{at,3}, "markerfacecolor", known{at,2} / 255, ...
           "linestyle", lines{min(version + 1, end)}, "linewidth", 1.8, "markersize", 5};

endfunction

function draw_rates (fig, curves)

  n = unique ([curves.n]);
  rates = [curves.gflops];
  limits = [min(rates) / 1.6, max(rates) * 1.6];
  decades = 10 .^ (ceil (log10 (limits(1))):floor (log10 (limits(2))));
  ticks = n(n == 2 .^ round (log2 (n)) | n == n(end));
  ax = axes ("parent", fig, "position", [.075 .11 .5 .78], "xscale", "log", "yscale", "log", ...
             "xlim", [n(1) / 1.15, n(end) * 1.15], "ylim", limits, "xtick", ticks, "xticklabel", labels_of (ticks), ...
             "ytick", decades, "yticklabel", labels_of (decades), "xminortick", "off", "yminortick", "off", ...
             "xgrid", "on", "ygrid", "on", "box", "on", "ticklength", [.006 .006], "fontsize", 11);
  hold (ax, "on");
  xlabel (ax, "N", "fontsize", 12);
  ylabel (ax, "GFLOPS", "fontsize", 12);
  for curve = curves
    line (ax, curve.n, curve.gflops, curve.style{:});
  endfor

endfunction

function labels = labels_of (values)
  labels = arrayfun (@(v) sprintf ("%.12g", v), values, "UniformOutput", false);
endfunction

## Also the legend: the names are in the order of their times.
function draw_calls (fig, curves)

  smallest = min ([curves.n]);
  curves = curves(arrayfun (@(c) any (c.n == smallest), curves));
  us = arrayfun (@(c) 1e6 * c.min_s(c.n == smallest), curves);
  [us, order] = sort (us, "descend");
  curves = curves(order);
  limits = [min(us) / 2, max(us) * 6];
  decades = 10 .^ (ceil (log10 (limits(1))):floor (log10 (limits(2))));
  count = numel (curves);
  ax = axes ("parent", fig, "position", [.755 .11 .225 .71], "xscale", "log", "xlim", limits, "ylim", [.3, count + .7], ...
             "xtick", decades, "xticklabel", labels_of (decades), "ytick", [], "xminortick", "off", "xgrid", "on", ...
             "box", "on", "ticklength", [.006 .006], "fontsize", 11);
  hold (ax, "on");
  title (ax, sprintf ("A call at N = %d", smallest), "fontsize", 12, "fontweight", "bold");
  xlabel (ax, "µs", "fontsize", 12);
  for i = 1:count
    line (ax, [limits(1), us(i)], [i i], curves(i).style{:}, "marker", "none");
    line (ax, us(i), i, curves(i).style{:}, "linestyle", "none", "markersize", 8);
    text (ax, us(i) * 1.55, i, sprintf ("%.3g", us(i)), "fontsize", 10);
    text (ax, limits(1) / (limits(2) / limits(1)) ^ .05, i, curves(i).name, "fontsize", 11, "color", curves(i).style{2}, ...
          "interpreter", "none", "horizontalalignment", "right");
  endfor

endfunction

## Invented figures.
%!function write_text (name, text)
%!  fid = fopen (name, "w");
%!  fputs (fid, text);
%!  fclose (fid);
%!endfunction
%!function text = timing (frontend, version, library, size, seconds)
%!  text = sprintf (['{"frontend": "%s", "version": %s, "what": "product", "size": %d, "gflops": %g, "library": %s, ' ...
%!                   '"seconds": {"median": %g, "min": %g}}'], frontend, version, size, 2e-9 * size ^ 3 / seconds, library, ...
%!                  seconds, seconds);
%!endfunction
%!function texts = plot_times (times)
%!  dir = tempname ();
%!  mkdir (dir);
%!  unwind_protect
%!    write_text (fullfile (dir, "paths.json"), ...
%!                ['{"schema": "gemmlab-paths/1", "frontends": [{"name": "numpy", "title": "NumPy"}], "exercise": [' ...
%!                 strjoin(times, ",") ']}']);
%!    write_text (fullfile (dir, "manifest.json"), '{"schema": "gemmlab-manifest/1", "cpu": {"model": "Made up"}}');
%!    files = mm_plot_paths (dir);
%!    assert (exist (files{1}, "file"), 2);
%!    texts = regexp (fileread (files{2}), '<text>(?:<tspan[^>]*>)?([^<]*)', "tokens");
%!    texts = strtrim ([texts{:}]);
%!  unwind_protect_cleanup
%!    confirm_recursive_rmdir (false, "local");
%!    rmdir (dir, "s");
%!  end_unwind_protect
%!endfunction
%!test # a curve a version, ours, and not the bare calls
%! texts = plot_times ({timing("numpy", '"1.24.2"', '"libblas.so.3"', 16, 2e-6), ...
%!                      timing("numpy", '"2.4.6"', '"libopenblas.so"', 16, 3e-6), ...
%!                      timing("numpy", '"2.4.6"', '"libopenblas.so"', 1024, 3e-2), ...
%!                      timing("c", "null", '"libblas.so.3"', 16, 1e-7), timing("c", "null", "null", 16, 4e-7)});
%! for expected = {"NumPy 1.24", "NumPy 2.4", "C: mm_gemm", "A call at N = 16", "1024", "0.4"}
%!   assert (any (strcmp (texts, expected{1})), true, expected{1});
%! endfor
%! assert (any (strcmp (texts, "0.1")), false);
%!error id=gemmlab:nothingToPlot plot_times ({})
%!error id=gemmlab:noFile mm_plot_paths ("no such folder")
%!error <Invalid call> mm_plot_paths ()
