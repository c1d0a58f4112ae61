/* What mm_blas and mm_gemm share: the arguments (A, B, name, value, ...) of C = alpha op(A) op(B) + beta C.
 */
#ifndef MM_MEX_GEMM_H
#define MM_MEX_GEMM_H

#include "mm_mex.h"

typedef struct mm_mex_gemm {
    mm_mex_product product; /* its C is made, and holds the user's C where there is one */
    double alpha, beta;
    char trans_a, trans_b;
    int64_t threads; /* 1 unless given */
} mm_mex_gemm;

/* Reads all arguments and makes the result, as *out. Options: "alpha", "beta", "C", "trans_a", "trans_b",
 * and, if has_threads, "threads". Errors: those of mm_mex_options and mm_mex_product_size, missingValue for
 * beta without C, and nonConformable and mixedClass for a C that does not suit. */
mm_mex_gemm mm_mex_gemm_read(int nrhs, const mxArray *prhs[], bool has_threads, mxArray **out);

#endif
