/* Einstein summation over two operands: "ik,kj->ij" and its kin.
 *
 * A spec is two comma-separated operands of 0..2 letters (a-z, A-Z) and, after "->", the output's letters;
 * without
 * "->" the output is every letter that occurs once, in alphabetical order (as in NumPy). Spaces are ignored.
 * A letter repeated within an operand takes the diagonal; a letter that is not in the output is summed over.
 */
#ifndef MM_EINSUM_H
#define MM_EINSUM_H

#include <stdbool.h>

#include "core/matrix.h"

enum { MM_EINSUM_LETTERS_MAX = 4 }; /* two operands of two letters */

typedef struct mm_einsum_plan {
    mm_matrix A, B; /* the operands, borrowed */
    /* One entry a distinct letter, the output's letters first and in their order; unused entries have
     * extent 1. */
    int letters, output_letters;
    char letter[MM_EINSUM_LETTERS_MAX];
    int64_t extent[MM_EINSUM_LETTERS_MAX];
    int64_t stride_a[MM_EINSUM_LETTERS_MAX], stride_b[MM_EINSUM_LETTERS_MAX]; /* in elements; 0: not in it */
    int64_t stride_c[MM_EINSUM_LETTERS_MAX]; /* column-major over the output's extents; 0: summed over */
    /* GEMM-shaped: the output is op(A) op(B), m x n, or its transpose (`swap`: op(B)' op(A)', n x m). */
    bool is_gemm, swap;
    char trans_a, trans_b;
    int64_t gemm_m, gemm_n;
} mm_einsum_plan;

/* The BLAS call that GEMM-shaped specs go to; the same contract as mm_blas_gemm. */
typedef void mm_gemm_function(char trans_a, char trans_b, double alpha, const mm_matrix *A,
                              const mm_matrix *B, double beta, mm_matrix *C);

/* Reads the spec against the operands' sizes. An operand with one letter is a vector, a row or a column; with
 * none, a scalar. Errors: badSpec (syntax, with the place), nonConformable (a letter with two extents, a
 * matrix where the spec has a vector). The plan borrows the operands' data. */
mm_status mm_einsum_plan_make(const char *spec, const mm_matrix *A, const mm_matrix *B, mm_einsum_plan *plan,
                              mm_error *err);

/* Computes the plan's output into C (dense, column-major, the product of the output's extents elements, 1 for
 * a scalar). GEMM-shaped plans call gemm; pass NULL to use the loop for all. */
void mm_einsum_execute(const mm_einsum_plan *plan, void *C, mm_gemm_function *gemm);

/* The loop in slices, for a caller that answers Ctrl-C between them: the steps `first` <= s < `first + count`
 * of the extent[0] * extent[1] that the two outermost letters make, added to C, which must be zeros before
 * the first. */
void mm_einsum_slice(const mm_einsum_plan *plan, int64_t first, int64_t count, void *C);

/* The loop for every other spec, one version an element type (einsum_loop.c); slices as above. */
void mm_einsum_loop_f32(const mm_einsum_plan *plan, int64_t first, int64_t count, float *C);
void mm_einsum_loop_f64(const mm_einsum_plan *plan, int64_t first, int64_t count, double *C);

#endif
