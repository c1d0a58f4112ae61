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

%!test __mm_test_gemm__ (@mm_gemm)
%!test # two threads, and more than there can be
%! Y = mod (reshape (1:700*600, 700, 600), 5) - 2;
%! assert (mm_gemm (Y, Y, "trans_a", "T", "threads", 2), Y' * Y);
%! assert (mm_gemm (single (Y), single (Y'), "threads", 1000), single (Y * Y'));
%!error id=gemmlab:notPositiveInteger mm_gemm (1, 1, "threads", 0)
%!error id=gemmlab:unknownOption mm_gemm (1, 1, "thread", 1)
%!error <mm_gemm: unknown option> mm_gemm (1, 1, "thread", 1)
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
