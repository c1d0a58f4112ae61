/* mm_gemm's problem before its element type is known, with what tests and the tuner choose for themselves. */
#ifndef MM_GEMM_TYPED_H
#define MM_GEMM_TYPED_H

#include <stdbool.h>

#include "kernels/gemm_params.h"

typedef struct mm_gemm_problem {
    bool trans_a, trans_b;
    double alpha, beta;
    const mm_matrix *A, *B;
    mm_matrix *C;
    int threads;
    mm_isa isa; /* a usable one */
    const mm_gemm_params *params;
} mm_gemm_problem;

/* As mm_gemm, whose contract it has. */
mm_status mm_gemm_run(const mm_gemm_problem *problem, mm_error *err);

/* The same by element type (gemm_run.c). */
mm_status mm_gemm_run_f32(const mm_gemm_problem *problem, mm_error *err);
mm_status mm_gemm_run_f64(const mm_gemm_problem *problem, mm_error *err);

#endif
