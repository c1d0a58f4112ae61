## -*- texinfo -*-
## @deftypefn  {} {} mm_doctor ()
## @deftypefnx {} {@var{diagnosis} =} mm_doctor ()
## Find out why @code{A * B} is slow here, and what to change.
##
## @code{mmcli doctor} examines the BLAS library that a child of this Octave loads, in this session's environment: its
## results, its kernel against every other one that it has, the other libraries of this machine, its threads, and the
## machine itself.  A fix is run in a child process before it is advised, first for right results, then for speed.
## It takes less than 30 seconds.  What it advises takes effect when Octave is started again.
##
## Without an output argument this prints a page; otherwise it returns a structure:
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
## @seealso{mm_config, mm_roofline}
## @end deftypefn

function diagnosis = mm_doctor (varargin)
  if (nargin > 0)
    print_usage ();
  endif
  options = {"", "--json "};
  command = sprintf ("%s doctor %s-- %s --no-gui --no-init-file --no-history --quiet --eval \"1;\"",
                     quoted (find_mmcli ()), options{1 + (nargout > 0)}, quoted (this_octave ()));
  [status, text] = system (command);
  if (status != 0 && status != 1)
    error ("gemmlab:doctorFailed", "mm_doctor: mmcli doctor ended with exit status %d; its line on stderr says why",
           status);
  elseif (nargout > 0)
    diagnosis = decode (text);
  else
    printf ("%s", text);
  endif
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
%!   d = mm_doctor ();
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

%!error <Invalid call> mm_doctor (1)
