## -*- texinfo -*-
## @deftypefn {} {@var{C} =} mm_script (@var{A}, @var{B})
## Multiply two matrices with three loops written in the Octave language: the bottom of the ladder.
##
## @var{A} is m by k and @var{B} is k by n, both full, real, and both @code{single} or both @code{double}; @var{C} is
## m by n and of their class.  Nothing here is compiled: the interpreter runs the loops, the indexing and the
## multiply-adds.  @code{mm_naive} has the same loops compiled and calls the interpreter for each multiply-add.
##
## @example
## @group
## A = single (magic (4));
## mm_script (A, A) - A * A                   # zeros
## @end group
## @end example
## @seealso{mm_naive, mm_blocked, mm_ladder}
## @end deftypefn

function C = mm_script (A, B)
  if (nargin != 2)
    error ("gemmlab:wrongCount", "mm_script: got %d arguments; call it as mm_script (A, B)", nargin);
  endif
  check_operand (A, "A");
  check_operand (B, "B");
  check_pair (A, B);
  [m, k] = size (A);
  n = columns (B);
  C = zeros (m, n, class (A));
  for i = 1:m
    for j = 1:n
      acc = C(i,j);
      for p = 1:k
        acc = acc + A(i,p) * B(p,j);
      endfor
      C(i,j) = acc;
    endfor
  endfor
endfunction

function check_operand (X, name)
  if (! isfloat (X))
    error ("gemmlab:wrongClass", "mm_script: %s must be single or double; got a %s: convert it first", name, class (X));
  elseif (issparse (X))
    error ("gemmlab:notFull", "mm_script: %s must be full; got a sparse matrix: use full (%s)", name, name);
  elseif (! isreal (X))
    error ("gemmlab:notReal", "mm_script: %s must be real; got a complex matrix", name);
  elseif (ndims (X) != 2)
    error ("gemmlab:notMatrix", "mm_script: %s must have two dimensions; got %d", name, ndims (X));
  elseif (any (size (X) > 2147483647))
    error ("gemmlab:badSize", "mm_script: %s is %d by %d; expected at most 2147483647", name, rows (X), columns (X));
  endif
endfunction

function check_pair (A, B)
  if (! strcmp (class (A), class (B)))
    error ("gemmlab:mixedClass", "mm_script: A is %s and B is %s; expected one class for both", class (A), class (B));
  elseif (columns (A) != rows (B))
    error ("gemmlab:nonConformable", ["mm_script: A is %d by %d and B %d by %d; the columns of the first must be as " ...
                                      "many as the rows of the second"], size (A), size (B));
  endif
endfunction

%!function check (class_name, m, n, k)
%!  ## Whole numbers: sums are exact in any order.
%!  A = cast (mod (reshape (1:m*k, m, k), 17) - 8, class_name);
%!  B = cast (mod (reshape (1:k*n, k, n), 13) - 6, class_name);
%!  C = mm_script (A, B);
%!  assert (C, A * B);
%!  assert (class (C), class_name);
%!endfunction

%!test # single and double, square and not
%! for class_name = {"single", "double"}
%!   check (class_name{1}, 4, 4, 4);
%!   check (class_name{1}, 2, 5, 3);
%!   check (class_name{1}, 1, 7, 1);
%!   check (class_name{1}, 7, 1, 9);
%! endfor
%!test # special matrices, empty operands, NaN and Inf
%! assert (mm_script (eye (3), magic (3)), magic (3));
%! assert (mm_script (1:3, magic (3)), (1:3) * magic (3));
%! assert (mm_script (zeros (3, 0), zeros (0, 4)), zeros (3, 4));
%! assert (mm_script (zeros (0, 3, "single"), zeros (3, 4, "single")), zeros (0, 4, "single"));
%! A = [NaN 1; Inf 2; 0 -Inf];
%! B = [0 1 2; 3 Inf 0];
%! assert (mm_script (A, B), A * B);
%!test # the same order of additions as mm_naive: the same bits
%! A = single (rand (5, 40));
%! B = single (rand (40, 3));
%! assert (mm_script (A, B), mm_naive (A, B));

%!error <the columns of the first must be as many as the rows of the second> mm_script (ones (2, 3), ones (2, 3))
%!error id=gemmlab:mixedClass mm_script (1, single (1))
%!error <call it as mm_script \(A, B\)> mm_script (1)
