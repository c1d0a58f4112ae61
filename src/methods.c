#include "methods.h"

#include <stdio.h>
#include <string.h>

#include "blas/blas.h"
#include "kernels/einsum.h"
#include "kernels/gemm.h"
#include "kernels/kernels.h"

/* --- How the compiled methods are called. */

typedef void kernel_f32(MM_GEMM_ARGS(float));
typedef void kernel_f64(MM_GEMM_ARGS(double));
typedef void blocked_kernel_f32(MM_GEMM_ARGS(float), int64_t block_size);
typedef void blocked_kernel_f64(MM_GEMM_ARGS(double), int64_t block_size);

static void run_kernel(const mm_problem *p, kernel_f32 *f32, kernel_f64 *f64)
{
    const mm_matrix *A = p->A, *B = p->B, *C = p->C;
    if (C->dtype == MM_F32)
        f32(C->rows, C->cols, A->cols, A->data, A->ld, B->data, B->ld, C->data, C->ld);
    else
        f64(C->rows, C->cols, A->cols, A->data, A->ld, B->data, B->ld, C->data, C->ld);
}

static void run_blocked_kernel(const mm_method *self, const mm_problem *p, blocked_kernel_f32 *f32,
                               blocked_kernel_f64 *f64)
{
    const mm_matrix *A = p->A, *B = p->B, *C = p->C;
    if (C->dtype == MM_F32)
        f32(C->rows, C->cols, A->cols, A->data, A->ld, B->data, B->ld, C->data, C->ld, self->block_size);
    else
        f64(C->rows, C->cols, A->cols, A->data, A->ld, B->data, B->ld, C->data, C->ld, self->block_size);
}

static void run_naive(const mm_method *self, const mm_problem *problem)
{
    (void)self;
    run_kernel(problem, mm_naive_f32, mm_naive_f64);
}

static void run_reordered(const mm_method *self, const mm_problem *problem)
{
    (void)self;
    run_kernel(problem, mm_reordered_f32, mm_reordered_f64);
}

static void run_blocked(const mm_method *self, const mm_problem *problem)
{
    run_blocked_kernel(self, problem, mm_blocked_f32, mm_blocked_f64);
}

static void run_vectorised(const mm_method *self, const mm_problem *problem)
{
    run_blocked_kernel(self, problem, mm_vectorised_f32, mm_vectorised_f64);
}

static void run_tiled(const mm_method *self, const mm_problem *problem)
{
    run_blocked_kernel(self, problem, mm_tiled_f32, mm_tiled_f64);
}

/* Where memory for the packed panels cannot be had, C stays as it was, and the verification finds it wrong.
 */
static void run_packed(const mm_method *self, const mm_problem *problem)
{
    (void)self;
    mm_gemm('N', 'N', 1, problem->A, problem->B, 0, problem->C, problem->threads, NULL);
}

static void run_einsum(const mm_method *self, const mm_problem *problem)
{
    (void)self;
    mm_einsum_plan plan; /* made anew at each call, as a user's einsum call would */
    if (mm_einsum_plan_make("ik,kj->ij", problem->A, problem->B, &plan, NULL) == MM_OK)
        mm_einsum_execute(&plan, problem->C->data, mm_blas_gemm);
}

static void run_blas(const mm_method *self, const mm_problem *problem)
{
    (void)self;
    mm_blas_gemm('N', 'N', 1, problem->A, problem->B, 0, problem->C);
}

/* --- The table. The order is the ladder's, slowest first; reports and plots keep it. */

#define OCTAVE(method, call, ...)                                                                            \
    {                                                                                                        \
        .frontend = "octave", .name = method, .octave_call = call, __VA_ARGS__                               \
    }
#define CLI(method, function, ...)                                                                           \
    {                                                                                                        \
        .frontend = "cli", .name = method, .run = function, __VA_ARGS__                                      \
    }

