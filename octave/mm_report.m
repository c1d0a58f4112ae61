## -*- texinfo -*-
## @deftypefn  {} {} mm_report (@var{dir})
## @deftypefnx {} {} mm_report (@var{dir}, @var{experiment})
## @deftypefnx {} {} mm_report (@dots{}, "lang", @var{code})
## Write @file{@var{dir}/README.md} from @file{@var{dir}/results.json} and @file{@var{dir}/manifest.json}.
##
## @var{experiment} is @qcode{"lab"} (the four answers, all rows, checks and conditions) or
## @qcode{"roofline"} (whose data are in @file{roofline.json}, and the rows under the roof, where there are any, in
## @file{results.json}), @qcode{"blocking"}, @qcode{"embedding"} or @qcode{"overhead"} (whose data are in
## @file{timings.json}).  The default is the experiment whose data are there; another one is refused.  @qcode{"lang"} is @qcode{"en"} (the default), @qcode{"es"} or @qcode{"ko"}: the text is then
## English, Spanish or Korean, with the same numbers.  Every number comes from these files; the same data give the same
## bytes.
## @seealso{bench_lab01, mm_plot, mm_results}
## @end deftypefn

function mm_report (dir, varargin)
  experiment = ""; # that of the data
  if (nargin == 0)
    error ("gemmlab:wrongCount", "mm_report: got no argument, expected (dir) or (dir, experiment)");
  elseif (mod (numel (varargin), 2) == 1)
    experiment = varargin{1};
    varargin(1) = [];
  endif
  options = __mm_options__ ("mm_report", struct ("lang", "en"), varargin);
  __mm_report__ (dir, experiment, options.lang);
endfunction

%!error id=gemmlab:wrongCount mm_report ()
%!error <results.json> mm_report (tempname ())
%!error <roofline.json> mm_report (tempname (), "roofline")
%!error <expected lab, roofline, > mm_report (".", "novel")
%!error <got 'xx', expected en .*es .*ko > mm_report (".", "lang", "xx")
%!error <got 'xx', expected en .*es .*ko > mm_report (".", "lab", "lang", "xx")
%!error <got 'novel'> mm_report (".", "novel", "lang", "en")
%!error id=gemmlab:notText mm_report (".", "lab", "lang", 1)
%!error id=gemmlab:unknownOption mm_report (".", "lab", "language", "es")
%!test # each language is another text; English is the default
%! dir = tempname ();
%! unwind_protect
%!   mkdir (dir);
%!   data = fullfile (fileparts (which ("mm_report")), "..", "tests", "data");
%!   copyfile (fullfile (data, "lab-results.json"), fullfile (dir, "results.json"));
%!   copyfile (fullfile (data, "lab-manifest.json"), fullfile (dir, "manifest.json"));
%!   mm_report (dir);
%!   english = fileread (fullfile (dir, "README.md"));
%!   texts = __mm_languages__ ();
%!   for i = 1:numel (texts)
%!     mm_report (dir, "lab", "lang", texts{i});
%!     texts{i} = fileread (fullfile (dir, "README.md"));
%!   endfor
%!   assert (texts{1}, english);
%!   assert (numel (unique (texts)), 3);
%!   fail ('mm_report (dir, "blocking")', "got 'blocking', but the data in .* are of 'lab'");
%!   fail ('mm_report (dir, "roofline")', "got 'roofline', but the data in .* are of 'lab'");
%!   assert (fileread (fullfile (dir, "README.md")), texts{3});
%! unwind_protect_cleanup
%!   confirm_recursive_rmdir (false, "local");
%!   rmdir (dir, "s");
%! end_unwind_protect
