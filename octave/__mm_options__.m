## -*- texinfo -*-
## @deftypefn {} {@var{options} =} __mm_options__ (@var{caller}, @var{defaults}, @var{args})
## Overwrite the fields of @var{defaults} by the name-value pairs in the cell array @var{args}; names are matched
## without regard to case.  A @code{seed} that is a number becomes text.  For internal use.
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
