/* Every rung of the ladder against the definition of the product, in whole numbers, where every order of
 * summation gives the same bits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/isa.h"
#include "kernels/kernels.h"
#include "padded.h"

/* kernels/vectorised.h and kernels/tiled.h serve one element type at a time. */
#define DECLARE_BY_ISA(rung, real, type)                                                                     \
    void mm_##rung##_generic_##type(MM_GEMM_ARGS(real), int64_t block_size);                                 \
    void mm_##rung##_avx2_##type(MM_GEMM_ARGS(real), int64_t block_size);                                    \
    void mm_##rung##_avx512_##type(MM_GEMM_ARGS(real), int64_t block_size);
DECLARE_BY_ISA(vectorised, float, f32)
DECLARE_BY_ISA(vectorised, double, f64)
DECLARE_BY_ISA(tiled, float, f32)
DECLARE_BY_ISA(tiled, double, f64)

/* --- The rungs behind one signature. */

typedef void rung_f32(MM_GEMM_ARGS(float), int64_t block_size);
typedef void rung_f64(MM_GEMM_ARGS(double), int64_t block_size);

static int64_t hook_calls;

static float madd_f32(void *context, float acc, float a, float b)
{
    assert_ptr_equal(context, &hook_calls);
    hook_calls++;
    return acc + a * b;
}

static double madd_f64(void *context, double acc, double a, double b)
{
    assert_ptr_equal(context, &hook_calls);
    hook_calls++;
    return acc + a * b;
}

#define WITHOUT_BLOCKS(rung, real, type)                                                                     \
    static void rung##_##type(MM_GEMM_ARGS(real), int64_t block_size)                                        \
    {                                                                                                        \
        (void)block_size;                                                                                    \
        mm_##rung##_##type(m, n, k, A, lda, B, ldb, C, ldc);                                                 \
    }
WITHOUT_BLOCKS(naive, float, f32)
WITHOUT_BLOCKS(naive, double, f64)
WITHOUT_BLOCKS(reordered, float, f32)
WITHOUT_BLOCKS(reordered, double, f64)

#define COUNTED(rung, real, type, ...)                                                                       \
    static void rung##_##type(MM_GEMM_ARGS(real), int64_t block_size)                                        \
    {                                                                                                        \
        (void)block_size;                                                                                    \
        hook_calls = 0;                                                                                      \
        mm_##rung##_##type(m, n, k, A, lda, B, ldb, C, ldc, __VA_ARGS__ madd_##type, &hook_calls);           \
        assert_int_equal(hook_calls, m *n *k);                                                               \
    }
COUNTED(naive_hook, float, f32, )
COUNTED(naive_hook, double, f64, )
COUNTED(blocked_hook, float, f32, block_size, )
COUNTED(blocked_hook, double, f64, block_size, )

static const struct rung {
    const char *name;
    rung_f32 *f32;
    rung_f64 *f64;
    bool blocked;
    mm_isa isa; /* what it needs */
} rungs[] = {
    {"naive", naive_f32, naive_f64, false, MM_ISA_SCALAR},
    {"naive_hook", naive_hook_f32, naive_hook_f64, false, MM_ISA_SCALAR},
    {"reordered", reordered_f32, reordered_f64, false, MM_ISA_SCALAR},
    {"blocked", mm_blocked_f32, mm_blocked_f64, true, MM_ISA_SCALAR},
    {"blocked_hook", blocked_hook_f32, blocked_hook_f64, true, MM_ISA_SCALAR},
    {"vectorised", mm_vectorised_f32, mm_vectorised_f64, true, MM_ISA_SCALAR},
    {"vectorised_generic", mm_vectorised_generic_f32, mm_vectorised_generic_f64, true, MM_ISA_SCALAR},
    {"vectorised_avx2", mm_vectorised_avx2_f32, mm_vectorised_avx2_f64, true, MM_ISA_AVX2},
    {"vectorised_avx512", mm_vectorised_avx512_f32, mm_vectorised_avx512_f64, true, MM_ISA_AVX512},
    {"tiled", mm_tiled_f32, mm_tiled_f64, true, MM_ISA_SCALAR},
    {"tiled_generic", mm_tiled_generic_f32, mm_tiled_generic_f64, true, MM_ISA_SCALAR},
    {"tiled_avx2", mm_tiled_avx2_f32, mm_tiled_avx2_f64, true, MM_ISA_AVX2},
    {"tiled_avx512", mm_tiled_avx512_f32, mm_tiled_avx512_f64, true, MM_ISA_AVX512},
};
enum { RUNG_COUNT = sizeof rungs / sizeof *rungs };

