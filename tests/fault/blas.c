/* A small BLAS with one fault, chosen when it is compiled: FAULT is one of the names below. tests/cli/rivals.bats,
 * doctor.bats and tests/unit/test_library.c load each and see that no wrong number is ever timed. */
#include <float.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    sane,
    wrong,     /* one element is off by one where m is above 100 */
    addsnan,   /* beta = 0 times the NaN in C */
    crash,     /* in gemm */
    loadcrash, /* while it is loaded */
    quits,     /* ends the process in gemm, as the reference xerbla does */
    hang,      /* in gemm */
    late,      /* crashes after some hundred calls, or FAULT_CALLS */
    ilp64,     /* 64-bit integers under the plain names */
    suffixed,  /* the same under names that end in 64_ */
    noisamax,  /* gemm only */
    nogemm,    /* no gemm at all */
    onlyf32,   /* no dgemm */
    kernels,   /* calls itself an OpenBLAS; OPENBLAS_CORETYPE selects a slow kernel, a fast one, or a faulty one */
    denormals, /* takes three times as long where A begins with a denormal number */
};

#if FAULT_IS_ILP64
typedef int64_t blas_int;
#else
typedef int32_t blas_int;
#endif
#if FAULT_IS_SUFFIXED
#define NAME(name) name##_64_
#else
#define NAME(name) name##_
#endif

static int calls;

/* The kernel of the false OpenBLAS: what it chooses by itself, or for a name that it does not know, is the slow one. */
static const char *kernel(void)
{
    static const char *const names[] = {"Haswell", "Zen", "SkylakeX", "Cooperlake"};
    const char *chosen = getenv("OPENBLAS_CORETYPE");
    for (int i = 0; FAULT == kernels && chosen && i < 4; i++)
        if (strcmp(names[i], chosen) == 0)
            return names[i];
    return "Prescott";
}

static int is_kernel(const char *name)
{
    return FAULT == kernels && strcmp(kernel(), name) == 0;
}

#if FAULT_IS_OPENBLAS
const char *openblas_get_config(void)
{
    return "OpenBLAS 0.0.0";
}

const char *openblas_get_corename(void)
{
    return kernel();
}
#endif

static int is_slow(double number, size_t bytes)
{
    double least = bytes == sizeof(float) ? FLT_MIN : DBL_MIN;
    return FAULT == denormals && number != 0 && number < least && number > -least;
}

static void misbehave(void)
{
    const char *chosen = getenv("FAULT_CALLS");
    const int limit = chosen ? atoi(chosen) : 300;
    calls++;
    if (FAULT == crash || is_kernel("SkylakeX") || (FAULT == late && calls > limit))
        raise(SIGSEGV);
    if (FAULT == quits)
        exit(0);
    while (FAULT == hang || is_kernel("Cooperlake"))
        pause();
}

__attribute__((constructor)) static void load(void)
{
    if (FAULT == loadcrash)
        abort();
}

/* C = alpha op(A) op(B) + beta C by columns, from a copy of op(A), in loops that a compiler vectorises: tests
 * wait for it. A slow library does it over and over. */
#define DEFINE_GEMM(function, real)                                                                          \
    void function(const char *ta, const char *tb, const blas_int *m, const blas_int *n, const blas_int *k,   \
                  const real *alpha, const real *A, const blas_int *lda, const real *B, const blas_int *ldb, \
                  const real *beta, real *C, const blas_int *ldc)                                            \
    {                                                                                                        \
        const int64_t rows = *m, inner = *k;                                                                 \
        const int is_wrong = (FAULT == wrong || is_kernel("Zen")) && rows > 100;                             \
        const int times = is_kernel("Prescott") ? 2 : inner > 0 && is_slow(A[0], sizeof *A) ? 3 : 1;         \
        misbehave();                                                                                         \
        real *a = malloc(sizeof *a * (size_t)(rows * inner + rows)), *restrict sum = a + rows * inner;       \
        for (int64_t p = 0; p < inner; p++)                                                                  \
            for (int64_t i = 0; i < rows; i++)                                                               \
                a[i + p * rows] = *ta == 'N' ? A[i + p * *lda] : A[p + i * *lda];                            \
        for (int64_t j = 0; j < *n; j++) {                                                                   \
            real *c = &C[j * *ldc];                                                                          \
            for (int again = 0; again < times; again++) {                                                    \
                memset(sum, 0, sizeof *sum * (size_t)rows);                                                  \
                for (int64_t p = 0; p < inner; p++) {                                                        \
                    const real b = *tb == 'N' ? B[p + j * *ldb] : B[j + p * *ldb];                           \
                    for (int64_t i = 0; i < rows; i++)                                                       \
                        sum[i] += a[i + p * rows] * b;                                                       \
                }                                                                                            \
                __asm__ volatile("" ::: "memory"); /* again means again */                                   \
            }                                                                                                \
            for (int64_t i = 0; i < rows; i++)                                                               \
                c[i] = *alpha * sum[i] + (*beta == 0 && FAULT != addsnan ? 0 : *beta * c[i]);                \
            if (is_wrong && j == 3)                                                                          \
                c[7] += 1;                                                                                   \
        }                                                                                                    \
        free(a);                                                                                             \
    }

#if !FAULT_HAS_NO_GEMM
DEFINE_GEMM(NAME(sgemm), float)
#if !FAULT_HAS_NO_DGEMM
DEFINE_GEMM(NAME(dgemm), double)
#endif
#endif

#if !FAULT_HAS_NO_ISAMAX
blas_int NAME(isamax)(const blas_int *n, const float *x, const blas_int *step)
{
    blas_int best = 0;
    if (*n < 1 || *step < 1)
        return 0;
    for (blas_int i = 1; i < *n; i++)
        if ((x[i * *step] < 0 ? -x[i * *step] : x[i * *step]) > (x[best * *step] < 0 ? -x[best * *step] : x[best * *step]))
            best = i;
    return best + 1;
}
#endif
