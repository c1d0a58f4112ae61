/* The fast product: C = alpha op(A) op(B) + beta C, by the structure that BLIS describes, in readable C.
 *
 * F. G. Van Zee and R. A. van de Geijn, "BLIS: A Framework for Rapidly Instantiating BLAS Functionality", ACM
 * TOMS 41(3), 2015; K. Goto and R. A. van de Geijn, "Anatomy of High-Performance Matrix Multiplication", ACM
 * TOMS 34(3), 2008.
 *
 * Read it in this order: gemm_tile.h (the micro-kernel), gemm_kernel_avx512.c (its instruction set),
 * gemm_line.c (one row or column of C), gemm_small.c (small products, in place), gemm_pack.h (packing),
 * gemm_blocked.c (the five loops), gemm_team.c. */
#ifndef MM_GEMM_H
#define MM_GEMM_H

#include "core/matrix.h"

/* op(X) is X ('N') or its transpose ('T'); op(A) is m x k, op(B) k x n, C m x n, all of one dtype: the caller
 * has checked that. Any of m, n, k may be 0. C must not overlap A or B.
 *
 * beta = 0: the content of C is ignored, NaN included. alpha = 0 or k = 0: A and B are not read. NaN and Inf
 * travel as IEEE 754 has it. For f32, alpha and beta are rounded to float first, as sgemm's are.
 *
 * threads: the most to use, the calling one included; a small product, the affinity and the cgroup's quota
 * may make it fewer. 1 starts none. Small products neither allocate nor lock; others use a workspace that the
 * calling thread keeps until it ends. Error: noMemory where that cannot be had; C is then as it was. */
mm_status mm_gemm(char trans_a, char trans_b, double alpha, const mm_matrix *A, const mm_matrix *B,
                  double beta, mm_matrix *C, int threads, mm_error *err);

/* Before the code is unloaded: ends the threads that mm_gemm keeps for the next call. */
void mm_gemm_stop_threads(void);

/* From now on at most `cpus` threads a call: a control group's quota, rounded up. 0: no limit. */
void mm_gemm_limit_threads(int cpus);

#endif