static void call(const struct rung *rung, const mm_matrix *A, const mm_matrix *B, mm_matrix *C,
                 int64_t block_size)
{
    if (C->dtype == MM_F32)
        rung->f32(C->rows, C->cols, A->cols, A->data, A->ld, B->data, B->ld, C->data, C->ld, block_size);
    else
        rung->f64(C->rows, C->cols, A->cols, A->data, A->ld, B->data, B->ld, C->data, C->ld, block_size);
}

/* --- One product, looked at from all sides. */

/* Equal bits, but any NaN equals any NaN. */
static bool is_same(double got, double expected)
{
    return (isnan(got) && isnan(expected)) || (got == expected && signbit(got) == signbit(expected));
}

static double *reference_product(const mm_matrix *A, const mm_matrix *B)
{
    double *R = malloc((size_t)(A->rows * B->cols + 1) * sizeof *R);
    assert_non_null(R);
    for (int64_t j = 0; j < B->cols; j++)
        for (int64_t i = 0; i < A->rows; i++) {
            double sum = 0;
            for (int64_t p = 0; p < A->cols; p++)
                sum += mm_matrix_get(A, i, p) * mm_matrix_get(B, p, j);
            R[i + j * A->rows] = sum;
        }
    return R;
}

static void check_rung(const struct rung *rung, const padded *A, const padded *B, const double *R,
                       int64_t extra, int64_t block_size)
{
    padded C = padded_new(A->X.dtype, A->X.rows, B->X.cols, extra); /* NaN all over */
    call(rung, &A->X, &B->X, &C.X, block_size);
    for (int64_t j = 0; j < C.X.cols; j++)
        for (int64_t i = 0; i < C.X.rows; i++) {
            double got = mm_matrix_get(&C.X, i, j), expected = R[i + j * C.X.rows];
            if (!is_same(got, expected))
                fail_msg("%s_%s %lldx%lldx%lld, block size %lld: C(%lld,%lld) is %g instead of %g",
                         rung->name, mm_dtype_name(C.X.dtype), (long long)C.X.rows, (long long)C.X.cols,
                         (long long)A->X.cols, (long long)block_size, (long long)i, (long long)j, got,
                         expected);
        }
    padded_assert_guards(&C);
    padded_assert_unchanged(A);
    padded_assert_unchanged(B);
    padded_free(&C);
}

static void check_product(const padded *A, const padded *B, int64_t extra, const int64_t *block_sizes)
{
    double *R = reference_product(&A->X, &B->X);
    for (int r = 0; r < RUNG_COUNT; r++) {
        if (!mm_isa_usable(rungs[r].isa))
            continue;
        for (int b = 0; block_sizes[b]; b++)
            if (b == 0 || rungs[r].blocked)
                check_rung(&rungs[r], A, B, R, extra, block_sizes[b]);
    }
    free(R);
}

static void check_shape(int64_t m, int64_t n, int64_t k, const int64_t *block_sizes)
{
    static const mm_dtype dtypes[] = {MM_F32, MM_F64};
    mm_random random = mm_random_new((mm_uint128)(m * 1000000 + n * 1000 + k));
    for (int t = 0; t < 2; t++) {
        int64_t extra = (m + n + k) % 3 * 5; /* also none */
        padded A = padded_integers(&random, dtypes[t], m, k, extra),
               B = padded_integers(&random, dtypes[t], k, n, extra);
        check_product(&A, &B, extra, block_sizes);
        padded_free(&A);
        padded_free(&B);
    }
}

/* --- Tests. */

static void test_small_shapes_exhaustively(void **state)
{
    (void)state;
    static const int64_t block_sizes[] = {1, 2, 3, 64, INT64_MAX, 0};
    enum { MOST = 5 };
    for (int64_t m = 0; m <= MOST; m++)
        for (int64_t n = 0; n <= MOST; n++)
            for (int64_t k = 0; k <= MOST; k++)
                check_shape(m, n, k, block_sizes);
}

/* One below, at and one above a block and a vector, in every combination. */
static void test_ragged_shapes(void **state)
{
    (void)state;
    static const int64_t block_sizes[] = {16, 8, 0}, sizes[] = {1, 15, 16, 17, 33};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    for (int m = 0; m < COUNT; m++)
        for (int n = 0; n < COUNT; n++)
            for (int k = 0; k < COUNT; k++)
                check_shape(sizes[m], sizes[n], sizes[k], block_sizes);
}

