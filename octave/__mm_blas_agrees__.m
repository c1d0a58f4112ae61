## [agrees, note] = __mm_blas_agrees__ (claimed, blas)
## Does what version ("-blas") claims fit the library that serves, blas, as __mm_config__ describes it?  Octave looks for
## symbols in the whole process: a LAPACK that brings an OpenBLAS along speaks for a BLAS that is another one.

function [agrees, note] = __mm_blas_agrees__ (claimed, blas)

  names = {"OpenBLAS", "openblas"; "BLIS", "blis"; "ATLAS", "atlas"; "FlexiBLAS", "flexiblas"; ...
           "MKL", "mkl"; "Math Kernel Library", "mkl"; "Accelerate", "accelerate"};
  mentioned = cellfun (@(name) ! isempty (strfind (claimed, name)), names(:,1));
  claims = unique (names(mentioned,2));
  serves = blas.provider;
  agrees = false;
  if (isempty (claims) && ! any (strcmp (serves, {"netlib", "unknown"})))
    note = sprintf ("version -blas does not recognise %s, which serves (%s)", serves, blas.path);
  elseif (! isempty (claims) && ! any (strcmp (claims, serves)))
    note = sprintf ("version -blas claims %s, but what serves is %s (%s)", strjoin (claims', " and "), serves, ...
                    blas.path);
  elseif (! isempty (claims) && strcmp (serves, "openblas") && isempty (strfind (claimed, blas.version)))
    note = sprintf ("version -blas claims another version than %s, which serves (%s)", blas.version, blas.path);
  elseif (! isempty (claims) && strcmp (serves, "openblas") && isempty (strfind (lower (claimed), lower (blas.kernel))))
    note = sprintf ("version -blas claims other kernels than %s, which serve (%s)", blas.kernel, blas.path);
  else
    agrees = true;
    note = "version -blas fits the library that serves";
  endif

endfunction

%!function blas = library (provider, version, kernel)
%!  blas = struct ("provider", provider, "version", version, "kernel", kernel, "path", "/lib/served.so");
%!endfunction
%!function check (claimed, blas, expected, says)
%!  [agrees, note] = __mm_blas_agrees__ (claimed, blas);
%!  assert (agrees, expected);
%!  assert (! isempty (strfind (note, says)), true, note);
%!endfunction
%!shared claim
%! claim = "OpenBLAS (config: OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH NO_AFFINITY Haswell MAX_THREADS=64)";
%!test check (claim, library ("openblas", "0.3.21", "Haswell"), true, "fits");
%!test check (claim, library ("openblas", "0.3.21", "Prescott"), false, "other kernels than Prescott");
%!test check (claim, library ("openblas", "0.3.30", "Haswell"), false, "another version than 0.3.30");
%!test check (claim, library ("netlib", "3.11.0", ""), false, "claims openblas, but what serves is netlib (/lib/served.so)");
%!test check ("unknown or reference", library ("netlib", "3.11.0", ""), true, "fits");
%!test check ("unknown or reference", library ("unknown", "", ""), true, "fits");
%!test check ("unknown or reference", library ("blis", "0.9.0", "skx"), false, "does not recognise blis");
%!test check ("BLIS (config: 0.9.0)", library ("blis", "0.9.0", "skx"), true, "fits");
