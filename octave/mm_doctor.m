## -*- texinfo -*-
## @deftypefn  {} {} mm_doctor ()
## @deftypefnx {} {} mm_doctor (@var{A}, @var{B})
## @deftypefnx {} {} mm_doctor (@dots{}, "lang", @var{code})
## @deftypefnx {} {@var{diagnosis} =} mm_doctor (@dots{})
## Find out why @code{A * B} is slow here, and what to change.
##
## @code{mmcli doctor} examines the BLAS library that a child of this Octave loads, in this session's environment: its
## results, its kernel against every other one that it has, the other libraries of this machine, its threads, and the
## machine itself.  A fix is run in a child process before it is advised, first for right results, then for speed.
## It takes less than 30 seconds.  What it advises takes effect when Octave is started again.
##
## With the operands of a product, these are looked at, too: whether their classes reach a BLAS at all.  Sparse matrices
## do not; their product is timed beside that of the full ones.  Integers do not, and Octave has no product of them.
##
## Without an output argument this prints a page, in English, Spanish or Korean (@qcode{"lang"}: @qcode{"en"},
## @qcode{"es"} or @qcode{"ko"}; what was read and measured is told in English); otherwise it returns a structure:
##
## @table @code
## @item healthy
## true where there is no finding that is more than advice
## @item subjects
## whose library was examined, with @code{libraries}: @code{path}, @code{package}, @code{version}, @code{kernel},
## @code{gflops}, @code{share_of_peak}, @dots{}
## @item findings
## each with @code{id}, @code{title}, @code{evidence}, @code{consequence}, @code{fix}, @code{verified} and @code{gain}
## @item looked_at
## every probe with its @code{state}: @qcode{"well"}, @qcode{"finding"}, @qcode{"advice"}, or @qcode{"unknown"} with the
## reason in @code{note}
## @end table
## @seealso{mm_config, mm_roofline, mm_trace}
## @end deftypefn

function diagnosis = mm_doctor (varargin)
  first_option = find ([cellfun(@(x) ischar (x) && isrow (x), varargin), true], 1);
  operands = varargin(1:first_option-1);
  options = __mm_options__ ("mm_doctor", struct ("lang", "en"), varargin(first_option:end));
  __mm_language__ ("mm_doctor", options.lang);
  if (! any (numel (operands) == [0, 2]))
    error ("gemmlab:wrongCount", "mm_doctor: got %d matrices, expected none or the two of a product: (A, B)",
           numel (operands));
  endif
  how = "";
  if (! isempty (operands))
    [look, finding] = __mm_doctor_data__ (operands{:});
    how = "--skip data ";
  endif
  if (nargout == 0)
    printf ("%s", run_doctor ([how, "--lang ", options.lang]));
    if (! isempty (operands))
      print_data (look, finding);
    endif
    return;
  endif
  diagnosis = decode (run_doctor ([how, "--json"]));
  if (! isempty (operands))
    diagnosis = add_data (diagnosis, look, finding);
  endif
endfunction

function text = run_doctor (options)
  command = sprintf ("%s doctor %s -- %s --no-gui --no-init-file --no-history --quiet --eval \"1;\"",
                     quoted (find_mmcli ()), options, quoted (this_octave ()));
  [status, text] = system (command);
  if (status != 0 && status != 1)
    error ("gemmlab:doctorFailed", "mm_doctor: mmcli doctor ended with exit status %d; its line on stderr says why",
           status);
  endif
endfunction

function print_data (look, finding)
  if (isempty (finding))
    printf ("\n%s: %s\n", look.subject, look.note);
    return;
  endif
  printf ("\n%s: %s\n", finding.subject, finding.title);
  proof = {"unproven:", "verified:"}{1 + finding.verified};
  lines = {"seen:", finding.evidence; "costs:", finding.consequence; "fix:", finding.fix; proof, finding.verification}';
  printf ("   %-9s %s\n", lines{:});
endfunction

function diagnosis = add_data (diagnosis, look, finding)
  diagnosis.looked_at = [diagnosis.looked_at(:); look];
  if (isempty (finding))
    return;
  elseif (isempty (diagnosis.findings))
    diagnosis.findings = finding;
  else
    diagnosis.findings = [diagnosis.findings(:); finding];
  endif
  diagnosis.healthy = false;
endfunction

## Beside the MEX files: as built, and as installed.
function file = find_mmcli ()
  folder = fileparts (which ("__mm_config__"));
  for file = {fullfile(folder, "..", "mmcli"), fullfile(folder, "..", "..", "..", "bin", "mmcli")}
    file = file{1};
    if (exist (file, "file"))
      return;
    endif
  endfor
  error ("gemmlab:noMmcli", "mm_doctor: mmcli was not found near %s; build it with 'make'", folder);
endfunction

function file = this_octave ()
  [file, err] = readlink ("/proc/self/exe");
  if (err != 0)
    file = fullfile (OCTAVE_HOME, "bin", "octave-cli");
  endif
endfunction

function text = quoted (file)
  text = ["'" strrep(file, "'", "'\\''") "'"];
endfunction

function diagnosis = decode (text)
  file = tempname ();
  unwind_protect
    fid = fopen (file, "w");
    fputs (fid, text);
    fclose (fid);
    diagnosis = mm_results (file);
  unwind_protect_cleanup
    unlink (file);
  end_unwind_protect
endfunction

%!test # this Octave's own library, under the environment of this session
%! before = getenv ("OMP_NUM_THREADS");
%! unwind_protect
%!   setenv ("OMP_NUM_THREADS", "1");
%!   d = mm_doctor (int8 (magic (3)), magic (3));
%! unwind_protect_cleanup
%!   if (isempty (before)) unsetenv ("OMP_NUM_THREADS"); else setenv ("OMP_NUM_THREADS", before); endif
%! end_unwind_protect
%! assert (d.schema, "gemmlab-doctor/1");
%! library = d.subjects(1).libraries(1);
%! assert (library.path, mm_config ().blas.path);
%! assert (d.program_status, 0);
%! assert (all (ismember ({d.looked_at.state}, {"well", "finding", "advice", "unknown"})));
%! states = {d.looked_at(strcmp ({d.looked_at.id}, "result")).state};
%! assert (states, {"well"});
%! assert ({d.looked_at(strcmp ({d.looked_at.id}, "data")).state}, {"finding"}); # one, and it is of A * B
%! data = d.findings(strcmp ({d.findings.id}, "data"));
%! assert (data.subject, "A * B");
%! assert (data.verified && ! d.healthy);

%!error id=gemmlab:wrongCount mm_doctor (1)
%!error id=gemmlab:wrongCount mm_doctor (1, 2, 3)
%!error id=gemmlab:nonconformant mm_doctor (magic (3), magic (4))
%!error id=gemmlab:notMatrix mm_doctor ({}, 1)
%!error id=gemmlab:unknownOption mm_doctor ("language", "es")
%!error <lang: got xx, expected one of en, es, ko> mm_doctor ("lang", "xx")
