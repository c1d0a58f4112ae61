## -*- texinfo -*-
## @deftypefn {} {@var{call} =} __mm_call__ (@var{name}, @var{A}, @var{B}, @var{block_size})
## A function handle without arguments that evaluates one method of the benchmark, written as a user would write it.
## @var{name} is the method table's @code{octave_call}.  For internal use by @code{mm_bench}.
## @end deftypefn

function call = __mm_call__ (name, A, B, block_size)
  switch (name)
    case "mtimes"
      call = @() A * B;
    case "mm_script"
      call = @() mm_script (A, B);
    case "mm_naive"
      call = @() mm_naive (A, B);
    case "mm_blocked"
      call = @() mm_blocked (A, B, block_size, "interpreted");
    case "mm_einsum"
      call = @() mm_einsum ("ik,kj->ij", A, B);
    case "mm_blas"
      call = @() mm_blas (A, B);
    otherwise
      error ("gemmlab:unknownMethod", "__mm_call__: no call is known for '%s'", name);
  endswitch
endfunction

%!test # each call gives the product
%! A = magic (4);
%! B = A';
%! for name = {"mtimes", "mm_script", "mm_naive", "mm_blocked", "mm_einsum", "mm_blas"}
%!   assert (__mm_call__ (name{1}, A, B, 3) (), A * B);
%! endfor

%!error id=gemmlab:unknownMethod __mm_call__ ("foo", 1, 1, 1)
