## -*- texinfo -*-
## @deftypefn {} {@var{code} =} __mm_main__ (@var{command}, @var{function}, @dots{})
## Call @var{function} (@dots{}) for @code{mmcli @var{command}}: errors become one line on stderr and an exit code of
## mmcli's.
## @end deftypefn

function code = __mm_main__ (command, fcn, varargin)
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
    if (code == 130)
      fprintf (stderr, "mmcli %s: interrupted; what was measured so far is saved\n", command);
      exit (code);
    endif
  end_unwind_protect
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