const mm_method mm_methods[] = {
    OCTAVE("script", "mm_script", .interpreted = true, .in_lab = true, .rung = 1,
           .differs = "the bottom: three loops in the interpreter",
           .summary = "three loops in an Octave script: the interpreter does everything"),
    OCTAVE("naive", "mm_naive", .interpreted = true, .in_lab = true, .rung = 2,
           .differs = "the loops are compiled, the multiply-add is not",
           .summary = "three loops, every multiply-add evaluated by the Octave interpreter"),
    OCTAVE("blocked", "mm_blocked", .interpreted = true, .in_lab = true, .block_size = 64,
           .summary = "six loops, block size 64, every multiply-add evaluated by the Octave interpreter"),
    OCTAVE("blocked_16", "mm_blocked", .interpreted = true, .block_size = 16,
           .summary = "octave:blocked with block size 16"),
    OCTAVE("blocked_32", "mm_blocked", .interpreted = true, .block_size = 32,
           .summary = "octave:blocked with block size 32"),
    OCTAVE("blocked_128", "mm_blocked", .interpreted = true, .block_size = 128,
           .summary = "octave:blocked with block size 128"),
    OCTAVE("blocked_256", "mm_blocked", .interpreted = true, .block_size = 256,
           .summary = "octave:blocked with block size 256"),
    OCTAVE("einsum", "mm_einsum", .uses_blas = true, .in_lab = true,
           .summary = "mm_einsum (\"ik,kj->ij\", A, B)"),
    OCTAVE("blas", "mm_blas", .uses_blas = true, .in_lab = true, .summary = "mm_blas (A, B): one gemm call"),
    OCTAVE("mtimes", "mtimes", .uses_blas = true, .in_lab = true, .summary = "Octave's own A * B"),
    CLI("naive", run_naive, .in_lab = true, .rung = 3,
        .differs = "no interpreter: the multiply-add is compiled, too",
        .summary = "three loops i-j-p, compiled, scalar"),
    CLI("reordered", run_reordered, .in_lab = true, .rung = 4,
        .differs = "memory order: the inner loop walks down columns",
        .summary = "loops j-p-i: unit stride in the innermost loop, scalar"),
    CLI("blocked", run_blocked, .in_lab = true, .block_size = 64, .rung = 5,
        .differs = "cache blocking: blocks that stay in the cache",
        .summary = "six loops, block size 64, unit stride, scalar"),
    CLI("blocked_16", run_blocked, .block_size = 16, .summary = "cli:blocked with block size 16"),
    CLI("blocked_32", run_blocked, .block_size = 32, .summary = "cli:blocked with block size 32"),
    CLI("blocked_128", run_blocked, .block_size = 128, .summary = "cli:blocked with block size 128"),
    CLI("blocked_256", run_blocked, .block_size = 256, .summary = "cli:blocked with block size 256"),
    CLI("vectorised", run_vectorised, .in_lab = true, .block_size = 64, .rung = 6,
        .differs = "SIMD: the widest instructions of this CPU",
        .summary = "cli:blocked compiled for the widest SIMD of this CPU"),
    CLI("tiled", run_tiled, .in_lab = true, .block_size = 64, .rung = 7,
        .differs = "register tiles: C is loaded and stored once a block",
        .summary = "cli:vectorised with tiles of C that stay in registers"),
    CLI("packed", run_packed, .in_lab = true, .rung = 8,
        .differs = "packing: A and B laid out for the micro-kernel",
        .summary = "mm_gemm: our own product, five loops around a micro-kernel"),
    CLI("einsum", run_einsum, .uses_blas = true, .in_lab = true,
        .summary = "spec \"ik,kj->ij\": recognised as a product and sent to BLAS"),
    CLI("blas", run_blas, .uses_blas = true, .in_lab = true, .rung = 9,
        .differs = "BLAS's craft: tuned kernels, often in assembly",
        .differs_threads = "threads: all CPUs of the process instead of one",
        .summary = "sgemm or dgemm of the BLAS in use"),
};
const int mm_method_count = sizeof mm_methods / sizeof *mm_methods;

int mm_method_rungs(mm_rung rungs[MM_RUNGS_MAX])
{
    int count = 0;
    for (int place = 1; place <= MM_RUNGS_MAX; place++)
        for (int i = 0; i < mm_method_count; i++) {
            const mm_method *method = &mm_methods[i];
            if (method->rung != place || count > MM_RUNGS_MAX - 2)
                continue;
            rungs[count++] = (mm_rung){.method = method, .differs = method->differs};
            if (method->differs_threads)
                rungs[count++] = (mm_rung){method, true, method->differs_threads};
        }
    return count;
}

/* "naive, blocked, ..." of one front end, for messages. */
static void list_names(const char *frontend, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < mm_method_count; i++)
        if (strcmp(mm_methods[i].frontend, frontend) == 0 && length < size)
            length +=
                (size_t)snprintf(out + length, size - length, "%s%s", length ? ", " : "", mm_methods[i].name);
}

mm_status mm_method_find(const char *text, const char *frontend, const mm_method **method, mm_error *err)
{
    const char *colon = strchr(text, ':');
    const char *name = colon ? colon + 1 : text;
    char wanted[16];
    if (colon)
        snprintf(wanted, sizeof wanted, "%.*s", (int)(colon - text), text);
    else
        snprintf(wanted, sizeof wanted, "%s", frontend);
    for (int i = 0; i < mm_method_count; i++)
        if (strcmp(mm_methods[i].frontend, wanted) == 0 && strcmp(mm_methods[i].name, name) == 0) {
            *method = &mm_methods[i];
            return MM_OK;
        }
    char names[256];
    list_names(wanted, names, sizeof names);
    if (!*names) /* no such front end */
        list_names(frontend, names, sizeof names);
    return mm_fail(err, MM_USAGE, "unknownMethod",
                   "method '%s' is not known: use one of %s (mmcli methods lists all)", text, names);
}
