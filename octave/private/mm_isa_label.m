## label = mm_isa_label (isa)
## An instruction set as people write it: "avx512" is "AVX-512", "scalar" stays.

function label = mm_isa_label (isa)

  label = strrep (strrep (upper (isa), "AVX512", "AVX-512"), "SCALAR", "scalar");

endfunction
