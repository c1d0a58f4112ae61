## -*- texinfo -*-
## @deftypefn  {} {@var{C} =} mm_gemm (@var{A}, @var{B})
## @deftypefnx {} {@var{C} =} mm_gemm (@var{A}, @var{B}, @var{name}, @var{value}, @dots{})
## Multiply two matrices with the kernels of this package, chosen for the CPU at run time.
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
## @item @qcode{"threads"}
## how many threads to use at most, 1 by default.  A small product uses fewer, and so does a process whose affinity or
## control group allows fewer CPUs.
## @end table
##
## The result differs from that of @code{A * B} in the last bits, because sums are taken in another order.
##
## A call costs hardly more than @code{A * B} does, so that many small products are fast, too: the folder of the MEX
## files has this function under its own name.  Where it comes later in the path than the folder of the other
## functions a call takes some microseconds more.
##
## @example
## @group
## C = mm_gemm (A, B, "trans_a", true);              # A' * B
## C = mm_gemm (B, A, "beta", 1, "C", mm_gemm (A, B)); # A * B + B * A
## @end group
## @end example
## @seealso{mm_blas, mm_config, mm_naive, mm_blocked}
## @end deftypefn

function C = mm_gemm (varargin)
  C = __mm_gemm__ (varargin{:});
endfunction

%!shared A, B, C
%! A = reshape (1:6, 2, 3);
%! B = reshape (-5:6, 3, 4);
%! C = magic (4)(1:2,:);
%!assert (mm_gemm (A, B), A * B)
%!assert (mm_gemm (single (A), single (B)), single (A * B))
%!assert (class (mm_gemm (single (A), single (B))), "single")
%!assert (mm_gemm (A, B, "alpha", -2), -2 * A * B)
%!assert (mm_gemm (A, B, "alpha", single (0.5)), A * B / 2)
%!assert (mm_gemm (A, B, "beta", 3, "C", C), A * B + 3 * C)
%!assert (mm_gemm (A, B, "C", C, "beta", -1, "alpha", 2), 2 * A * B - C)
%!assert (mm_gemm (single (A), single (B), "beta", 3, "C", single (C)), single (A * B + 3 * C))
%!assert (mm_gemm (A', B, "trans_a", "T"), A * B)
%!assert (mm_gemm (A, B', "trans_b", true), A * B)
%!assert (mm_gemm (A', B', "trans_a", "t", "TRANS_B", true), A * B)
%!assert (mm_gemm (A, B, "trans_a", "N", "trans_b", false), A * B)
%!assert (mm_gemm (A, B, "alpha", 2, "alpha", 3), 3 * A * B)
%!test # C is not changed
%! keep = C + 0;
%! mm_gemm (A, B, "beta", 1, "C", C);
%! assert (C, keep);
%! D = mm_gemm (C', C, "beta", 1, "C", zeros (4));
%! assert (D, C' * C);
%! assert (C, keep);
%!test # beta = 0 ignores a NaN in C
%! assert (mm_gemm (A, B, "C", NaN (2, 4)), A * B);
%! assert (mm_gemm (zeros (2, 0), zeros (0, 4), "C", NaN (2, 4)), zeros (2, 4));
%!test # empty operands, NaN and Inf, special matrices
%! assert (mm_gemm (zeros (3, 0), zeros (0, 4)), zeros (3, 4));
%! assert (mm_gemm (zeros (0, 3, "single"), zeros (3, 4, "single")), zeros (0, 4, "single"));
%! assert (mm_gemm (zeros (2, 0), zeros (0, 4), "beta", 2, "C", C), 2 * C);
%! X = mm_gemm ([NaN 1; Inf 2], [0 1; 1 1]);
%! assert (X, [NaN 1; Inf 2] * [0 1; 1 1]);
%! assert (mm_gemm (eye (3), B), B);
%! assert (mm_gemm (1:3, B), (1:3) * B);
%!test # large enough for packing, and for two threads
%! X = mod (reshape (1:200*300, 200, 300), 7) - 3;
%! assert (mm_gemm (X, X, "trans_b", "T"), X * X');
%! assert (mm_gemm (single (X), single (X), "trans_a", "T"), single (X' * X));
%! Y = mod (reshape (1:700*600, 700, 600), 5) - 2;
%! assert (mm_gemm (Y, Y, "trans_a", "T", "threads", 2), Y' * Y);
%! assert (mm_gemm (single (Y), single (Y'), "threads", 1000), single (Y * Y'));
%!error id=gemmlab:missingValue mm_gemm (A, B, "beta", 1)
%!error id=gemmlab:nonConformable mm_gemm (A, B, "beta", 1, "C", C')
%!error id=gemmlab:nonConformable mm_gemm (A, B, "trans_a", "T")
%!error <A' is 3x2 and B is 3x4> mm_gemm (A, B, "trans_a", "T")
%!error id=gemmlab:badTrans mm_gemm (A, B, "trans_a", "X")
%!error id=gemmlab:notPositiveInteger mm_gemm (A, B, "threads", 0)
%!error id=gemmlab:unknownOption mm_gemm (A, B, "thread", 1)
%!error <mm_gemm: unknown option> mm_gemm (A, B, "thread", 1)
%!test # help is there, whichever file is found
%! assert (! isempty (strfind (get_help_text ("mm_gemm"), "threads")));
%!test # clear ends the threads and frees the memory; the next call has them again
%! Y = ones (600);
%! for i = 1:3
%!   mm_gemm (Y, Y, "threads", 2);
%!   clear -f mm_gemm __mm_gemm__
%! endfor
%! if (exist ("/proc/self/maps", "file"))
%!   threads = regexp (fileread ("/proc/self/status"), 'Threads:\s*(\d+)', "tokens", "once"){1};
%!   mm_gemm (Y, Y, "threads", 2);
%!   clear -f mm_gemm __mm_gemm__
%!   assert (regexp (fileread ("/proc/self/status"), 'Threads:\s*(\d+)', "tokens", "once"){1}, threads);
%! endif
