## -*- texinfo -*-
## @deftypefn  {} {@var{C} =} mm_blocked (@var{A}, @var{B})
## @deftypefnx {} {@var{C} =} mm_blocked (@var{A}, @var{B}, @var{block_size})
## @deftypefnx {} {@var{C} =} mm_blocked (@var{A}, @var{B}, @var{block_size}, "interpreted")
## @deftypefnx {} {@var{C} =} mm_blocked (@var{A}, @var{B}, @var{block_size}, "interpreted", @var{madd})
## Multiply two matrices with six loops: three over blocks, three within a block.
##
## @var{A} is m by k and @var{B} is k by n, both full, real, and both @code{single} or both @code{double}; @var{C} is
## m by n and of their class.  Blocks are @var{block_size} long in all three dimensions, 64 by default, and smaller at
## the edges.  A block that fits in a cache is read from memory once and used @var{block_size} times.
##
## The loops are compiled, and so is the multiply-add.  With @qcode{"interpreted"} the interpreter evaluates it, exactly
## m*n*k times as in @code{mm_naive}; then blocking wins nothing, for the time goes to the interpreter and not to
## memory.  The function handle @var{madd} replaces the multiply-add: see @code{mm_naive}.
##
## @example
## @group
## A = rand (500, "single");
## tic; mm_blocked (A, A); toc
## tic; mm_blocked (A, A, 8); toc
## @end group
## @end example
## @seealso{mm_naive, mm_einsum, mm_blas}
## @end deftypefn

function C = mm_blocked (varargin)
  C = __mm_blocked__ (varargin{:});
endfunction

%!function check (class_name, m, n, k, varargin)
%!  ## Whole numbers: sums are exact in any order.
%!  A = cast (mod (reshape (1:m*k, m, k), 17) - 8, class_name);
%!  B = cast (mod (reshape (1:k*n, k, n), 13) - 6, class_name);
%!  C = mm_blocked (A, B, varargin{:});
%!  assert (C, A * B);
%!  assert (class (C), class_name);
%!endfunction

%!test # default block size, below, at and beyond its edges
%! for n = [1 63 64 65 130]
%!   check ("single", n, n, n);
%!   check ("double", n, n + 1, n + 2);
%! endfor

%!test # block sizes from 1 to more than the matrix
%! for block_size = [1 2 3 7 8 100 2^31-1]
%!   check ("single", 9, 8, 7, block_size);
%!   check ("double", 7, 9, 8, block_size);
%! endfor
%! check ("single", 9, 8, 7, single (3));

%!test # interpreted
%! check ("single", 5, 4, 3, 2, "interpreted");
%! check ("double", 5, 4, 3, 64, "interpreted");

%!function acc = counted_madd (acc, a, b)
%!  global mm_calls
%!  mm_calls++;
%!  acc += a * b;
%!endfunction
%!test # interpreted calls madd exactly m*n*k times
%! global mm_calls
%! mm_calls = 0;
%! A = magic (6)(:,1:5);
%! B = magic (5)(:,1:3);
%! assert (mm_blocked (A, B, 4, "interpreted", @counted_madd), A * B);
%! assert (mm_calls, 6 * 5 * 3);
%! clear -global mm_calls

%!test # special matrices, empty operands, NaN and Inf
%! assert (mm_blocked (eye (3), magic (3)), magic (3));
%! assert (mm_blocked (1:3, magic (3)), (1:3) * magic (3));
%! assert (mm_blocked (zeros (3, 0), zeros (0, 4)), zeros (3, 4));
%! assert (mm_blocked (zeros (3, 0), zeros (0, 4), 2, "interpreted"), zeros (3, 4));
%! assert (mm_blocked (zeros (0, 3, "single"), zeros (3, 4, "single")), zeros (0, 4, "single"));
%! A = [NaN 1; Inf 2; 0 -Inf];
%! B = [0 1 2; 3 Inf 0];
%! assert (mm_blocked (A, B, 1), A * B);
%! assert (mm_blocked (A, B, 1, "interpreted"), A * B);

%!error <block_size must be a whole number in 1 .. 2147483647; got 0> mm_blocked (1, 1, 0)
%!error <must be "interpreted"; got "fast"> mm_blocked (1, 1, 64, "fast")
