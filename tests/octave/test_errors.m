## What the functions refuse: each row is a call that must raise the named error, in one line that begins with the
## function's name, and leave Octave able to go on. Run by run.m.

## The functions that take two matrices, as f (A, B), and their names.
%!function functions = matrix_functions ()
%!  functions = {"mm_naive", @(A, B) mm_naive(A, B)
%!               "mm_blocked", @(A, B) mm_blocked(A, B)
%!               "mm_blocked", @(A, B) mm_blocked(A, B, 2, "interpreted")
%!               "mm_einsum", @(A, B) mm_einsum("ik,kj->ij", A, B)
%!               "mm_blas", @(A, B) mm_blas(A, B)
%!               "mm_script", @(A, B) mm_script(A, B)
%!               "mm_blas", @(A, C) mm_blas(2, 3, "C", C, "beta", A)};
%!endfunction

%!function refused (name, id, call, varargin)
%!  err = struct ("identifier", "no error", "message", "");
%!  try
%!    call (varargin{:});
%!  catch err
%!  end_try_catch
%!  start = [name ": "];
%!  fine = strcmp (err.identifier, ["gemmlab:" id]) && strncmp (err.message, start, numel (start)) ...
%!         && numel (err.message) > numel (start) + 10 && ! any (err.message == "\n");
%!  if (! fine)
%!    error ("%s (%s): expected gemmlab:%s, got %s: \"%s\"", func2str (call), disp (varargin), id, err.identifier,
%!           err.message);
%!  endif
%!  assert (mm_naive (2, 3), 6);
%!endfunction

%!function refused_by_all (id, bad, good)
%!  functions = matrix_functions ();
%!  for i = 1:6
%!    refused (functions{i,1}, id, functions{i,2}, bad, good);
%!    refused (functions{i,1}, id, functions{i,2}, good, bad);
%!    refused (functions{i,1}, id, functions{i,2}, bad, bad);
%!  endfor
%!  refused (functions{7,1}, id, functions{7,2}, 1, bad);
%!endfunction

%!test # integers of every class
%! for name = {"int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"}
%!   refused_by_all ("wrongClass", ones (3, name{1}), ones (3));
%! endfor
%!test # char
%! refused_by_all ("wrongClass", "abc", ones (3));
%!test # cell
%! refused_by_all ("wrongClass", {1, 2; 3, 4}, ones (2));
%!test # struct
%! refused_by_all ("wrongClass", struct ("a", {1, 2}), ones (2));
%!test # logical
%! refused_by_all ("wrongClass", true (3), ones (3));
%!test # function handle
%! refused_by_all ("wrongClass", @sin, ones (3));
%!test # integer range and integer scalar
%! refused_by_all ("wrongClass", int8 (1):int8 (3), ones (3));
%! refused_by_all ("wrongClass", int8 (1), 1);
%!test # objects
%! refused_by_all ("wrongClass", containers.Map (), ones (3));
%! refused_by_all ("wrongClass", inputParser (), ones (3));
%!test # sparse, real, complex and logical
%! refused_by_all ("notFull", speye (3), ones (3));
%! refused_by_all ("notFull", sparse (3, 3), ones (3));
%! refused_by_all ("notFull", sparse (1i * eye (3)), ones (3));
%! refused_by_all ("wrongClass", sparse (true (3)), ones (3));
%!test # complex, double and single, matrix, scalar and diagonal
%! refused_by_all ("notReal", 1i * ones (3), ones (3));
%! refused_by_all ("notReal", single (1i) * ones (3), ones (3, "single"));
%! refused_by_all ("notReal", complex (1, 0), 1);
%! refused_by_all ("notReal", 1i * eye (3), ones (3));
%!test # more than two dimensions
%! refused_by_all ("notMatrix", ones (3, 3, 2), ones (3));
%! refused_by_all ("notMatrix", ones (3, 1, 3, "single"), ones (3, "single"));
%! refused_by_all ("notMatrix", zeros (3, 3, 0), ones (3));
%!test # sizes past 2^31-1
%! refused_by_all ("badSize", zeros (0, 2^31), ones (3));
%! refused_by_all ("badSize", zeros (2^31, 0, "single"), ones (3, "single"));
%! refused_by_all ("badSize", zeros (2^40, 0), zeros (0, 2^40));
%!test # results that no memory holds
%! functions = matrix_functions ();
%! for i = [1 2 3 5]
%!   refused (functions{i,1}, "noMemory", functions{i,2}, zeros (2^31-1, 0), zeros (0, 2^31-1));
%!   refused (functions{i,1}, "noMemory", functions{i,2}, zeros (2^29, 0, "single"), zeros (0, 2^29, "single"));
%! endfor
%! refused ("mm_einsum", "badSize", @mm_einsum, "ik,kj->ij", zeros (2^31-1, 0), zeros (0, 2^31-1));
%! refused ("mm_einsum", "noMemory", @mm_einsum, "ik,kj->ij", zeros (2^29, 0), zeros (0, 2^29));
%!test # mixed classes
%! functions = matrix_functions ();
%! for i = 1:6
%!   refused (functions{i,1}, "mixedClass", functions{i,2}, ones (2), ones (2, "single"));
%!   refused (functions{i,1}, "mixedClass", functions{i,2}, ones (2, "single"), eye (2));
%! endfor
%! refused ("mm_blas", "mixedClass", @mm_blas, 1, 2, "C", single (3));
%!test # sizes that do not fit
%! functions = matrix_functions ();
%! for i = 1:6
%!   refused (functions{i,1}, "nonConformable", functions{i,2}, ones (2, 3), ones (2, 3));
%!   refused (functions{i,1}, "nonConformable", functions{i,2}, zeros (3, 0), zeros (3, 0));
%!   refused (functions{i,1}, "nonConformable", functions{i,2}, [], 1);
%! endfor

