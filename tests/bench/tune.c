/* Searches the sizes of mm_gemm's blocks for this CPU and prints them as a row of the table in
 * src/kernels/gemm_params.c: one size after the other, each candidate timed in rounds beside all others, by
 * its fastest time. MM_ISA chooses a narrower instruction set. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/random.h"
#include "kernels/gemm_typed.h"

enum { CANDIDATES_MAX = 8, ROUNDS = 7, N_BLOCKED = 1536 };

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check(mm_status status, const mm_error *err)
{
    if (status == MM_OK)
        return;
    fprintf(stderr, "tune: %s\n", err->text);
    exit(status);
}

typedef struct square {
    int64_t n;
    mm_matrix A, B, C;
} square;

static square square_new(mm_dtype dtype, int64_t n)
{
    square s = {.n = n};
    mm_error err = {0};
    check(mm_random_inputs(42, dtype, n, n, n, &s.A, &s.B, &err), &err);
    check(mm_matrix_new(dtype, n, n, &s.C, &err), &err);
    return s;
}

static void square_free(square *s)
{
    mm_matrix_free(&s->A);
    mm_matrix_free(&s->B);
    mm_matrix_free(&s->C);
}

/* Seconds of one product, from enough of them for the clock. */
static double product_s(square *s, const mm_gemm_params *params)
{
    const mm_gemm_problem problem = {
        .alpha = 1, .A = &s->A, .B = &s->B, .C = &s->C, .threads = 1, .isa = mm_isa_best(), .params = params};
    const double n = (double)s->n;
    const int calls = 1 + (int)(2e8 / (2 * n * n * n));
    mm_error err = {0};
    const double start = now_s();
    for (int call = 0; call < calls; call++)
        check(mm_gemm_run(&problem, &err), &err);
    return (now_s() - start) / calls;
}

/* The fastest time of each set of sizes. */
static void race(square *s, const mm_gemm_params *sets, int count, double *best_s)
{
    for (int c = 0; c < count; c++)
        best_s[c] = 1e30;
    for (int round = 0; round <= ROUNDS; round++)
        for (int c = 0; c < count; c++) {
            const double seconds = product_s(s, &sets[c]);
            if (round > 0 && seconds < best_s[c])
                best_s[c] = seconds;
        }
}

/* Sets the field at `offset` to the candidate with which the product is fastest. */
static void choose(square *s, mm_gemm_params *params, size_t offset, const int64_t *candidates)
{
    mm_gemm_params sets[CANDIDATES_MAX];
    double best_s[CANDIDATES_MAX];
    int count = 0, winner = 0;
    for (; candidates[count]; count++) {
        sets[count] = *params;
        *(int64_t *)((char *)&sets[count] + offset) = candidates[count];
    }
    race(s, sets, count, best_s);
    for (int c = 1; c < count; c++)
        winner = best_s[c] < best_s[winner] ? c : winner;
    *params = sets[winner];
}

/* The largest size up to which the product is faster in place. */
static int64_t choose_small(mm_dtype dtype, const mm_gemm_params *params)
{
    static const int64_t sizes[] = {64, 96, 128, 192, 256, 320, 384, 448, 512, 640, 768, 0};
    int64_t small = sizes[0];
    for (int i = 0; sizes[i]; i++) {
        square s = square_new(dtype, sizes[i]);
        mm_gemm_params sets[2] = {*params, *params};
        double best_s[2];
        sets[0].small = sizes[i];
        sets[1].small = 0;
        race(&s, sets, 2, best_s);
        square_free(&s);
        if (best_s[0] > best_s[1])
            break;
        small = sizes[i];
    }
    return small;
}

static void tune(mm_dtype dtype)
{
    static const int64_t kc[] = {192, 256, 320, 384, 512, 768, 0},
                         mc[] = {96, 144, 192, 240, 288, 384, 480, 0}, nc[] = {768, 1536, 3072, 4096, 0};
    mm_gemm_params params = *mm_gemm_params_of(mm_isa_best(), dtype);
    square s = square_new(dtype, N_BLOCKED);
    params.small = 0;
    for (int pass = 0; pass < 2; pass++) { /* the first one's choice of kc was made with another mc */
        choose(&s, &params, offsetof(mm_gemm_params, kc), kc);
        choose(&s, &params, offsetof(mm_gemm_params, mc), mc);
    }
    choose(&s, &params, offsetof(mm_gemm_params, nc), nc);
    const double n = (double)s.n, gflops = 2e-9 * n * n * n / product_s(&s, &params);
    square_free(&s);
    params.small = choose_small(dtype, &params);
    printf("[%s, %s] = {%lld, %lld, %lld, %lld, %lld, %lld}   %.1f GFLOPS at N = %d\n",
           mm_isa_name(mm_isa_best()), mm_dtype_name(dtype), (long long)params.mr_vectors,
           (long long)params.nr, (long long)params.mc, (long long)params.kc, (long long)params.nc,
           (long long)params.small, gflops, N_BLOCKED);
}

int main(void)
{
    mm_error err = {0};
    check(mm_isa_check_environment(&err), &err);
    printf("{MR in registers, NR, MC, KC, NC, small}\n");
    tune(MM_F32);
    tune(MM_F64);
    return 0;
}
