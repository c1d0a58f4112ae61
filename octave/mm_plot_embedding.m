## -*- texinfo -*-
## @deftypefn {} {@var{files} =} mm_plot_embedding (@var{dir})
## Plot an embedding's one-hot product and projection on the roofline measured beside them.
##
## Read @file{timings.json} and @file{manifest.json} in the folder @var{dir}, as @code{bench_embedding} writes them, and
## write @file{perf.png} and @file{perf.svg} beside them, without a display.  The return value is a cell array with the
## two file names.
##
## The grey line is @code{min (peak, bandwidth * intensity)}; filled points are Octave's expressions, hollow ones the
## same product called from C.  The gather has no operations, so no place on logarithmic axes: it stands at the left edge.
## @seealso{bench_embedding, mm_plot_roofline}
## @end deftypefn

function files = mm_plot_embedding (dir)

  if (nargin != 1)
    print_usage ();
  endif
  [timings, manifest] = mm_plot_read (dir, "timings.json");
  points = collect (timings);
  if (isempty (timings.roofline) || isempty (points))
    error ("gemmlab:nothingToPlot", "timings.json in %s has no measured roofline, or no product to place on it", dir);
  endif
  heading = sprintf ("An embedding on the roofline: %s, %s, single-threaded", mm_plot_cpu (manifest), ...
                     struct ("f32", "fp32", "f64", "fp64").(timings.roofline.dtype));
  files = mm_plot_draw (dir, "perf", heading, @(fig) draw (fig, timings, points));

endfunction

function draw (fig, timings, points)

  roof = timings.roofline;
  limits = [min([points.intensity, roof.ridge_flop_per_byte])/4, max([points.intensity, roof.ridge_flop_per_byte])*3];
  ticks = 2 .^ (ceil (log2 (limits(1))):floor (log2 (limits(2))));
  ax = mm_plot_axes (limits, ticks, [roof.gbytes_per_s * limits(1), roof.peak_gflops, [points.gflops] / 2]);
  xlabel (ax, "arithmetic intensity  (FLOP per byte, each operand once)", "fontsize", 12);
  ylabel (ax, "GFLOPS", "fontsize", 12);
  mm_plot_legend (fig, [draw_points(ax, points), draw_roof(ax, roof), draw_gather(ax, timings)]);

endfunction

## What has operations and a rate: name, intensity, gflops (without the way into the interpreter).
function points = collect (timings)

  points = struct ("name", {}, "intensity", {}, "gflops", {});
  for item = timings.items(:)'
    gflops = derived (timings, "net_gflops", item.name);
    if (item.flop > 0 && ! isempty (item.intensity) && ! isempty (gflops))
      points(end+1) = struct ("name", item.name, "intensity", item.intensity, "gflops", gflops);
    endif
  endfor

endfunction

function value = derived (timings, name, of)

  value = [];
  if (! isempty (timings.derived))
    found = timings.derived(strcmp ({timings.derived.name}, name) & strcmp ({timings.derived.of}, of));
    if (! isempty (found))
      value = found(1).value;
    endif
  endif

endfunction

function entries = draw_points (ax, points)

  kinds = {
    "one_hot",     "one-hot, 1 token",    [213  94   0], "o"
    "one_hot_all", "one-hot, 512 tokens", [  0 158 115], "s"
    "projection",  "projection, 512 tokens",      [  0 114 178], "d"
  };
  entries = struct ("text", {}, "value", {}, "line", {});
  for front = {"octave", "cli"; "From Octave", "From C"}
    entries(end+1) = struct ("text", front{2}, "value", "GFLOPS", "line", []);
    for k = 1:rows (kinds)
      point = points(strcmp ({points.name}, [front{1} ":" kinds{k,1}]));
      if (isempty (point))
        continue;
      endif
      colour = kinds{k,3} / 255;
      style = {"color", colour, "marker", kinds{k,4}, "markersize", 8, "linewidth", 1.5, "linestyle", "none", ...
               "markerfacecolor", colour};
      if (strcmp (front{1}, "cli"))
        style = [style, {"markersize", 11, "markerfacecolor", "none"}];
      endif
      line (ax, point.intensity, point.gflops, style{:});
      entries(end+1) = struct ("text", kinds{k,2}, "value", mm_plot_number (point.gflops), "line", {style});
    endfor
  endfor

