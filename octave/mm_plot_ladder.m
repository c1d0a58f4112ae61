## -*- texinfo -*-
## @deftypefn {} {@var{files} =} mm_plot_ladder (@var{dir})
## Plot what each rung of the ladder is worth: a waterfall of factors on a logarithmic scale.
##
## Read @file{ladder.json} and @file{manifest.json} in the folder @var{dir} and write @file{ladder.png} and
## @file{ladder.svg} beside them, without a display.  The return value is a cell array with the two file names.
##
## One bar a step, at the largest size: it begins at the speed of the rung below and ends at its own, both as multiples of
## the lowest rung's; the factor stands on it, with a thin line for the interval.  A step that makes the product slower is
## red and leads back; a pale bar is extrapolated.  The last bar is the whole.
##
## @example
## mm_plot_ladder ("experiments/03-matmul-perf")
## @end example
## @seealso{mm_ladder, mm_plot}
## @end deftypefn

function files = mm_plot_ladder (dir)

  if (nargin != 1)
    print_usage ();
  endif
  [data, manifest] = mm_plot_read (dir, "ladder.json");
  if (isempty (data.ladders))
    error ("gemmlab:nothingToPlot", "ladder.json in %s has no step: no two rungs were timed at one size", dir);
  endif
  [~, largest] = max ([data.ladders.n]);
  ladder = data.ladders(largest);
  heading = sprintf ("What each rung is worth on %s, N = %d, %s", mm_plot_cpu (manifest), ladder.n, ...
                     struct ("f32", "fp32", "f64", "fp64").(ladder.dtype));
  files = mm_plot_draw (dir, "ladder", heading, @(fig) draw (fig, ladder));

endfunction

function draw (fig, ladder)

  ax = draw_axes (fig, ladder);
  draw_bars (ax, ladder);
  draw_remarks (ax, ladder);

endfunction

## Row r is at y = -r: row 0 the lowest rung, then a row a step, then the whole. x is the speed, the lowest rung's being 1.
function ax = draw_axes (fig, ladder)

  speeds = speed_of_rows (ladder);
  ends = [speeds(1:end-1) .* interval_ends(ladder.steps, 1), speeds(1:end-1) .* interval_ends(ladder.steps, 2), ...
          interval_ends(ladder.total, 1), interval_ends(ladder.total, 2)];
  limits = [min([speeds, ends]) / 1.4, max([speeds, ends, 10]) * 1.3];
  decades = 10 .^ (ceil (log10 (limits(1))):floor (log10 (limits(2))));
  ax = axes ("parent", fig, "position", [.37 .1 .52 .82], "xscale", "log", "xlim", limits, ...
             "ylim", [-numel(ladder.steps)-2, .6], "ytick", [], "xtick", decades, "xticklabel", ...
             arrayfun (@whole_number, decades, "uniformoutput", false), "xminortick", "off", "xgrid", "on", ...
             "box", "on", "ticklength", [0 0], "fontsize", 12);
  hold (ax, "on");
  xlabel (ax, sprintf ("speed, as a multiple of %s", ladder.total.from), "fontsize", 12, "interpreter", "none");

endfunction

## Of each step, the low (1) or the high (2) end of its interval; its factor where it has none.
function ends = interval_ends (steps, which)

  ends = [steps.factor];
  for s = find (! cellfun (@isempty, {steps.interval}))
    ends(s) = steps(s).interval(which);
  endfor

endfunction

## [1, speed of rung after step 1, ...]
function speeds = speed_of_rows (ladder)

  speeds = cumprod ([1, [ladder.steps.factor]]);

endfunction

