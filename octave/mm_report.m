## -*- texinfo -*-
## @deftypefn  {} {} mm_report (@var{dir})
## @deftypefnx {} {} mm_report (@var{dir}, @var{experiment})
## Write @file{@var{dir}/README.md} from @file{@var{dir}/results.json} and @file{@var{dir}/manifest.json}.
##
## @var{experiment} is @qcode{"lab"} (the default: the four answers, all rows, checks and conditions) or
## @qcode{"roofline"} (whose data are in @file{roofline.json}, and the rows under the roof, where there are any, in
## @file{results.json}), @qcode{"blocking"}, @qcode{"embedding"} or @qcode{"overhead"} (whose data are in
## @file{timings.json}).  Every number comes from these files; the same data give the same bytes.
## @seealso{bench_lab01, mm_plot, mm_results}
## @end deftypefn

function mm_report (varargin)
  __mm_report__ (varargin{:});
endfunction

%!error id=gemmlab:wrongCount mm_report ()
%!error <results.json> mm_report (tempname ())
%!error <roofline.json> mm_report (tempname (), "roofline")
%!error <expected lab, roofline, > mm_report (".", "novel")
