## C = __mm_through__ (A, B): does nothing but call a MEX file that does nothing but return a matrix, as mm_blas.m and
## its like call theirs: what the function file costs, bench_overhead measures by it.

function C = __mm_through__ (varargin)
  C = __mm_alloc__ (varargin{:});
endfunction

%!test # the size and class of the product
%! C = __mm_through__ (single ([1 2 3]'), single ([4 5]));
%! assert ({size(C), class(C)}, {[3 2], "single"});
%! assert (size (__mm_alloc__ (zeros (0, 2), zeros (2, 5))), [0 5]);
%!test # with a third argument nothing comes back
%! __mm_alloc__ (1, 2, []);
%! __mm_empty__ (1, 2);
%!error C = __mm_alloc__ (1, 2, []);
%!error C = __mm_empty__ ();
%!error id=gemmlab:nonConformable __mm_through__ (ones (2, 3), ones (2, 3))
%!error id=gemmlab:mixedClass __mm_through__ (1, single (1))
