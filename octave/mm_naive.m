## -*- texinfo -*-
## @deftypefn  {} {@var{C} =} mm_naive (@var{A}, @var{B})
## @deftypefnx {} {@var{C} =} mm_naive (@var{A}, @var{B}, @var{madd})
## Multiply two matrices with three loops that go back to the Octave interpreter for every multiply-add.
##
## @var{A} is m by k and @var{B} is k by n, both full, real, and both @code{single} or both @code{double}; @var{C} is
## m by n and of their class.  The loops are compiled; the body @code{acc + a * b} is not: the interpreter evaluates it
## exactly m*n*k times.  That takes some microseconds each, so 1000 by 1000 matrices take the better part of an hour.
## It is the slowest row of the lab, and shows what an interpreter costs.
##
## The function handle @var{madd} replaces the body.  It is called as @code{@var{madd} (acc, a, b)} with three scalars
## of the class of @var{A} and returns one real number, the new @code{acc}; @code{acc} begins at 0 for every element.
##
## Ctrl-C stops the computation.
##
## @example
## @group
## A = single (magic (4));
## mm_naive (A, A) - A * A                    # zeros
## mm_naive (A, A, @@(acc, a, b) max (acc, a * b))  # another product
## @end group
## @end example
## @seealso{mm_blocked, mm_einsum, mm_blas}
## @end deftypefn

function C = mm_naive (varargin)
  C = __mm_naive__ (varargin{:});
endfunction

%!test # single
%! A = single (magic (4));
%! C = mm_naive (A, A);
%! assert (C, A * A);
%! assert (class (C), "single");

%!test # double, not square
%! A = reshape (1:6, 2, 3);
%! B = reshape (-5:6, 3, 4);
%! assert (mm_naive (A, B), A * B);
%! assert (class (mm_naive (A, B)), "double");

%!test # one element, one row, one column
%! assert (mm_naive (3, -4), -12);
%! assert (mm_naive (1:3, (4:6)'), 32);
%! assert (mm_naive ((4:6)', 1:3), (4:6)' * (1:3));

%!test # special matrices come as full ones
%! A = magic (3);
%! P = eye (3)([2 3 1], :);
%! assert (mm_naive (eye (3), A), A);
%! assert (mm_naive (A, 2 * eye (3)), 2 * A);
%! assert (mm_naive (P, A), P * A);
%! assert (mm_naive (single (1:3), single (A)), single ((1:3) * A));

%!test # empty operands give zeros
%! assert (mm_naive (zeros (3, 0), zeros (0, 4)), zeros (3, 4));
%! assert (mm_naive (zeros (0, 3), zeros (3, 4)), zeros (0, 4));
%! assert (mm_naive (zeros (3, 4, "single"), zeros (4, 0, "single")), zeros (3, 0, "single"));
%! assert (mm_naive ([], []), []);

%!test # NaN and Inf travel as in A * B
%! A = [NaN 1; Inf 2; 0 -Inf];
%! B = [0 1 2; 3 Inf 0];
%! assert (mm_naive (A, B), A * B);
%! assert (mm_naive (single (A), single (B)), single (A) * single (B));

%!function acc = logged_madd (acc, a, b)
%!  global mm_log
%!  mm_log(end+1,:) = [acc a b];
%!  acc += a * b;
%!endfunction

%!test # the interpreter is called exactly m*n*k times
%! global mm_log
%! for size = {[3 4 5], [1 1 7], [5 1 1], [2 3 0], [0 3 2]}
%!   [m, n, k] = num2cell (size{1}){:};
%!   mm_log = zeros (0, 3);
%!   A = magic (8)(1:m, 1:k);
%!   B = magic (8)(1:k, 1:n);
%!   assert (mm_naive (A, B, @logged_madd), A * B);
%!   assert (rows (mm_log), m * n * k);
%! endfor
%! clear -global mm_log

%!test # the order is i-j-p, and acc begins at 0 for each element
%! global mm_log
%! mm_log = zeros (0, 3);
%! mm_naive ([1 2; 3 4], [5 6; 7 8], @logged_madd);
%! assert (mm_log, [0 1 5; 5 2 7; 0 1 6; 6 2 8; 0 3 5; 15 4 7; 0 3 6; 18 4 8]);
%! clear -global mm_log

%!function acc = keeping_madd (acc, a, b)
%!  global mm_kept
%!  mm_kept{end+1} = {acc, a, b};
%!  acc += a * b;
%!endfunction
%!test # each call gets scalars of its own: madd may keep them
%! global mm_kept
%! mm_kept = {};
%! mm_naive (1:3, (4:6)', @keeping_madd);
%! assert (mm_kept, {{0, 1, 4}, {4, 2, 5}, {14, 3, 6}});
%! clear -global mm_kept

%!function acc = promoting_madd (acc, a, b)
%!  assert ({class(acc), class(a), class(b)}, {"single", "single", "single"});
%!  acc = double (acc) + double (a) * double (b);
%!endfunction
%!test # madd's arguments have the operands' class; a double result is rounded to single
%! C = mm_naive (single (0.1), single (0.1), @promoting_madd);
%! assert (C, single (double (single (0.1)) ^ 2));

%!test # madd may call mm_naive, and sees variables
%! scale = 2;
%! C = mm_naive ([1 2], [3; 4], @(acc, a, b) acc + scale * mm_naive (a, b));
%! assert (C, 22);

%!test # inputs are not written to
%! A = single (magic (3));  B = A;  keep = A + 0;
%! C = mm_naive (A, B);
%! assert (A, keep);
%! assert (B, keep);

%!function bytes = resident ()
%!  bytes = 1024 * str2double (regexp (fileread ("/proc/self/status"), 'VmRSS:\s*(\d+) kB', "tokens", "once"));
%!endfunction
%!testif ; exist ("/proc/self/status", "file") # memory stays flat over 10^6 calls
%! A = ones (100, "single");
%! mm_naive (A(1:20,:), A);  # everything is allocated once before the first reading
%! before = resident ();
%! mm_naive (A, A);
%! growth = resident () - before;
%! ## A kept result would cost some hundred bytes a call.
%! assert (growth < 8 * 1e6, "resident memory grew by %d bytes in 10^6 calls", growth);

%!error <the columns of the first must be as many as the rows of the second> mm_naive (ones (2, 3), ones (2, 3))
%!error <call it as mm_naive \(A, B\)> mm_naive (1)
%!error <too many outputs> [C, D] = mm_naive (1, 2);
