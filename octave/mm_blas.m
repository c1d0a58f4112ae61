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

%!test __mm_test_gemm__ (@mm_blas)
