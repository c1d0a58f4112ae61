## -*- texinfo -*-
## @deftypefn {} {} __mm_language__ (@var{caller}, @var{code})
## An error of @var{caller}'s unless reports can be written in the language @var{code}.  For internal use.
## @end deftypefn

function __mm_language__ (caller, code)
  known = __mm_languages__ ();
  if (! (ischar (code) && any (strcmp (code, known))))
    shown = code;
    if (! ischar (shown))
      shown = sprintf ("a %s", class (shown));
    endif
    error ("gemmlab:badValue", "%s: lang: got %s, expected one of %s", caller, shown, strjoin (known, ", "));
  endif
endfunction

%!test cellfun (@(code) __mm_language__ ("f", code), {"en", "es", "ko"});
%!error <f: lang: got EN, expected one of en, es, ko> __mm_language__ ("f", "EN")
%!error <got a double> __mm_language__ ("f", 1)
%!error <lang: got fr, expected one of en, es, ko> bench_lab01 ("lang", "fr")
