/* What the tracer adds to a call: `make bench-trace` runs this under mmcli trace. The BLAS here computes nothing, and its
 * functions stand under two names: BLAS's, which the tracer stands in for, and its own. Both are called in turns, a batch
 * of calls each; the median of the differences is the overhead. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "measure/clock.h"

/* In trace_blas.c, a library. */
double ddot_(const int *, const double *, const int *, const double *, const int *);
double bare_ddot(const int *, const double *, const int *, const double *, const int *);
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
            const int *, const double *, const int *, const double *, double *, const int *, size_t, size_t);
void bare_dgemm(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
                const int *, const double *, const int *, const double *, double *, const int *, size_t, size_t);
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *,
                 int);
void bare_cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double,
                      double *, int);

enum { CALLS = 2000, ROUNDS = 1001 };

static const int n = 4;
static const double one = 1, A[16] = {1};
static _Thread_local double C[16];

#define LOOP(name, call)                                                                                     \
    static void name(void)                                                                                   \
    {                                                                                                        \
        for (int i = 0; i < CALLS; i++)                                                                      \
            call;                                                                                            \
    }
LOOP(traced_ddot, ddot_(&n, A, &n, A, &n))
LOOP(untraced_ddot, bare_ddot(&n, A, &n, A, &n))
LOOP(traced_dgemm, dgemm_("N", "N", &n, &n, &n, &one, A, &n, A, &n, &one, C, &n, 1, 1))
LOOP(untraced_dgemm, bare_dgemm("N", "N", &n, &n, &n, &one, A, &n, A, &n, &one, C, &n, 1, 1))
LOOP(traced_cblas, cblas_dgemm(102, 111, 111, n, n, n, 1, A, n, A, n, 0, C, n))
LOOP(untraced_cblas, bare_cblas_dgemm(102, 111, 111, n, n, n, 1, A, n, A, n, 0, C, n))

static const struct {
    const char *name;
    void (*traced)(void), (*untraced)(void);
} pairs[] = {
    {"ddot_", traced_ddot, untraced_ddot},
    {"dgemm_", traced_dgemm, untraced_dgemm},
    {"cblas_dgemm", traced_cblas, untraced_cblas},
};

static int ascending(const void *left, const void *right)
{
    double l = *(const double *)left, r = *(const double *)right;
    return (l > r) - (l < r);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof *values, ascending);
    return values[ROUNDS / 2];
}

static double time_ns(void (*loop)(void))
{
    double begin_s = mm_clock_s();
    loop();
    return (mm_clock_s() - begin_s) / CALLS * 1e9;
}

static double compare(int pair, double *untraced_ns, double *traced_ns)
{
    static _Thread_local double traced[ROUNDS], untraced[ROUNDS], added[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        untraced[i] = time_ns(pairs[pair].untraced);
        traced[i] = time_ns(pairs[pair].traced);
        added[i] = traced[i] - untraced[i];
    }
    *untraced_ns = median(untraced);
    *traced_ns = median(traced);
    return median(added);
}

static void *compare_gemm(void *added_ns)
{
    double untraced, traced;
    *(double *)added_ns = compare(1, &untraced, &traced);
    return NULL;
}

int main(void)
{
    double untraced, traced, both[2];
    printf("%-24s %12s %12s %12s\n", "ns a call", "untraced", "traced", "added");
    for (int i = 0; i < (int)(sizeof pairs / sizeof *pairs); i++) {
        double added = compare(i, &untraced, &traced);
        printf("%-24s %12.1f %12.1f %12.1f\n", pairs[i].name, untraced, traced, added);
    }
    pthread_t other;
    if (pthread_create(&other, NULL, compare_gemm, &both[1]) != 0)
        return 1;
    compare_gemm(&both[0]);
    pthread_join(other, NULL);
    printf("%-24s %12s %12s %12.1f\n", "dgemm_ in each of two", "", "", both[0] > both[1] ? both[0] : both[1]);
    return 0;
}
