## -*- texinfo -*-
## @deftypefn  {} {} mm_roofline ()
## @deftypefnx {} {} mm_roofline (@var{name}, @var{value}, @dots{})
## @deftypefnx {} {@var{roofline} =} mm_roofline (@dots{})
## Measure the roofline of this machine: the peak rate of multiply-adds of every instruction set, in one thread and in
## all, the bandwidth of every level of the memory, where they meet, and the clock.
##
## Without an output argument a page is printed.  Otherwise @var{roofline} is a structure as in @file{roofline.json}:
## @code{clock}, @code{caches}, @code{peaks}, @code{levels}, @code{triads} and @code{sweeps}; what is not known is
## @code{[]} with a reason beside it.
##
## Options:
## @table @asis
## @item @qcode{"dtype"} (@qcode{"both"})
## of the peaks: @qcode{"f32"}, @qcode{"f64"} or @qcode{"both"}.
## @item @qcode{"threads"} (all CPUs that this process may run on)
## The most threads to use.
## @item @qcode{"seconds"} (10)
## Seconds to measure for, about.
## @item @qcode{"out"} (@qcode{""})
## A folder for @file{roofline.json} and @file{manifest.json}, which @code{mm_plot_roofline} draws and @code{mm_report}
## explains.  They are also written when Ctrl-C stops the run.
## @end table
##
## @example
## @group
## r = mm_roofline ("seconds", 3);
## @{r.levels.label; r.levels.roof_gbytes_per_s@}
## @end group
## @end example
## @seealso{mm_plot_roofline, mm_report, mm_bench}
## @end deftypefn

function roofline = mm_roofline (varargin)
  [r, page] = __mm_roofline__ (varargin{:}, "octave_version", OCTAVE_VERSION,
                               "command", __mm_command__ ("mm_roofline", varargin));
  if (nargout > 0)
    roofline = r;
  else
    printf ("%s", page);
  endif
endfunction

%!test # the structure's shape, and that the files hold it
%! dir = tempname ();
%! r = mm_roofline ("seconds", 0.05, "threads", 1, "out", dir);
%! assert (unique ({r.peaks.dtype}), {"f32", "f64"});
%! assert ([r.peaks.threads] == 1);
%! assert ([r.peaks.gflops] >= [r.peaks.median_gflops] & [r.peaks.median_gflops] > 0);
%! assert ([r.peaks.sums_checked] > 0);
%! assert (r.clock.ghz > 0);
%! assert (isequaln (mm_results (fullfile (dir, "roofline.json")), r));
%! assert (mm_results (fullfile (dir, "manifest.json")).versions.octave, OCTAVE_VERSION);
%! confirm_recursive_rmdir (false, "local");
%! rmdir (dir, "s");

%!test # the page, and one dtype
%! page = evalc ("mm_roofline (\"seconds\", 0, \"dtype\", \"f64\")");
%! assert (! isempty (regexp (page, "scalar +f64 +1 ")));
%! assert (isempty (regexp (page, "scalar +f32 ")));

%!error <cannot write in the folder /proc> mm_roofline ("out", "/proc")
%!error id=gemmlab:badDtype mm_roofline ("dtype", "f16")
%!error id=gemmlab:badThreads mm_roofline ("threads", 1e6)
%!error id=gemmlab:notPositiveInteger mm_roofline ("threads", 0)
%!error id=gemmlab:badSeconds mm_roofline ("seconds", -1)
%!error id=gemmlab:badSeconds mm_roofline ("seconds", NaN)
%!error id=gemmlab:unknownOption mm_roofline ("second", 1)
%!error id=gemmlab:notText mm_roofline ("out", 1)
