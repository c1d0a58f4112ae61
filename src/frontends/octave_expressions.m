## -*- texinfo -*-
## @deftypefn {} {[@var{table}, @var{inputs}] =} octave_expressions ()
## Octave: from expressions to routines.  A row of @var{table} is an id, the text that is evaluated, and the routines
## that are expected (@qcode{"none"}: no BLAS); @var{inputs} has the variables in it.
## @end deftypefn

function [table, inputs] = octave_expressions ()

  table = {
    "matmul",        "A * B",                   "dgemm"
    "matmul_tn",     "A' * C",                  "dgemm"
    "matmul_nt",     "C * B'",                  "dgemm"
    "matmul_tt",     "B' * A'",                 "dgemm"
    "gram",          "A * A'",                  "dsyrk"
    "gram_t",        "A' * A",                  "dsyrk"
    "matvec",        "A * x",                   "dgemv"
    "matvec_t",      "A' * v",                  "dgemv"
    "vecmat",        "v' * A",                  "dgemv"
    "inner",         "x' * y",                  "ddot"
    "inner_self",    "x' * x",                  "dsyrk"
    "outer",         "x * v'",                  "dgemm"
    "dot",           "dot (x, y)",              "ddot"
    "dot_columns",   "dot (A, F)",              "ddot"
    "power",         "S ^ 2",                   "dgemm"
    "f32",           "A32 * B32",               "sgemm"
    "f32_gram",      "A32' * A32",              "ssyrk"
    "mixed",         "A32 * B",                 "sgemm"
    "complex",       "Z * W",                   "zgemm"
    "complex_real",  "Z * B",                   "dgemm"
    "complex_gram",  "Z' * Z",                  "zherk"
    "complex_gram_t", "Z.' * Z",                 "zsyrk"
    "complex_matvec", "Z * w",                   "zgemv"
    "complex_inner", "z' * w",                  "zdotc"
    "integers",      "A8 .* A8",                "none"
    "sparse",        "sparse (A) * B",          "none"
    "diagonal",      "eye (60) * A",            "none"
    "permutation",   "eye (60)(end:-1:1,:) * A", "none"
    "elementwise",   "A .* A + 1",              "none"
    "solve",         "S \\ b",                  "dgecon dgetrf dgetrs"
    "solve_spd",     "P \\ b",                  "dpocon dpotrf dpotrs"
    "solve_tall",    "A \\ v",                  "dgelsd"
    "inv",           "inv (S)",                 "dgecon dgetrf dgetri"
    "det",           "det (S)",                 "dgecon dgetrf"
    "chol",          "chol (P)",                "dpotrf"
    "qr",            "qr (A)",                  "dgeqrf"
    "svd",           "svd (A)",                 "dgesvd"
    "eig",           "eig (P)",                 "dsyev"
    "mm_blas",       "mm_blas (A, B)",          "dgemm"
    "mm_einsum",     "mm_einsum (\"ik,kj->ij\", A, B)", "dgemm"
    "mm_gemm",       "mm_gemm (A, B)",          "none"
    "product",       "C = A * B",               "sgemm"
  };
  if (nargout < 2)
    return;
  endif
  ## No two dimensions alike, so that a shape tells what is what; nothing here calls BLAS.
  [A, B, C, F, S] = deal (rand (60, 40), rand (40, 50), rand (60, 50), rand (60, 40), rand (50));
  inputs = struct ("A", A, "B", B, "C", C, "F", F, "S", S, "x", rand (40, 1), "y", rand (40, 1), "v", rand (60, 1), ...
                   "b", rand (50, 1), "A32", single (A), "B32", single (B), "Z", A + 1i, "W", B - 1i, ...
                   "z", rand (40, 1) + 1i, "w", rand (40, 1) - 1i, "A8", int8 (9 * A), ...
                   "P", 100 * eye (50) + S + S.');

endfunction
