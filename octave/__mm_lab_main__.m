## -*- texinfo -*-
## @deftypefn {} {@var{code} =} __mm_lab_main__ (@dots{})
## @code{bench_lab01} for @code{mmcli lab}: errors become one line on stderr and an exit code of mmcli's.
## @end deftypefn

function code = __mm_lab_main__ (varargin)
  code = 130; # what Ctrl-C leaves, which no catch sees
  unwind_protect
    try
      bench_lab01 (varargin{:});
      code = 0;
    catch err
      fprintf (stderr, "mmcli lab: %s\n", err.message);
      code = exit_code (err.identifier);
    end_try_catch
  unwind_protect_cleanup
    if (code == 130)
      fprintf (stderr, "mmcli lab: interrupted; what was measured so far is saved\n");
      exit (code);
    endif
  end_unwind_protect
endfunction

function code = exit_code (identifier)
  switch (identifier)
    case "gemmlab:wrongResult"
      code = 1;
    case {"gemmlab:unknownOption", "gemmlab:badSeed", "gemmlab:budgetTooSmall"}
      code = 2;
    otherwise
      code = 4;
  endswitch
endfunction

%!test # errors become codes
%! [text, code] = deal ("", evalc ("code = __mm_lab_main__ (\"nonsense\", 1);"));
%! assert (__mm_lab_main__ ("seed", "x"), 2);
