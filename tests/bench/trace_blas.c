/* A BLAS that computes nothing, for trace.c: its functions under BLAS's names and their own. */
#include <stddef.h>

double bare_ddot(const int *n, const double *x, const int *incx, const double *y, const int *incy)
{
    (void)x, (void)incx, (void)y, (void)incy;
    return *n;
}

void bare_dgemm(const char *ta, const char *tb, const int *m, const int *n, const int *k, const double *alpha,
                const double *A, const int *lda, const double *B, const int *ldb, const double *beta, double *C,
                const int *ldc, size_t la, size_t lb)
{
    (void)ta, (void)tb, (void)n, (void)k, (void)A, (void)lda, (void)B, (void)ldb, (void)beta, (void)ldc, (void)la,
        (void)lb;
    C[0] = *m * *alpha;
}

void bare_cblas_dgemm(int order, int ta, int tb, int m, int n, int k, double alpha, const double *A, int lda,
                      const double *B, int ldb, double beta, double *C, int ldc)
{
    (void)order, (void)ta, (void)tb, (void)n, (void)k, (void)A, (void)lda, (void)B, (void)ldb, (void)beta, (void)ldc;
    C[0] = m * alpha;
}

double ddot_(const int *, const double *, const int *, const double *, const int *)
    __attribute__((alias("bare_ddot")));
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
            const int *, const double *, const int *, const double *, double *, const int *, size_t, size_t)
    __attribute__((alias("bare_dgemm")));
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *,
                 int) __attribute__((alias("bare_cblas_dgemm")));
