## facts = mm_plot_dtype (dtype)
## What follows from the size of an element.  Fields: dtype, precision ("fp32"), n_per_intensity (compulsory traffic:
## 2 N^3 FLOP over 3 N^2 elements) and floor_intensity (2 FLOP over two elements), in FLOP/byte.

function facts = mm_plot_dtype (dtype)

  bytes = struct ("f32", 4, "f64", 8).(dtype);
  facts.dtype = dtype;
  facts.precision = struct ("f32", "fp32", "f64", "fp64").(dtype);
  facts.n_per_intensity = 3 * bytes / 2;
  facts.floor_intensity = 1 / bytes;

endfunction
