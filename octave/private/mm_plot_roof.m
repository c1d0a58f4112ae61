## roof = mm_plot_roof (results)
## The measured roof and what follows from it.  Fields: known (the others up to ridge are [] where it is false),
## peak_gflops, isa, gbytes_per_s, ridge (FLOP/byte), crossing_n, floor_gflops; and always dtype, precision
## ("fp32"), n_per_intensity, floor_intensity.

function roof = mm_plot_roof (results)

  measured = results.roofline;
  roof.known = ! isempty (measured) && ! isempty (measured.peak_gflops);
  roof.dtype = common_dtype (results, roof.known);
  bytes = struct ("f32", 4, "f64", 8).(roof.dtype);
  roof.precision = struct ("f32", "fp32", "f64", "fp64").(roof.dtype);
  ## Compulsory traffic: 2 N^3 FLOP over 3 N^2 elements; the naive floor: 2 FLOP over two elements.
  roof.n_per_intensity = 3 * bytes / 2;
  roof.floor_intensity = 1 / bytes;
  [roof.peak_gflops, roof.isa, roof.gbytes_per_s, roof.ridge, roof.crossing_n, roof.floor_gflops] = deal ([]);
  if (roof.known)
    roof.peak_gflops = measured.peak_gflops;
    roof.isa = mm_isa_label (measured.isa);
    roof.gbytes_per_s = measured.triad_gbytes_per_s;
    roof.ridge = roof.peak_gflops / roof.gbytes_per_s;
    roof.crossing_n = roof.ridge * roof.n_per_intensity;
    roof.floor_gflops = roof.floor_intensity * roof.gbytes_per_s;
  endif

endfunction

function dtype = common_dtype (results, known)

  dtype = "f32";
  if (known)
    dtype = results.roofline.dtype;
  elseif (iscell (results.results) && ! isempty (results.results))
    dtype = results.results{1}.dtype;
  elseif (! isempty (results.results))
    dtype = results.results(1).dtype;
  endif

endfunction
