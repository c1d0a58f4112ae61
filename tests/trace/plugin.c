/* A library that calls the BLAS it is linked with; host.c opens it. dgesv_ and dposv_ are not LAPACK's: the first calls
 * dgemm_ twice, the second leaves through longjmp, as Octave leaves xerbla_. */
#include <setjmp.h>
#include <stddef.h>

void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
            const int *, const double *, const int *, const double *, double *, const int *, size_t, size_t);
void dgesv_(const int *, const int *, double *, const int *, int *, double *, const int *, int *);
void dposv_(const char *, const int *, const int *, double *, const int *, double *, const int *, int *, size_t);
void run(void);

#if HAS_LAPACK
static jmp_buf back;

void dgesv_(const int *n, const int *k, double *A, const int *lda, int *p, double *B, const int *ldb, int *info)
{
    const double one = 1, zero = 0;
    (void)p;
    dgemm_("N", "N", n, k, n, &one, A, lda, B, ldb, &zero, B, ldb, 1, 1);
    dgemm_("N", "N", n, k, n, &one, A, lda, B, ldb, &zero, B, ldb, 1, 1);
    *info = 0;
}

void dposv_(const char *uplo, const int *n, const int *k, double *A, const int *lda, double *B, const int *ldb, int *info,
            size_t length)
{
    (void)uplo, (void)n, (void)k, (void)A, (void)lda, (void)B, (void)ldb, (void)info, (void)length;
    longjmp(back, 1);
}

void run(void)
{
    double A[16] = {1}, B[16] = {1};
    const int n = 4, k = 2;
    int pivots[4], info;
    dgesv_(&n, &k, A, &n, pivots, B, &n, &info);
    if (setjmp(back) == 0)
        dposv_("U", &n, &k, A, &n, B, &n, &info, 1);
    dgesv_(&n, &k, A, &n, pivots, B, &n, &info); /* inside nothing, though dposv_ never returned */
}
#else
void run(void)
{
    const double one = 1, zero = 0, A[4] = {1}, B[4] = {1};
    double C[4];
    const int n = 2;
    dgemm_("N", "T", &n, &n, &n, &one, A, &n, B, &n, &zero, C, &n, 1, 1);
}
#endif