%!test # wrong number of arguments
%! for call = {{@mm_naive}, {@mm_naive, 1}, {@mm_naive, 1, 2, @plus, 4}, {@mm_blocked}, {@mm_blocked, 1}, ...
%!             {@mm_blocked, 1, 2, 3, "interpreted", @plus, 6}, {@mm_einsum}, {@mm_einsum, ",->"}, ...
%!             {@mm_einsum, ",->", 1}, {@mm_einsum, ",->", 1, 2, 3}, {@mm_blas}, {@mm_blas, 1}, {@mm_results}, ...
%!             {@mm_results, "a", "b"}, {@mm_config, 1}}
%!   refused (func2str (call{1}{1}), "wrongCount", call{1}{:});
%! endfor

%!test # block sizes
%! for bad = {0, -1, 1.5, NaN, Inf, -Inf, 2^31, 1e300, single(0.5), [], [1 2], ones(2), "a", "64", true, int32(8), {8}, ...
%!            1i, complex(8, 0), sparse(8), struct(), @sin}
%!   refused ("mm_blocked", "notPositiveInteger", @mm_blocked, 1, 2, bad{1});
%!   refused ("mm_blocked", "notPositiveInteger", @mm_blocked, 1, 2, bad{1}, "interpreted");
%! endfor
%!test # mm_blocked's fourth argument
%! refused ("mm_blocked", "unknownOption", @mm_blocked, 1, 2, 64, "compiled");
%! refused ("mm_blocked", "unknownOption", @mm_blocked, 1, 2, 64, "");
%! refused ("mm_blocked", "unknownOption", @mm_blocked, 1, 2, 64, repmat ("%s%n", 1, 1000));
%! refused ("mm_blocked", "notText", @mm_blocked, 1, 2, 64, 1);
%! refused ("mm_blocked", "notText", @mm_blocked, 1, 2, 64, ["ab"; "cd"]);

%!test # madd that is no function handle
%! for bad = {1, "plus", {}, [], struct(), true}
%!   refused ("mm_naive", "badMadd", @mm_naive, 1, 2, bad{1});
%!   refused ("mm_blocked", "badMadd", @mm_blocked, 1, 2, 3, "interpreted", bad{1});
%! endfor
%!function returns_nothing (acc, a, b)
%!endfunction
%!function acc = forgets_to_return (acc_, a, b)
%!endfunction
%!test # madd that returns what is not one real number
%! for class_name = {"single", "double"}
%!   A = ones (2, class_name{1});
%!   for value = {1i, complex(1, 0), [1 2], [], zeros(0, 1), ones(1, 1, 2), "a", true, int32(1), {1}, struct(), sparse(1), ...
%!                @sin, {}, single(2i)}
%!     madd = @(acc, a, b) value{1};
%!     refused ("mm_naive", "notNumber", @mm_naive, A, A, madd);
%!     refused ("mm_blocked", "notNumber", @mm_blocked, A, A, 1, "interpreted", madd);
%!   endfor
%! endfor
%!error <called with too many outputs> mm_naive (1, 2, @returns_nothing)
%!error <'acc' undefined|returned nothing> mm_naive (1, 2, @forgets_to_return)
%!error <^my own trouble 42$> mm_naive (1, 2, @(acc, a, b) error ("my own trouble %d", 42))
%!error id=My:id mm_naive (1, 2, @(acc, a, b) error ("My:id", "my own trouble"))
%!error id=My:id mm_blocked (1, 2, 3, "interpreted", @(acc, a, b) error ("My:id", "my own trouble"))
%!error <called with too many inputs> mm_naive (1, 2, @(acc) acc)
%!error <'no_such_variable' undefined> mm_naive (1, 2, @(acc, a, b) no_such_variable)
%!function acc = fails_at_zero (acc, a, b)
%!  global mm_countdown
%!  if (--mm_countdown == 0)
%!    error ("zero reached");
%!  endif
%!  acc += a * b;
%!endfunction
%!test # an error in the middle leaves everything usable, many times over
%! global mm_countdown
%! for i = 1:64
%!   mm_countdown = i;
%!   message = "no error";
%!   try
%!     mm_naive (ones (4), ones (4), @fails_at_zero);
%!   catch err
%!     message = err.message;
%!   end_try_catch
%!   assert (message, "zero reached");
%! endfor
%! assert (mm_naive (ones (4), ones (4)), 4 * ones (4));
%! clear -global mm_countdown

