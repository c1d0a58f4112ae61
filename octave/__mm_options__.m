## -*- texinfo -*-
## @deftypefn {} {@var{options} =} __mm_options__ (@var{caller}, @var{defaults}, @var{args})
## Overwrite the fields of @var{defaults} by the name-value pairs in the cell array @var{args}; names are matched
## without regard to case.  A @code{seed} that is a number becomes text; @code{budget}, @code{min_time} and
## @code{seconds} must be seconds, and @code{out} text.  For internal use.
## @end deftypefn

function options = __mm_options__ (caller, defaults, args)
  options = defaults;
  names = fieldnames (defaults);
  for i = 1:2:numel (args)
    at = ischar (args{i}) && any (strcmpi (args{i}, names));
    if (! at)
      shown = args{i};
      if (! ischar (shown))
        shown = sprintf ("a %s", class (shown));
      endif
      error ("gemmlab:unknownOption", "%s: option %s is not known; use one of %s", caller, shown, strjoin (names', ", "));
    elseif (i == numel (args))
      error ("gemmlab:missingValue", "%s: option %s needs a value", caller, args{i});
    endif
    options.(names{strcmpi (args{i}, names)}) = args{i+1};
  endfor
  if (isfield (options, "seed") && isnumeric (options.seed) && isscalar (options.seed))
    options.seed = number_as_text (caller, options.seed);
  endif
  for name = intersect (names', {"budget", "min_time", "seconds"})
    check_seconds (caller, name{1}, options.(name{1}));
  endfor
  if (isfield (options, "out") && ! ischar (options.out))
    error ("gemmlab:notText", "%s: out must be text, the name of a folder; got a %s", caller, class (options.out));
  endif
endfunction

function check_seconds (caller, name, value)
  if (! (isnumeric (value) && isscalar (value) && isreal (value) && value >= 0 && isfinite (value)))
    shown = class (value);
    if (isnumeric (value) && isscalar (value))
      shown = num2str (value);
    endif
    error ("gemmlab:badSeconds", "%s: %s must be a number of seconds, 0 or more; got %s", caller, name, shown);
  endif
endfunction

function text = number_as_text (caller, seed)
  if (! (isreal (seed) && seed == fix (seed) && seed >= 0 && (isinteger (seed) || seed <= flintmax ())))
    error ("gemmlab:badSeed", "%s: seed must be a whole number of 0 or more; larger than flintmax, give it as text", caller);
  endif
  text = sprintf ("%u", seed);
endfunction

%!test
%! o = __mm_options__ ("f", struct ("a", 1, "seed", "42"), {"A", 5, "seed", uint64(18446744073709551615)});
%! assert (o, struct ("a", 5, "seed", "18446744073709551615"));
%!error id=gemmlab:badSeed __mm_options__ ("f", struct ("seed", "42"), {"seed", 2^60})
%!error id=gemmlab:unknownOption __mm_options__ ("f", struct ("seed", "42"), {7, 8})
%!error <min_time must be a number of seconds, 0 or more; got -1> __mm_options__ ("f", struct ("min_time", 1), {"min_time", -1})
%!error id=gemmlab:badSeconds __mm_options__ ("f", struct ("budget", 1), {"budget", NaN})
%!error id=gemmlab:badSeconds __mm_options__ ("f", struct ("budget", 1), {"budget", Inf})
%!error id=gemmlab:badSeconds __mm_options__ ("f", struct ("seconds", 1), {"seconds", "5"})
%!error id=gemmlab:badSeconds __mm_options__ ("f", struct ("seconds", 1), {"seconds", [1 2]})
%!error id=gemmlab:notText __mm_options__ ("f", struct ("out", ""), {"out", 3})
