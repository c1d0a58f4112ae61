## -*- texinfo -*-
## @deftypefn  {} {@var{C} =} mm_blas (@var{A}, @var{B})
## @deftypefnx {} {@var{C} =} mm_blas (@var{A}, @var{B}, @var{name}, @var{value}, @dots{})
## Multiply two matrices with one call of the BLAS routine @code{sgemm} or @code{dgemm}.
##
## The result is @code{alpha * op (A) * op (B) + beta * C}.  All matrices are full, real, and either all @code{single}
## or all @code{double}.  Options are pairs of a name and a value:
##
## @table @asis
## @item @qcode{"alpha"}
## a number, 1 by default.
## @item @qcode{"beta"}
## a number, 0 by default: then the content of @var{C} does not matter, not even a NaN.
## @item @qcode{"C"}
## a matrix of the size of the result, needed when beta is not 0.  It is not changed: the sum is a new matrix.
## @item @qcode{"trans_a"}, @qcode{"trans_b"}
## @qcode{"N"} or false (the default): as it is; @qcode{"T"} or true: transposed, without a copy being formed.
## @end table
##
## The library is the one that Octave itself is linked with; @code{mm_config} tells which.
##
## @example
## @group
## C = mm_blas (A, B, "trans_a", true);              # A' * B
## C = mm_blas (B, A, "beta", 1, "C", mm_blas (A, B)); # A * B + B * A
## @end group
## @end example
## @seealso{mm_config, mm_naive, mm_blocked, mm_einsum}
## @end deftypefn

function C = mm_blas (varargin)
  C = __mm_blas__ (varargin{:});
endfunction

%!shared A, B, C
%! A = reshape (1:6, 2, 3);
%! B = reshape (-5:6, 3, 4);
%! C = magic (4)(1:2,:);
%!assert (mm_blas (A, B), A * B)
%!assert (mm_blas (single (A), single (B)), single (A * B))
%!assert (class (mm_blas (single (A), single (B))), "single")
%!assert (mm_blas (A, B, "alpha", -2), -2 * A * B)
%!assert (mm_blas (A, B, "alpha", single (0.5)), A * B / 2)
%!assert (mm_blas (A, B, "beta", 3, "C", C), A * B + 3 * C)
%!assert (mm_blas (A, B, "C", C, "beta", -1, "alpha", 2), 2 * A * B - C)
%!assert (mm_blas (single (A), single (B), "beta", 3, "C", single (C)), single (A * B + 3 * C))
%!assert (mm_blas (A', B, "trans_a", "T"), A * B)
%!assert (mm_blas (A, B', "trans_b", true), A * B)
%!assert (mm_blas (A', B', "trans_a", "t", "TRANS_B", true), A * B)
%!assert (mm_blas (A, B, "trans_a", "N", "trans_b", false), A * B)
%!assert (mm_blas (A, B, "alpha", 2, "alpha", 3), 3 * A * B)
%!test # C is not changed
%! keep = C + 0;
%! mm_blas (A, B, "beta", 1, "C", C);
%! assert (C, keep);
%! D = mm_blas (C', C, "beta", 1, "C", zeros (4));
%! assert (D, C' * C);
%! assert (C, keep);
%!test # beta = 0 ignores a NaN in C
%! assert (mm_blas (A, B, "C", NaN (2, 4)), A * B);
%! assert (mm_blas (zeros (2, 0), zeros (0, 4), "C", NaN (2, 4)), zeros (2, 4));
%!test # empty operands, NaN and Inf, special matrices
%! assert (mm_blas (zeros (3, 0), zeros (0, 4)), zeros (3, 4));
%! assert (mm_blas (zeros (0, 3, "single"), zeros (3, 4, "single")), zeros (0, 4, "single"));
%! assert (mm_blas (zeros (2, 0), zeros (0, 4), "beta", 2, "C", C), 2 * C);
%! X = mm_blas ([NaN 1; Inf 2], [0 1; 1 1]);
%! assert (X, [NaN 1; Inf 2] * [0 1; 1 1]);
%! assert (mm_blas (eye (3), B), B);
%! assert (mm_blas (1:3, B), (1:3) * B);
%!test # large enough for every path inside the library
%! X = mod (reshape (1:200*300, 200, 300), 7) - 3;
%! assert (mm_blas (X, X, "trans_b", "T"), X * X');
%! assert (mm_blas (single (X), single (X), "trans_a", "T"), single (X' * X));
%!error id=gemmlab:missingValue mm_blas (A, B, "beta", 1)
%!error id=gemmlab:nonConformable mm_blas (A, B, "beta", 1, "C", C')
%!error id=gemmlab:nonConformable mm_blas (A, B, "trans_a", "T")
%!error <A' is 3x2 and B is 3x4> mm_blas (A, B, "trans_a", "T")
%!error id=gemmlab:badTrans mm_blas (A, B, "trans_a", "X")
