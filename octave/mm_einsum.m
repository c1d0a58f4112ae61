## -*- texinfo -*-
## @deftypefn {} {@var{C} =} mm_einsum (@var{spec}, @var{A}, @var{B})
## Sum products of two operands over the indices that @var{spec} names: Einstein's notation.
##
## @var{spec} has the letters of both operands, two for a matrix, one for a vector, none for a scalar, and after
## @code{->} those of the result.  A letter that is not in the result is summed over; a letter that an operand has
## twice takes its diagonal.  Without @code{->} the result has every letter that occurs once, in alphabetical order.
## Spaces are ignored.
##
## @multitable @columnfractions .3 .6
## @item @code{ik,kj->ij} @tab the product @code{A * B}
## @item @code{ki,kj->ij} @tab @code{A' * B}
## @item @code{ik,kj->ji} @tab @code{(A * B)'}
## @item @code{ij,j->i} @tab a matrix times a vector
## @item @code{i,i->} @tab the dot product
## @item @code{i,j->ij} @tab the outer product
## @item @code{ij,ij->ij} @tab @code{A .* B}
## @item @code{ij,ji->} @tab @code{trace (A * B)}
## @end multitable
##
## @var{A} and @var{B} are full, real, and both @code{single} or both @code{double}.  A vector may be a row or a
## column; a result with one letter is a column, one with none a scalar, and one with more than two has as many
## dimensions.  What is a matrix product goes to BLAS,
## everything else to a compiled loop.
## @seealso{mm_naive, mm_blocked, mm_blas}
## @end deftypefn

function C = mm_einsum (varargin)
  C = __mm_einsum__ (varargin{:});
endfunction

%!shared A, B, x, y
%! A = reshape (1:6, 2, 3);
%! B = reshape (-5:6, 3, 4);
%! x = [2; -3; 5];
%! y = [7; 11; 13];
%!assert (mm_einsum ("ik,kj->ij", A, B), A * B)
%!assert (mm_einsum ("ik,kj", A, B), A * B)
%!assert (mm_einsum (" i k , k j -> i j ", A, B), A * B)
%!assert (mm_einsum ("ki,kj->ij", A', B), A * B)
%!assert (mm_einsum ("ik,jk->ij", A, B'), A * B)
%!assert (mm_einsum ("ki,jk->ij", A', B'), A * B)
%!assert (mm_einsum ("ik,kj->ji", A, B), (A * B)')
%!assert (mm_einsum ("Qz,zb->Qb", A, B), A * B)
%!assert (mm_einsum ("ij,j->i", A, x), A * x)
%!assert (mm_einsum ("ij,j->i", A, x'), A * x)
%!assert (mm_einsum ("j,ij->i", x, A), A * x)
%!assert (mm_einsum ("i,ij->j", x, B), B' * x)
%!assert (mm_einsum ("i,i->", x, y), x' * y)
%!assert (mm_einsum ("i,i", x, y'), x' * y)
%!assert (mm_einsum ("i,j->ij", x, y), x * y')
%!assert (mm_einsum ("i,j->ji", x, y), y * x')
%!assert (mm_einsum ("i,i->i", x, y), x .* y)
%!assert (mm_einsum ("ij,ij->ij", A, 2 * A), 2 * A .^ 2)
%!assert (mm_einsum ("ij,ij->", A, A), sumsq (A(:)))
%!assert (mm_einsum ("ij,ji->", A, A'), sumsq (A(:)))
%!assert (mm_einsum ("ii,i->i", magic (3), x), diag (magic (3)) .* x)
%!assert (mm_einsum ("ii,jj->", magic (3), magic (4)), trace (magic (3)) * trace (magic (4)))
%!assert (mm_einsum ("ij,->ij", A, 3), 3 * A)
%!assert (mm_einsum (",->", 3, 4), 12)
%!assert (mm_einsum ("ij,k->i", A, x), sum (A, 2) * sum (x))
%!assert (mm_einsum ("ik,kj->ijk", A, B), reshape (A, 2, 1, 3) .* reshape (B.', 1, 4, 3))
%!assert (mm_einsum ("ij,kl->ijkl", A, B), reshape (A, 2, 3) .* reshape (B, 1, 1, 3, 4))
%!assert (mm_einsum ("ij,k->kij", A, x), x .* reshape (A, 1, 2, 3))
%!test # class follows the operands
%! C = mm_einsum ("ik,kj->ij", single (A), single (B));
%! assert (C, single (A * B));
%! assert (class (C), "single");
%! assert (class (mm_einsum ("i,i->", single (x), single (y))), "single");
%!test # empty operands, NaN and Inf, special matrices
%! assert (mm_einsum ("ik,kj->ij", zeros (3, 0), zeros (0, 4)), zeros (3, 4));
%! assert (mm_einsum ("ik,kj->ij", zeros (0, 3), zeros (3, 4)), zeros (0, 4));
%! assert (mm_einsum ("ij,ij->j", zeros (0, 3), zeros (0, 3)), zeros (3, 1));
%! C = mm_einsum ("ik,kj->ij", [NaN 1; 2 3], [1 Inf; 0 1]);
%! assert (C, [NaN 1; 2 3] * [1 Inf; 0 1]);
%! assert (mm_einsum ("ik,kj->ij", eye (3), B), B);
%! assert (mm_einsum ("i,ij->j", 1:3, B), B' * (1:3)');
%!error id=gemmlab:badSpec mm_einsum ("ik;kj->ij", A, B)
%!error id=gemmlab:nonConformable mm_einsum ("ik,kj->ij", A, A)
%!error id=gemmlab:notText mm_einsum (A, A, B)