endfunction

function entries = draw_roof (ax, roof)

  limits = xlim (ax);
  style = {"color", [.35 .35 .35], "linestyle", "-", "linewidth", 2.5, "marker", "none"};
  x = [limits(1), roof.ridge_flop_per_byte, limits(2)];
  line (ax, x, min (roof.peak_gflops, roof.gbytes_per_s * x), style{:});
  mm_plot_bend (ax, struct ("peak_gflops", roof.peak_gflops, "isa", mm_isa_label (roof.isa)), roof.ridge_flop_per_byte, ...
                sprintf ("ridge %s FLOP/byte: memory-bound left of it, compute-bound right", ...
                         mm_plot_number (roof.ridge_flop_per_byte)));
  memory = sprintf ("memory, %s GB/s", mm_plot_number (roof.gbytes_per_s));
  entries = struct ("text", {"Measured roof", "peak", memory}, ...
                    "value", {"GFLOPS", mm_plot_number(roof.peak_gflops), ""}, "line", {[], style, style});

endfunction

## The gather, at the left edge; its times in the legend.
function entries = draw_gather (ax, timings)

  entries = struct ("text", "No operations: 0 FLOP/byte", "value", "µs", "line", []);
  nothing = {"linestyle", "none", "marker", "none"};
  for gather = {"octave:gather", "octave:gather_all"; "gather, 1 token", "gather, 512 tokens"}
    seconds = derived (timings, "net_time", gather{1});
    if (! isempty (seconds))
      entries(end+1) = struct ("text", gather{2}, "value", mm_plot_number (1e6 * seconds), "line", {nothing});
    endif
  endfor
  if (numel (entries) == 1)
    entries = entries([]);
    return;
  endif
  y = ylim (ax)(1) * (ylim (ax)(2) / ylim (ax)(1)) ^ .05;
  text (ax, xlim (ax)(1), y, " ← gather: 0 FLOP/byte, beyond the left edge", "fontsize", 11);

endfunction

## Invented figures.
%!function texts = plot_timings (roofline, items)
%!  item = @(name, flop, intensity) ...
%!    sprintf ('{"name": "%s", "flop": %g, "intensity": %g}', name, flop, intensity);
%!  rate = @(name, of, value) sprintf ('{"name": "%s", "of": "%s", "value": %s}', name, of, value);
%!  known = {item("octave:projection", 10, 26), item("cli:one_hot", 10, .5), item("octave:gather", 0, 0)};
%!  derived = {rate("net_gflops", "octave:projection", "77"), rate("net_gflops", "cli:one_hot", "null"), ...
%!             rate("net_gflops", "octave:gather", "0"), rate("net_time", "octave:gather", "2.5e-6")};
%!  texts = __mm_test_plot__ (@mm_plot_embedding, "perf", ...
%!    {"timings.json", ['{"schema": "gemmlab-timings/1", "items": [' strjoin(known(items), ",") '], "derived": [' ...
%!                      strjoin(derived, ",") '], "roofline": ' roofline '}']
%!     "manifest.json", '{"schema": "gemmlab-manifest/1", "cpu": {"model": "Made up"}}'});
%!endfunction
%!shared roof
%! roof = '{"dtype": "f32", "isa": "avx2", "peak_gflops": 120, "gbytes_per_s": 10, "ridge_flop_per_byte": 12}';
%!test # what has a rate stands on the roof, the gather in the legend
%! texts = plot_timings (roof, 1:3);
%! __mm_test_texts__ (texts, {"projection, 512 tokens", "77.0", "gather, 1 token", "2.50", "measured peak 120 GFLOPS (AVX2)", ...
%!                 "ridge 12.0 FLOP/byte: memory-bound left of it, compute-bound right", "memory, 10.0 GB/s"});
%! assert (any (strcmp (texts, "one-hot, 1 token")), false); # has no rate
%!error id=gemmlab:nothingToPlot plot_timings ("null", 1:3)
%!error id=gemmlab:nothingToPlot plot_timings (roof, 3)
%!error id=gemmlab:noFile mm_plot_embedding ("no such folder")
%!error <Invalid call> mm_plot_embedding ()
