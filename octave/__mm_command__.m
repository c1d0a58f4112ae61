## -*- texinfo -*-
## @deftypefn {} {@var{text} =} __mm_command__ (@var{name}, @var{args})
## A command line that makes the call @var{name} (@var{args}@{:@}), a word a line, for the manifest.  For internal use.
## @end deftypefn

function text = __mm_command__ (name, args)
  shown = cellfun (@(arg) disp_argument (arg), args, "UniformOutput", false);
  call = sprintf ("%s (%s)", name, strjoin (shown, ", "));
  text = strjoin ({"octave-cli", "--path", "octave", "--path", "build/mex", "--eval", call}, "\n");
endfunction

function text = disp_argument (arg)
  if (ischar (arg))
    text = ['"' undo_string_escapes(arg) '"'];
  elseif (iscellstr (arg))
    text = ["{" strjoin(cellfun (@disp_argument, arg(:)', "UniformOutput", false), ", ") "}"];
  elseif (isnumeric (arg) || islogical (arg))
    text = mat2str (arg);
  else
    text = sprintf ("<%s>", class (arg));
  endif
endfunction

%!function call = last_word (text)
%!  call = strsplit (text, "\n"){end};
%!endfunction
%!assert (last_word (__mm_command__ ("f", {})), "f ()")
%!assert (last_word (__mm_command__ ("f", {"sizes", [64 128], "methods", {"a", "b"}, "out", "x\"y"})),
%!        "f (\"sizes\", [64 128], \"methods\", {\"a\", \"b\"}, \"out\", \"x\\\"y\")")
