/* A BLAS opened at run time, or the one that this process is linked with: its symbols under whatever names it
 * gives them, the width of its integers, who it is, and the call. */
#ifndef MM_LIBRARY_H
#define MM_LIBRARY_H

#include <stdbool.h>

#include "blas/blas.h"

typedef void mm_blas_function(void); /* cast to what it is where it is called */

typedef struct mm_library {
    void *handle;                /* of dlopen; NULL: the symbols of this process */
    const char *prefix, *suffix; /* around its names: "scipy_" sgemm_ "64_" */
    mm_blas_function *gemm[2];   /* by mm_dtype; NULL where it has none */
    int integer_bits;            /* 32 (LP64) or 64 (ILP64), as probed */
    bool row_major;              /* oneDNN's own interface: C order, arguments by value */
} mm_library;

/* Opens the file or, without a slash, whatever the loader finds by that name. Its symbols stay its own:
 * another BLAS in this process neither serves it nor is served by it. What a library fixes when it is loaded
 * (kernels, threads) follows the environment of this moment. Errors (MM_UNAVAILABLE): cannotLoad, notBlas.
 * Loading runs the library's own code, which may do anything: open a stranger in a process of its own. */
mm_status mm_library_open(const char *path, mm_library *library, mm_error *err);
void mm_library_close(mm_library *library); /* an empty one is fine */

/* The BLAS that this program is linked with: the file that serves its sgemm_, and what that file needs. What
 * other libraries of the process bring along, a LAPACK with a BLAS of its own, is not asked. Not to be
 * closed. */
mm_library mm_library_linked(void);

/* What a loaded library's threads are made with, judged by what it needs: "openmp", "tbb", "pthread";
 * "single" where it starts none; "" where it cannot be read. handle: of dlopen. */
const char *mm_library_threading(void *handle);

/* As mm_blas_describe and mm_blas_set_threads, of this library. */
void mm_library_describe(const mm_library *library, mm_blas *out);
bool mm_library_set_threads(const mm_library *library, int threads);

/* As mm_blas_gemm. gemm[C->dtype] must be there. */
void mm_library_gemm(const mm_library *library, char trans_a, char trans_b, double alpha, const mm_matrix *A,
                     const mm_matrix *B, double beta, mm_matrix *C);

/* The same without our hand in it: what becomes of C for k = 0 is the library's affair. */
void mm_library_gemm_bare(const mm_library *library, char trans_a, char trans_b, double alpha,
                          const mm_matrix *A, const mm_matrix *B, double beta, mm_matrix *C);

/* LP64 or ILP64, asked by a call of isamax_: 32, 64, or 0 where it has none or a wrong one. */
int mm_library_integer_bits(const mm_library *library);

/* Is it the plain name ("sgemm_"), or that with a prefix and suffix as libraries give their names? */
bool mm_library_is_name(const char *symbol, const char *plain);

/* The address of a symbol by its plain name ("isamax_", "openblas_get_config"), given the library's prefix
 * and suffix; NULL where it has none. */
mm_blas_function *mm_library_symbol(const mm_library *library, const char *name);

#endif