static void test_around_the_block_size_of_64(void **state)
{
    (void)state;
    static const int64_t block_sizes[] = {64, 63, 65, INT64_MAX, 1, 0};
    static const int64_t shapes[][3] = {{63, 64, 65},  {64, 64, 64}, {65, 63, 64}, {129, 1, 66},
                                        {1, 129, 130}, {66, 65, 1},  {5, 130, 67}, {128, 127, 2}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_shape(shapes[i][0], shapes[i][1], shapes[i][2], block_sizes);
}

/* Every size around one tile of the rung `tiled`, 32 x 8 at most, and around two columns of tiles. */
static void test_around_a_register_tile(void **state)
{
    (void)state;
    static const int64_t block_sizes[] = {64, 40, 0};
    for (int64_t m = 0; m <= 34; m++)
        for (int64_t n = 0; n <= 17; n++)
            for (int64_t k = 0; k <= 3; k++)
                check_shape(m, n, k, block_sizes);
}

/* NaN, both infinities and zeros among whole numbers: what a sum becomes does not depend on its order. */
static void test_nan_and_infinity_travel(void **state)
{
    (void)state;
    static const double special[] = {NAN, INFINITY, -INFINITY, 0};
    static const int64_t block_sizes[] = {3, 64, 0};
    static const int64_t shapes[][3] = {{1, 1, 1}, {4, 5, 3}, {17, 9, 12}, {33, 34, 7}};
    mm_random random = mm_random_new(7);
    for (int round = 0; round < 2 * 4 * 10; round++) {
        const int64_t *shape = shapes[round / 2 % 4];
        mm_dtype dtype = round % 2 ? MM_F64 : MM_F32;
        padded AB[] = {padded_integers(&random, dtype, shape[0], shape[2], 1),
                       padded_integers(&random, dtype, shape[2], shape[1], 2)};
        for (int which = 0; which < 2; which++) {
            mm_matrix *X = &AB[which].X;
            for (int64_t at = 0; at < X->rows * X->cols; at++)
                if (mm_random_uint64(&random) % 10 == 0)
                    mm_matrix_set(X, at % X->rows, at / X->rows, special[mm_random_uint64(&random) % 4]);
            padded_keep(&AB[which]);
        }
        check_product(&AB[0], &AB[1], 3, block_sizes);
        padded_free(&AB[0]);
        padded_free(&AB[1]);
    }
}

/* 0 * Inf and 0 * NaN are NaN: nobody may skip a product for a zero. */
static void test_no_product_is_skipped_for_a_zero(void **state)
{
    (void)state;
    static const int64_t block_sizes[] = {2, 64, 0};
    enum { N = 20 };
    mm_random random = mm_random_new(1);
    for (int round = 0; round < 4; round++) {
        mm_dtype dtype = round % 2 ? MM_F64 : MM_F32;
        padded zeros = padded_integers(&random, dtype, N, N, 0),
               special = padded_integers(&random, dtype, N, N, 0);
        for (int64_t at = 0; at < N * N; at++) {
            mm_matrix_set(&zeros.X, at % N, at / N, 0);
            mm_matrix_set(&special.X, at % N, at / N, at % 2 ? NAN : INFINITY);
        }
        padded_keep(&zeros);
        padded_keep(&special);
        const padded *A = round < 2 ? &zeros : &special, *B = round < 2 ? &special : &zeros;
        double *R = reference_product(&A->X, &B->X);
        assert_true(isnan(R[0]) && isnan(R[N * N - 1]));
        free(R);
        check_product(A, B, 0, block_sizes);
        padded_free(&zeros);
        padded_free(&special);
    }
}

/* The hook decides what a multiply-add is: here the largest product, which starts from the zero in C. */
static float largest_f32(void *context, float acc, float a, float b)
{
    (void)context;
    return fmaxf(acc, a * b);
}

static void test_hook_has_the_last_word(void **state)
{
    (void)state;
    const float A[] = {1, 2, 3, 4, 5, 6}, B[] = {1, 0, 2, -1, 3, 1}; /* 2 x 3 and 3 x 2 by columns */
    const float expected[] = {10, 12, 9, 12};
    float C[4];
    mm_naive_hook_f32(2, 2, 3, A, 2, B, 3, C, 2, largest_f32, NULL);
    assert_memory_equal(C, expected, sizeof C);
    mm_blocked_hook_f32(2, 2, 3, A, 2, B, 3, C, 2, 2, largest_f32, NULL);
    assert_memory_equal(C, expected, sizeof C);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_shapes_exhaustively),
        cmocka_unit_test(test_ragged_shapes),
        cmocka_unit_test(test_around_the_block_size_of_64),
        cmocka_unit_test(test_around_a_register_tile),
        cmocka_unit_test(test_nan_and_infinity_travel),
        cmocka_unit_test(test_no_product_is_skipped_for_a_zero),
        cmocka_unit_test(test_hook_has_the_last_word),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("kernels", tests, NULL, NULL);
}
