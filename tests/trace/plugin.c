/* A library that calls the BLAS it is linked with; host.c opens it. dgesv_ and dposv_ are not LAPACK's: the first calls
 * dgemm_ twice, the second leaves through longjmp, as Octave leaves xerbla_. cblas_dgemm_batch, as MKL has it, does
 * nothing. */
#include <setjmp.h>
#include <stddef.h>

void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
            const int *, const double *, const int *, const double *, double *, const int *, size_t, size_t);
void dgesv_(const int *, const int *, double *, const int *, int *, double *, const int *, int *);
void dposv_(const char *, const int *, const int *, double *, const int *, double *, const int *, int *, size_t);
void run(void);

typedef const int *const_ints;
void cblas_dgemm_batch(int, const_ints, const_ints, const_ints, const_ints, const_ints, const double *,
                       const double **, const_ints, const double **, const_ints, const double *, double **, const_ints,
                       int, const_ints);

#if HAS_LAPACK
static jmp_buf back;

void cblas_dgemm_batch(int order, const_ints ta, const_ints tb, const_ints m, const_ints n, const_ints k,
                       const double *alpha, const double **A, const_ints lda, const double **B, const_ints ldb,
                       const double *beta, double **C, const_ints ldc, int count, const_ints sizes)
{
    (void)order, (void)ta, (void)tb, (void)m, (void)n, (void)k, (void)alpha, (void)A, (void)lda, (void)B, (void)ldb,
        (void)beta, (void)C, (void)ldc, (void)count, (void)sizes;
}

static void call_batch(void) /* 10 products 2x3x4 and 5 of 6x7x8, say the groups */
{
    const int trans[] = {111, 112}, m[] = {2, 6}, n[] = {3, 7}, k[] = {4, 8}, ld[] = {8, 8}, sizes[] = {10, 5};
    const double numbers[] = {1, 1};
    cblas_dgemm_batch(102, trans, trans + 1, m, n, k, numbers, NULL, ld, NULL, ld, numbers, NULL, ld, 2, sizes);
}

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
    call_batch();
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
