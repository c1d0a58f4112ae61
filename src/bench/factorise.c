#include "bench/factorise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/random.h"
#include "kernels/gemm.h"
#include "measure/clock.h"

/* |P A - L U| of partial pivoting stays far below n eps |L| |U|, whose elements grow but little for random
 * matrices (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., sections 9.3 and 9.4). */
static const double BOUND = 100;

typedef void getrf_lp64(const int32_t *, const int32_t *, double *, const int32_t *, int32_t *, int32_t *);
typedef void getrf_ilp64(const int64_t *, const int64_t *, double *, const int64_t *, int64_t *, int64_t *);

static int64_t call_getrf(const mm_library *library, mm_blas_function *getrf, mm_matrix *A, int64_t *pivots)
{
    int64_t n = A->rows, info = 0;
    int32_t n32 = (int32_t)n, info32 = 0, *pivots32 = (int32_t *)pivots;
    if (library->integer_bits == 64) {
        ((getrf_ilp64 *)getrf)(&n, &n, A->data, &n, pivots, &info);
        return info;
    }
    ((getrf_lp64 *)getrf)(&n32, &n32, A->data, &n32, pivots32, &info32);
    for (int64_t i = n; i-- > 0;) /* from the end: the narrow ones lie in the lower half */
        pivots[i] = pivots32[i];
    return info32;
}

/* L and U apart, and in A the rows of what was factorised in their new order. */
static void take_apart(const mm_matrix *LU, const int64_t *pivots, mm_matrix *A, mm_matrix *L, mm_matrix *U)
{
    int64_t n = LU->rows;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) {
            double value = mm_matrix_get(LU, i, j);
            mm_matrix_set(L, i, j, i > j ? value : i == j);
            mm_matrix_set(U, i, j, i <= j ? value : 0);
        }
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n && pivots[i] >= 1 && pivots[i] <= n; j++) {
            double swapped = mm_matrix_get(A, i, j);
            mm_matrix_set(A, i, j, mm_matrix_get(A, pivots[i] - 1, j));
            mm_matrix_set(A, pivots[i] - 1, j, swapped);
        }
}

static mm_status check(const mm_matrix *LU, const int64_t *pivots, mm_matrix *A, mm_error *err)
{
    int64_t n = LU->rows;
    double worst = 0;
    mm_matrix L = {0}, U = {0}, R = {0};
    mm_status status = mm_matrix_new(MM_F64, n, n, &L, err);
    if (status == MM_OK)
        status = mm_matrix_new(MM_F64, n, n, &U, err);
    if (status == MM_OK)
        status = mm_matrix_new(MM_F64, n, n, &R, err);
    if (status == MM_OK) {
        take_apart(LU, pivots, A, &L, &U);
        status = mm_gemm('N', 'N', 1, &L, &U, 0, &R, 1, err);
    }
    for (int64_t i = 0; i < n && status == MM_OK; i++)
        for (int64_t j = 0; j < n; j++) {
            double error = fabs(mm_matrix_get(&R, i, j) - mm_matrix_get(A, i, j));
            worst = error <= worst ? worst : error; /* a NaN becomes the worst */
        }
    mm_matrix_free(&L);
    mm_matrix_free(&U);
    mm_matrix_free(&R);
    if (status == MM_OK && !(worst <= BOUND * (double)n * mm_dtype_epsilon(MM_F64)))
        status = mm_fail(err, MM_FINDING, "wrongResult",
                         "wrong LU factorisation at N=%lld: |PA - LU| is %.3g", (long long)n, worst);
    return status;
}

mm_status mm_factorise(const mm_library *library, int64_t n, double *seconds, double *cpu_seconds,
                       mm_error *err)
{
    mm_blas_function *getrf = library ? mm_library_symbol(library, "dgetrf_") : NULL;
    mm_random random = mm_random_new(42);
    mm_matrix A = {0}, LU = {0};
    struct timespec before, after;
    if (!getrf)
        return mm_fail(err, MM_UNAVAILABLE, "noRoutine", "has no dgetrf_");
    int64_t *pivots = calloc((size_t)n + 1, sizeof *pivots);
    mm_status status =
        pivots ? mm_matrix_new(MM_F64, n, n, &A, err) : mm_fail_memory(err, (double)n * sizeof *pivots);
    if (status == MM_OK)
        status = mm_matrix_new(MM_F64, n, n, &LU, err);
    if (status == MM_OK) {
        mm_random_fill(&random, &A);
        memcpy(LU.data, A.data, (size_t)(n * n) * sizeof(double));
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
        double start_s = mm_clock_s();
        int64_t info = call_getrf(library, getrf, &LU, pivots);
        *seconds = mm_clock_s() - start_s;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
        *cpu_seconds =
            (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
        status = info == 0
                     ? check(&LU, pivots, &A, err)
                     : mm_fail(err, MM_FINDING, "wrongResult", "dgetrf_ says info = %lld", (long long)info);
    }
    mm_matrix_free(&A);
    mm_matrix_free(&LU);
    free(pivots);
    return status;
}
