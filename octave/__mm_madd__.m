## acc = __mm_madd__ (acc, a, b): the multiply-add that mm_naive and mm_blocked (..., "interpreted") have the
## interpreter evaluate, once for each of the m*n*k terms.

function acc = __mm_madd__ (acc, a, b)
  acc = acc + a * b;
endfunction

%!assert (__mm_madd__ (single (2), single (3), single (4)), single (14))
