## __mm_test_gemm__ (multiply)
## For tests: what mm_blas and mm_gemm both promise, C = alpha op (A) op (B) + beta C, tried with handle multiply.  All
## numbers are small and whole, so that every order of summation gives the same.

function __mm_test_gemm__ (multiply)

  A = reshape (1:6, 2, 3);
  B = reshape (-5:6, 3, 4);
  C = magic (4)(1:2,:);
  check_options (multiply, A, B, C);
  check_operands (multiply, B, C);
  check_C_is_kept (multiply, A, B, C);
  check_large (multiply);
  check_errors (multiply, A, B, C);

endfunction

function check_options (multiply, A, B, C)

  cases = { # the arguments, and the result
    {A, B}, A * B
    {single(A), single(B)}, single(A * B)
    {A, B, "alpha", -2}, -2 * A * B
    {A, B, "alpha", single(0.5)}, A * B / 2
    {A, B, "beta", 3, "C", C}, A * B + 3 * C
    {A, B, "C", C, "beta", -1, "alpha", 2}, 2 * A * B - C
    {single(A), single(B), "beta", 3, "C", single(C)}, single(A * B + 3 * C)
    {A', B, "trans_a", "T"}, A * B
    {A, B', "trans_b", true}, A * B
    {A', B', "trans_a", "t", "TRANS_B", true}, A * B
    {A, B, "trans_a", "N", "trans_b", false}, A * B
    {A, B, "alpha", 2, "alpha", 3}, 3 * A * B
    {A, B, "C", NaN(2, 4)}, A * B # beta = 0 ignores a NaN in C
    {zeros(2, 0), zeros(0, 4), "C", NaN(2, 4)}, zeros(2, 4)
    {zeros(2, 0), zeros(0, 4), "beta", 2, "C", C}, 2 * C
  };
  for i = 1:rows (cases)
    assert (multiply (cases{i,1}{:}), cases{i,2});
  endfor

endfunction

## Empty ones, NaN and Inf, special matrices.
function check_operands (multiply, B, C)

  assert (multiply (zeros (3, 0), zeros (0, 4)), zeros (3, 4));
  assert (multiply (zeros (0, 3, "single"), zeros (3, 4, "single")), zeros (0, 4, "single"));
  assert (multiply ([NaN 1; Inf 2], [0 1; 1 1]), [NaN 1; Inf 2] * [0 1; 1 1]);
  assert (multiply (eye (3), B), B);
  assert (multiply (1:3, B), (1:3) * B);

endfunction

function check_C_is_kept (multiply, A, B, C)

  keep = C + 0;
  multiply (A, B, "beta", 1, "C", C);
  assert (C, keep);
  assert (multiply (C', C, "beta", 1, "C", zeros (4)), C' * C);
  assert (C, keep);

endfunction

## Large enough for every path inside a library.
function check_large (multiply)

  X = mod (reshape (1:200*300, 200, 300), 7) - 3;
  assert (multiply (X, X, "trans_b", "T"), X * X');
  assert (multiply (single (X), single (X), "trans_a", "T"), single (X' * X));

endfunction

function check_errors (multiply, A, B, C)

  cases = { # the error's identifier, a part of its message, the arguments
    "missingValue",   "C",                       {A, B, "beta", 1}
    "nonConformable", "C is 4x2",                {A, B, "beta", 1, "C", C'}
    "nonConformable", "A' is 3x2 and B is 3x4",  {A, B, "trans_a", "T"}
    "badTrans",       "trans_a",                 {A, B, "trans_a", "X"}
    "unknownOption",  "unknown option",          {A, B, "threed", 1}
  };
  for i = 1:rows (cases)
    err = [];
    try
      multiply (cases{i,3}{:});
    catch err
    end_try_catch
    assert (! isempty (err));
    assert (err.identifier, ["gemmlab:" cases{i,1}]);
    assert (! isempty (strfind (err.message, cases{i,2})));
  endfor

endfunction
