/* A BLAS library: found, called, and asked who it is. */
#ifndef MM_BLAS_H
#define MM_BLAS_H

#include <stdbool.h>

#include "core/matrix.h"

enum { MM_BLAS_PATH_SIZE = 512 };

/* Who serves us. Strings are "" where the library does not tell; threads is 0 where it does not tell. */
typedef struct mm_blas {
    char provider[32]; /* openblas, blis, atlas, mkl, onednn, netlib (the reference), unknown: provider.h */
    char path[MM_BLAS_PATH_SIZE]; /* the file that serves sgemm_, as loaded, links resolved */
    char version[64];
    char config[256];   /* the library's own description of itself */
    char kernel[64];    /* the kernel family it selected for this CPU: "Haswell", "Prescott", "skx" */
    int threads;        /* threads it uses now */
    int threads_max;    /* the most it can use */
    int integer_bits;   /* 32 (LP64) or 64 (ILP64), as probed */
    char threading[16]; /* what its threads are made with: pthread, openmp, tbb; single: it has none */
    char engine[512]; /* the file with the kernels, where that is another: a libblas.so.3 may be a mere front
                       */
} mm_blas;

/* Describes the BLAS that this process is linked with (mmcli: libblas.so.3; in Octave: Octave's own). Cheap;
 * asks anew at each call, so that it tells the threads and the kernel of the moment. */
void mm_blas_describe(mm_blas *out);

/* Only the path, "" where it is not known. Nothing of the library is called: one that a setting of the user's
 * has broken would end this process. */
void mm_blas_path(char path[MM_BLAS_PATH_SIZE]);

/* Asks the library to use `threads` threads from now on. Returns false where it has no such call (then the
 * environment variable at start is the only way). */
bool mm_blas_set_threads(int threads);

/* C = alpha op(A) op(B) + beta C, one sgemm_ or dgemm_ call; op(X) is X ('N') or its transpose ('T').
 * All three have the same dtype; op(A) is m x k, op(B) k x n, C m x n: the caller has checked that.
 * beta = 0: the content of C is ignored, NaN included (enforced here for k = 0, where libraries differ). */
void mm_blas_gemm(char trans_a, char trans_b, double alpha, const mm_matrix *A, const mm_matrix *B,
                  double beta, mm_matrix *C);

#endif
