## -*- texinfo -*-
## @deftypefn {} {@var{code} =} __mm_main__ (@var{command}, @var{function}, @dots{})
## Call @var{function} (@dots{}) for @code{mmcli @var{command}}: errors become one line on stderr and an exit code of
## mmcli's.  The file that the environment variable @env{GEMMLAB_SIGN_FILE} names gets a line when the work is over.
## @end deftypefn

function code = __mm_main__ (command, fcn, varargin)
  start_s = floor (time ());
  code = 130; # what Ctrl-C leaves, which no catch sees
  unwind_protect
    try
      fcn (varargin{:});
      code = 0;
    catch err
      fprintf (stderr, "mmcli %s: %s\n", command, err.message);
      code = exit_code (err.identifier);
    end_try_catch
  unwind_protect_cleanup
    give_sign (code);
    if (code == 130)
      fprintf (stderr, "mmcli %s: interrupted; %s\n", command, what_became (start_s, varargin));
      exit (code);
    endif
  end_unwind_protect
endfunction

## Tells mmcli that it was Octave that ran, and to the end.
function give_sign (code)
  file = getenv ("GEMMLAB_SIGN_FILE");
  if (! isempty (file))
    fid = fopen (file, "w");
    fprintf (fid, "%d\n", code);
    fclose (fid);
  endif
endfunction

## Is anything saved since the start, in the folder of the option "out" or in those of a lab under it?
function text = what_became (start_s, arguments)
  text = "nothing was measured yet";
  at = find (strcmp (arguments, "out"), 1);
  out = [arguments{at+1:min (at+1, end)}];
  if (isempty (out))
    text = "nothing is saved without --out";
  endif
  for file = [glob(fullfile (out, "manifest.json")); glob(fullfile (out, "*", "manifest.json"))]'
    if (! isempty (out) && stat (file{1}).mtime >= start_s)
      text = "what was measured so far is saved";
    endif
  endfor
endfunction

function code = exit_code (identifier)
  switch (identifier)
    case "gemmlab:wrongResult"
      code = 1;
    case {"gemmlab:unknownOption", "gemmlab:badSeed", "gemmlab:badSize", "gemmlab:badDtype", ...
          "gemmlab:badSeconds", "gemmlab:badValue", ...
          "gemmlab:budgetTooSmall"}
      code = 2;
    otherwise
      code = 4;
  endswitch
endfunction

%!test # errors become codes
%! assert (__mm_main__ ("lab", @bench_lab01, "nonsense", 1), 2);
%! assert (__mm_main__ ("lab", @bench_lab01, "seed", "x"), 2);
%! assert (__mm_main__ ("lab", @error, "gemmlab:wrongResult", "a test's own line"), 1);
%! assert (__mm_main__ ("lab", @deal), 4);
%! assert (__mm_main__ ("lab", @disp, ""), 0);
%!test # the sign that mmcli waits for
%! [before, file] = deal (getenv ("GEMMLAB_SIGN_FILE"), tempname ());
%! unwind_protect
%!   setenv ("GEMMLAB_SIGN_FILE", file);
%!   __mm_main__ ("lab", @disp, "");
%!   assert (fileread (file), "0\n");
%! unwind_protect_cleanup
%!   setenv ("GEMMLAB_SIGN_FILE", before);
%!   unlink (file);
%! end_unwind_protect
