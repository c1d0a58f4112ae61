## -*- texinfo -*-
## @deftypefn {} {@var{s} =} mm_results (@var{file})
## Read a @file{results.json} or a @file{manifest.json} into a structure.
##
## Objects become structures and numbers doubles; arrays of numbers become columns, arrays of objects with the same
## keys column structure arrays, other arrays columns of cells; strings become text; null becomes @code{[]}.
##
## @example
## @group
## r = mm_results ("results.json");
## measured = r.results(strcmp (@{r.results.status@}, "measured"));
## [[measured.n]', [measured.gflops]']
## @end group
## @end example
## @seealso{mm_config}
## @end deftypefn

function s = mm_results (varargin)
  s = __mm_results__ (varargin{:});
endfunction

%!function s = read_text (text)
%!  name = tempname ();
%!  unwind_protect
%!    fid = fopen (name, "w");
%!    fputs (fid, text);
%!    fclose (fid);
%!    s = mm_results (name);
%!  unwind_protect_cleanup
%!    unlink (name);
%!  end_unwind_protect
%!endfunction
%!function s = read_value (text)
%!  s = read_text (['{"schema": "gemmlab-results/1", "x": ' text '}']).x;
%!endfunction

%!assert (read_value ("null"), [])
%!assert (read_value ("true"), true)
%!assert (read_value ("-1.25e-3"), -1.25e-3)
%!assert (read_value ("0.1"), 0.1)
%!assert (read_value ('"caf\u00e9 \"x\""'), "café \"x\"")
%!assert (read_value ('""'), "")
%!assert (read_value ("[]"), [])
%!assert (read_value ("{}"), struct ())
%!assert (read_value ("[1, 2, 3]"), [1; 2; 3])
%!assert (read_value ("[1, null, 3]"), [1; NaN; 3])
%!assert (read_value ("[true, false]"), [true; false])
%!assert (read_value ('["a", "bc"]'), {"a"; "bc"})
%!assert (read_value ('[null, "a"]'), {[]; "a"})
%!assert (read_value ("[[1, 2], [3]]"), {[1; 2]; 3})
%!assert (read_value ('[{"a": 1, "b": "x"}, {"b": "y", "a": [2, 3]}]'),
%!        struct ("a", {1; [2; 3]}, "b", {"x"; "y"}))
%!assert (read_value ('[{"a": 1}, {"b": 2}]'), {struct("a", 1); struct("b", 2)})
%!assert (read_value ('{"a": 1, "a": 2}'), struct ("a", 2))
%!assert (read_value ('{"a": {"b": {"c": [{}]}}}').a.b.c, struct ())
%!error id=gemmlab:cannotRead mm_results ("/nonexistent/results.json")
%!error <No such file> mm_results ("/nonexistent/results.json")
%!error <is JSON but neither> read_text ('{"schema": "other/1"}')
%!error <is JSON but neither> read_text ('[1, 2]')
%!error read_text ("")
%!error read_text ('{"schema": "gemmlab-results/1", "x": [1, 2}')
%!error read_text (["{\"schema\": \"gemmlab-results/1\"}", char(0), "x"])
%!error id=gemmlab:notText mm_results (1)
%!error id=gemmlab:wrongCount mm_results ()
