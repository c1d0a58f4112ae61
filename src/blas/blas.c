#include "blas/blas.h"

#include "blas/library.h"

/* The Fortran interface, which every BLAS has. Only their addresses are taken here: the call is library.c's.
 */
extern void sgemm_(void);
extern void dgemm_(void);

mm_library mm_library_linked(void)
{
    return (mm_library){.prefix = "", .suffix = "", .gemm = {sgemm_, dgemm_}, .integer_bits = 32};
}

void mm_blas_gemm(char trans_a, char trans_b, double alpha, const mm_matrix *A, const mm_matrix *B,
                  double beta, mm_matrix *C)
{
    const mm_library linked = mm_library_linked();
    mm_library_gemm(&linked, trans_a, trans_b, alpha, A, B, beta, C);
}

void mm_blas_describe(mm_blas *out)
{
    const mm_library linked = mm_library_linked();
    mm_library_describe(&linked, out);
}

bool mm_blas_set_threads(int threads)
{
    const mm_library linked = mm_library_linked();
    return mm_library_set_threads(&linked, threads);
}