%!test # specs
%! for bad = {"", "ik", "ik,kj,jl->il", "ik,kj-ij", "ik,kj->ij->", "ik,kj->im", "ik,kj->ii", "ikm,kj->ij", ...
%!            "i1,kj->ij", "ik,k.->i", "->", "ik,kj>ij", "ik,kj->ijki", repmat("i", 1, 10000), "%s,%n->%s", "iķ,kj->ij"}
%!   refused ("mm_einsum", "badSpec", @mm_einsum, bad{1}, ones (2), ones (2));
%! endfor
%!test # specs that are no text
%! for bad = {1, {"ik,kj->ij"}, ["ik,kj->ij"; "ik,kj->ij"], "ik,kj->ij\0x", [], struct(), @sin, true}
%!   refused ("mm_einsum", "notText", @mm_einsum, bad{1}, ones (2), ones (2));
%! endfor
%!test # operands that do not have the spec's shape
%! refused ("mm_einsum", "nonConformable", @mm_einsum, "i,i->", ones (2), ones (2));
%! refused ("mm_einsum", "nonConformable", @mm_einsum, "i,i->", ones (2, 1), ones (3, 1));
%! refused ("mm_einsum", "nonConformable", @mm_einsum, ",->", ones (2, 1), 1);
%! refused ("mm_einsum", "nonConformable", @mm_einsum, "ii,ij->j", ones (2, 3), ones (2, 3));

%!test # mm_blas: unknown options, options without a value, names that are no text
%! refused ("mm_blas", "unknownOption", @mm_blas, 1, 2, "gamma", 3);
%! refused ("mm_blas", "unknownOption", @mm_blas, 1, 2, "", 3);
%! refused ("mm_blas", "unknownOption", @mm_blas, 1, 2, "gamma");
%! refused ("mm_blas", "unknownOption", @mm_blas, 1, 2, repmat ("%s%n", 1, 1000), 3);
%! refused ("mm_blas", "missingValue", @mm_blas, 1, 2, "alpha");
%! refused ("mm_blas", "missingValue", @mm_blas, 1, 2, "alpha", 2, "C");
%! refused ("mm_blas", "missingValue", @mm_blas, 1, 2, "beta", 1);
%! refused ("mm_blas", "missingValue", @mm_blas, 1, 2, "beta", NaN);
%! refused ("mm_blas", "notText", @mm_blas, 1, 2, 3);
%! refused ("mm_blas", "notText", @mm_blas, 1, 2, {"alpha"}, 3);
%!test # mm_blas: bad values
%! for bad = {"x", [], [1 2], 1i, true, int8(1), {1}, struct(), sparse(1), @sin}
%!   refused ("mm_blas", "notNumber", @mm_blas, 1, 2, "alpha", bad{1});
%!   refused ("mm_blas", "notNumber", @mm_blas, 1, 2, "C", 3, "beta", bad{1});
%! endfor
%! for bad = {"x", "", "NT", 1, 0, 2, [], [true true], {true}, struct(), @sin, NaN}
%!   refused ("mm_blas", "badTrans", @mm_blas, 1, 2, "trans_a", bad{1});
%!   refused ("mm_blas", "badTrans", @mm_blas, 1, 2, "trans_b", bad{1});
%! endfor
%! refused ("mm_blas", "nonConformable", @mm_blas, 1, 2, "C", [1 2]);
%! refused ("mm_blas", "nonConformable", @mm_blas, 1, 2, "C", []);

%!test # the text says what was got, what was expected and what to do
%! for row = {{@mm_naive, int32([1 2]), 1}, "A must be a full real single or double matrix; got a 1x2 int32; ..."
%!            {@mm_naive, 1, speye(3)}, "B must be a full real single or double matrix; got a sparse 3x3 double; ..."
%!            {@mm_naive, ones(2, 3), ones(4, 5)}, "A is 2x3 and B is 4x5; the columns of the first must be as many ..."
%!            {@mm_naive, 1, single(2)}, "A is double and B is single; convert one so that both have one class"
%!            {@mm_blocked, 1, 2, -3}, "block_size must be a whole number in 1 .. 2147483647; got -3"
%!            {@mm_blas, 1, 2, "gamma", 3}, "unknown option \"gamma\"; there are \"alpha\", \"beta\", \"C\", ..."
%!           }'
%!   [call, expected] = row{:};
%!   start = strrep (expected, "...", "");
%!   try
%!     call{1} (call{2:end});
%!     text = "not refused";
%!   catch err
%!     text = regexprep (err.message, '^mm_\w+: ', "");
%!   end_try_catch
%!   assert (text(1:min (end, numel (start))), start);
%! endfor