function draw_bars (ax, ladder)

  speeds = speed_of_rows (ladder);
  colours = struct ("faster", [0 114 178], "slower", [213 94 0], "whole", [60 60 60]); # Okabe and Ito's, and grey
  count = numel (ladder.steps);
  draw_label (ax, ladder, 0, rung_of (ladder, ladder.total.from));
  for s = 1:count
    step = ladder.steps(s);
    colour = colours.faster;
    if (step.factor < 1)
      colour = colours.slower;
    endif
    line (ax, speeds([s s]), [-s-.3, -s+1], "color", [.6 .6 .6], "linewidth", 1);
    draw_bar (ax, -s, speeds(s), step, colour);
    draw_label (ax, ladder, -s, rung_of (ladder, step.to), step.bridged);
  endfor
  line (ax, speeds([end end]), [-count-1.3, -count], "color", [.6 .6 .6], "linewidth", 1);
  draw_bar (ax, -count - 1, 1, ladder.total, colours.whole);
  write_label (ax, -count - 1, "the whole", sprintf ("%s to %s", ladder.total.from, ladder.total.to));

endfunction

## From the speed below to the step's own, with its factor on it, or beside it where it is too short for that.
function draw_bar (ax, y, below, step, colour)

  shown = colour / 255;
  on_bar = [1 1 1];
  if (step.extrapolated)
    shown = 1 - .45 * (1 - shown);
    on_bar = [0 0 0];
  endif
  above = below * step.factor;
  patch (ax, [below above above below], y + .3 * [-1 -1 1 1], shown, "edgecolor", colour / 255, "linewidth", 1);
  last = max (above, below);
  if (! isempty (step.interval))
    line (ax, below * step.interval, [y y], "color", [0 0 0], "linewidth", 1.5);
    last = max (last, below * step.interval(2));
  endif
  label = factor_text (step.factor);
  limits = xlim (ax);
  share = abs (log (step.factor)) / log (limits(2) / limits(1));
  font = {"fontsize", 11.5, "fontweight", "bold", "interpreter", "none"};
  if (share > .025 + .016 * numel (label))
    text (ax, sqrt (below * above), y, label, font{:}, "color", on_bar, "horizontalalignment", "center");
  elseif (log (last / limits(1)) / log (limits(2) / limits(1)) < .8)
    text (ax, last, y, ["  " label], font{:});
  else
    first = min ([above, below, below * step.interval(:)']);
    text (ax, first, y, [label "  "], font{:}, "horizontalalignment", "right");
  endif

endfunction

## On the left the rung and what changes, with the rungs that its step bridges; on the right its rate.
function draw_label (ax, ladder, y, rung, bridged = {})

  differs = rung.differs;
  if (! isempty (bridged))
    differs = sprintf ("%s; also %s", differs, strjoin (bridged(:)', ", "));
  endif
  write_label (ax, y, rung.name, differs);
  text (ax, xlim (ax)(2), y, ["  " mm_plot_number(rung.gflops)], "fontsize", 11);

endfunction

function write_label (ax, y, upper, lower)

  font = {"interpreter", "none", "horizontalalignment", "right"};
  text (ax, xlim (ax)(1), y + .17, [upper "  "], font{:}, "fontsize", 11, "fontweight", "bold");
  size = min (9.5, 9.5 * 52 / numel (lower)); # some 52 letters fill the space
  text (ax, xlim (ax)(1), y - .2, [lower "   "], font{:}, "fontsize", size, "color", [.3 .3 .3]);

endfunction

function rung = rung_of (ladder, name)

  rung = ladder.rungs(strcmp ({ladder.rungs.name}, name))(1);

endfunction

function draw_remarks (ax, ladder)

  limits = xlim (ax);
  text (ax, limits(2), .75, "  GFLOPS", "fontsize", 11, "fontweight", "bold", "verticalalignment", "bottom");
  remark = "black line: 95 % interval";
  if (any ([ladder.steps.extrapolated]))
    remark = ["pale: extrapolated by T(N) = 8 T(N/2);  " remark];
  endif
  text (ax, limits(2), ylim (ax)(1) + .3, [remark "  "], "fontsize", 10, "color", [.3 .3 .3], ...
        "horizontalalignment", "right");

endfunction

## "× 0.456", "× 6.7", "× 72,300": three digits, a comma between thousands.
function text_ = factor_text (factor)

  digits = 10 ^ (floor (log10 (factor)) - 2);
  rounded = round (factor / digits) * digits;
  if (rounded >= 1000)
    text_ = ["× " whole_number(rounded)];
  else
    text_ = ["× " mm_plot_number(rounded)];
  endif

endfunction

## 1000 is "1,000" and 0.1 is "0.1".
function text_ = whole_number (value)

  text_ = sprintf ("%.12g", value);
  if (value >= 1000)
    text_ = fliplr (regexprep (fliplr (sprintf ("%.0f", value)), '(\d{3})(?=\d)', "$1,"));
  endif

endfunction

## Invented figures: two rungs interpreted, one missing, one slower than the one below.
%!function text = ladder_text ()
%!  rung = @(frontend, method, status, gflops) ...
%!    sprintf (['{"name": "%s:%s", "frontend": "%s", "method": "%s", "differs": "what %s changes", "status": "%s", ' ...
%!              '"gflops": %s}'], frontend, method, frontend, method, method, status, gflops);
%!  step = @(from, to, factor, interval, extrapolated, bridged) ...
%!    sprintf (['{"from": "%s", "to": "%s", "factor": %g, "interval": %s, "extrapolated": %s, "bridged": %s}'], ...
%!             from, to, factor, interval, extrapolated, bridged);
%!  rungs = strjoin ({rung("octave", "script", "extrapolated", "0.001"), rung("octave", "naive", "extrapolated", "0.0005"), ...
%!                    rung("cli", "naive", "measured", "1"), rung("cli", "blocked", "missing", "null"), ...
%!                    rung("cli", "tiled", "measured", "123.4")}, ", ");
%!  steps = strjoin ({step("octave:script", "octave:naive", .5, "null", "true", "[]"), ...
%!                    step("octave:naive", "cli:naive", 2000, "[1900, 2100]", "true", "[]"), ...
%!                    step("cli:naive", "cli:tiled", 123.4, "[120, 130]", "false", '["cli:blocked"]')}, ", ");
%!  total = step ("octave:script", "cli:tiled", 123400, "[110000, 140000]", "true", "[]");
%!  text = sprintf ('{"dtype": "f64", "n": %d, "rungs": [%s], "steps": [%s], "total": %s, "product": 123400}', ...
%!                  512, rungs, steps, total);
%!endfunction
%!function texts = plot_ladders (ladders)
%!  texts = __mm_test_plot__ (@mm_plot_ladder, "ladder", ...
%!    {"ladder.json", ['{"schema": "gemmlab-ladder/1", "ladders": [' ladders ']}']
%!     "manifest.json", '{"schema": "gemmlab-manifest/1", "cpu": {"model": "Made_up(R) CPU"}}'});
%!endfunction
%!test # every rung with a time, every factor, the whole; of two sizes the largest
%! small = strrep (ladder_text (), '"n": 512', '"n": 64');
%! texts = plot_ladders ([small ", " ladder_text()]);
%! __mm_test_texts__ (texts, {"What each rung is worth on Made_up CPU, N = 512, fp64", "octave:script", "octave:naive", ...
%!                 "× 0.500", "cli:naive", "× 2,000", "cli:tiled", "× 123", "what tiled changes; also cli:blocked", ...
%!                 "the whole", "octave:script to cli:tiled", "× 123,000", "0.000500", "10,000", "GFLOPS", ...
%!                 "pale: extrapolated by T(N) = 8 T(N/2);  black line: 95 % interval", ...
%!                 "speed, as a multiple of octave:script"});
%! assert (any (strcmp (texts, "cli:blocked")), false); # it has no time and no bar
%!error id=gemmlab:nothingToPlot plot_ladders ("")
%!error id=gemmlab:noFile mm_plot_ladder ("no such folder")
%!error <Invalid call> mm_plot_ladder ()
