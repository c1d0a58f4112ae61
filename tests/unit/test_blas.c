/* The BLAS in use, whichever it is: gemm by the definition, and what the library tells of itself. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "blas/blas.h"
#include "blas/kernel_isa.h"
#include "padded.h"

/* --- gemm */

typedef struct gemm_case {
    int64_t m, n, k;
    char trans_a, trans_b;
    double alpha, beta;
    mm_dtype dtype;
    int64_t extra; /* leading dimensions beyond the rows */
} gemm_case;

static double operand(char trans, const mm_matrix *X, int64_t i, int64_t j)
{
    return trans == 'N' ? mm_matrix_get(X, i, j) : mm_matrix_get(X, j, i);
}

/* alpha op(A) op(B) + beta C; beta = 0 does not look at C. */
static double expected_at(const gemm_case *c, const mm_matrix *A, const mm_matrix *B, double old, int64_t i,
                          int64_t j)
{
    double sum = 0;
    for (int64_t p = 0; p < c->k; p++)
        sum += operand(c->trans_a, A, i, p) * operand(c->trans_b, B, p, j);
    return c->alpha * sum + (c->beta == 0 ? 0 : c->beta * old);
}

/* Whole numbers, and alpha and beta with few bits: exact, whatever the library's order. With beta = 0, C
 * begins as NaN. */
static void check_gemm(const gemm_case *c, mm_random *random)
{
    bool na = c->trans_a == 'N', nb = c->trans_b == 'N';
    padded A = padded_integers(random, c->dtype, na ? c->m : c->k, na ? c->k : c->m, c->extra);
    padded B = padded_integers(random, c->dtype, nb ? c->k : c->n, nb ? c->n : c->k, c->extra);
    padded C = padded_new(c->dtype, c->m, c->n, c->extra),
           old = padded_integers(random, c->dtype, c->m, c->n, c->extra);
    if (c->beta != 0)
        memcpy(C.bytes, old.bytes, C.size);
    mm_blas_gemm(c->trans_a, c->trans_b, c->alpha, &A.X, &B.X, c->beta, &C.X);
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++) {
            double got = mm_matrix_get(&C.X, i, j);
            double expected = expected_at(c, &A.X, &B.X, mm_matrix_get(&old.X, i, j), i, j);
            if (got != expected)
                fail_msg("%s %c%c %lldx%lldx%lld, alpha %g, beta %g: C(%lld,%lld) is %g instead of %g",
                         mm_dtype_name(c->dtype), c->trans_a, c->trans_b, (long long)c->m, (long long)c->n,
                         (long long)c->k, c->alpha, c->beta, (long long)i, (long long)j, got, expected);
        }
    padded_assert_guards(&C);
    padded_assert_unchanged(&A);
    padded_assert_unchanged(&B);
    padded_free(&A);
    padded_free(&B);
    padded_free(&C);
    padded_free(&old);
}

/* All transposes, both types, and the given scalars. */
static void check_shape(const int64_t shape[3], const double *scalars, int scalar_count)
{
    mm_random random = mm_random_new((mm_uint128)(shape[0] + 1000 * shape[1]));
    for (int variant = 0; variant < 8 * scalar_count * scalar_count; variant++) {
        gemm_case c = {.m = shape[0],
                       .n = shape[1],
                       .k = shape[2],
                       .trans_a = variant & 1 ? 'T' : 'N',
                       .trans_b = variant & 2 ? 'T' : 'N',
                       .dtype = variant & 4 ? MM_F64 : MM_F32,
                       .alpha = scalars[variant / 8 % scalar_count],
                       .beta = scalars[variant / 8 / scalar_count],
                       .extra = variant % 3};
        check_gemm(&c, &random);
    }
}

static void test_gemm(void **state)
{
    (void)state;
    static const double scalars[] = {0, 1, -1, 2.5};
    static const int64_t shapes[][3] = {{1, 1, 1},   {3, 5, 7},  {17, 4, 33}, {64, 64, 64},
                                        {65, 1, 63}, {1, 70, 5}, {40, 3, 129}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_shape(shapes[i], scalars, sizeof scalars / sizeof *scalars);
}

/* k = 0 scales C and, with beta = 0, gives zeros where NaN stood; without elements nothing is touched. */
static void test_gemm_of_empty_matrices(void **state)
{
    (void)state;
    static const double scalars[] = {0, 1, -2};
    static const int64_t shapes[][3] = {{3, 4, 0}, {1, 1, 0}, {0, 4, 3}, {4, 0, 3},
                                        {0, 0, 0}, {0, 5, 0}, {5, 0, 0}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_shape(shapes[i], scalars, sizeof scalars / sizeof *scalars);
}

static void test_gemm_keeps_nan_with_beta(void **state)
{
    (void)state;
    mm_random random = mm_random_new(1);
    static const int64_t inner[] = {0, 4};
    for (int i = 0; i < 2; i++) {
        padded A = padded_integers(&random, MM_F32, 3, inner[i], 0),
               B = padded_integers(&random, MM_F32, inner[i], 2, 0);
        padded C = padded_integers(&random, MM_F32, 3, 2, 0);
        mm_matrix_set(&C.X, 1, 1, NAN);
        mm_blas_gemm('N', 'N', 1, &A.X, &B.X, 1, &C.X);
        assert_true(isnan(mm_matrix_get(&C.X, 1, 1)));
        assert_true(isfinite(mm_matrix_get(&C.X, 0, 1)));
        padded_free(&A);
        padded_free(&B);
        padded_free(&C);
    }
}

/* --- Who it is. */

static void test_describes_itself(void **state)
{
    (void)state;
    static const char *const providers[] = {"openblas", "blis", "atlas", "mkl", "netlib", "unknown"};
    mm_blas blas;
    memset(&blas, 0xff, sizeof blas); /* all of it is overwritten */
    mm_blas_describe(&blas);
    bool listed = false;
    for (size_t i = 0; i < sizeof providers / sizeof *providers; i++)
        listed = listed || strcmp(blas.provider, providers[i]) == 0;
    assert_true(listed);
    assert_int_equal(blas.path[0], '/');
    assert_int_equal(access(blas.path, R_OK), 0);
    char *resolved = realpath(blas.path, NULL);
    assert_string_equal(blas.path, resolved); /* no link left in it */
    free(resolved);
    assert_true(blas.threads >= 0 && blas.threads_max >= 0);
    if (strcmp(blas.provider, "openblas") != 0)
        return;
    assert_non_null(strstr(blas.config, "OpenBLAS"));
    assert_true(*blas.version && strstr(blas.config, blas.version));
    assert_true(*blas.kernel && blas.threads >= 1);
}

static void test_threads_take_effect(void **state)
{
    (void)state;
    mm_blas blas;
    if (!mm_blas_set_threads(1))
        skip(); /* this library has no such call */
    mm_blas_describe(&blas);
    if (blas.threads == 0)
        skip(); /* it does not tell */
    assert_int_equal(blas.threads, 1);
    if (blas.threads_max < 2)
        return;
    assert_true(mm_blas_set_threads(2));
    mm_blas_describe(&blas);
    assert_int_equal(blas.threads, 2);
    assert_true(mm_blas_set_threads(1));
    mm_blas_describe(&blas);
    assert_int_equal(blas.threads, 1);
}

/* --- Kernel families. */

static void test_kernel_families(void **state)
{
    (void)state;
    static const struct {
        const char *provider, *kernel;
        mm_isa isa;
    } known[] = {
        {"openblas", "Prescott", MM_ISA_SSE2},    {"openblas", "Haswell", MM_ISA_AVX2},
        {"openblas", "Zen", MM_ISA_AVX2},         {"openblas", "SkylakeX", MM_ISA_AVX512},
        {"openblas", "SKYLAKEX", MM_ISA_AVX512},  {"openblas", "Cooperlake", MM_ISA_AVX512},
        {"openblas", "Sandybridge", MM_ISA_SSE2}, {"blis", "haswell", MM_ISA_AVX2},
        {"blis", "skx", MM_ISA_AVX512},           {"blis", "generic", MM_ISA_SSE2},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        mm_isa isa = MM_ISA_COUNT;
        assert_true(mm_kernel_isa(known[i].provider, known[i].kernel, &isa));
        assert_int_equal(isa, known[i].isa);
    }
    static const char *const unknown[][2] = {
        {"openblas", ""}, {"openblas", "skx"}, {"blis", "Prescott"}, {"netlib", "Haswell"}, {"unknown", ""}};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        mm_isa isa = MM_ISA_COUNT;
        assert_false(mm_kernel_isa(unknown[i][0], unknown[i][1], &isa));
        assert_int_equal(isa, MM_ISA_COUNT);
    }
}

/* What we would advise is a family that we know, and of the instruction set that it is advised for. */
static void test_advice_is_consistent(void **state)
{
    (void)state;
    static const char *const providers[] = {"openblas", "blis", "atlas", "mkl", "netlib", "unknown"};
    for (size_t i = 0; i < sizeof providers / sizeof *providers; i++)
        for (int isa = 0; isa < MM_ISA_COUNT; isa++) {
            const char *kernel = mm_kernel_for(providers[i], (mm_isa)isa);
            mm_isa of_kernel = MM_ISA_COUNT;
            if (!kernel)
                continue;
            assert_non_null(mm_kernel_variable(providers[i]));
            assert_true(mm_kernel_isa(providers[i], kernel, &of_kernel));
            assert_int_equal(of_kernel, isa);
        }
    assert_string_equal(mm_kernel_variable("openblas"), "OPENBLAS_CORETYPE");
    assert_string_equal(mm_kernel_variable("blis"), "BLIS_ARCH_TYPE");
    assert_null(mm_kernel_variable("netlib"));
    assert_non_null(mm_kernel_for("openblas", MM_ISA_AVX2));
    assert_non_null(mm_kernel_for("openblas", MM_ISA_AVX512));
    assert_null(mm_kernel_for("netlib", MM_ISA_AVX512));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gemm),
        cmocka_unit_test(test_gemm_of_empty_matrices),
        cmocka_unit_test(test_gemm_keeps_nan_with_beta),
        cmocka_unit_test(test_describes_itself),
        cmocka_unit_test(test_threads_take_effect),
        cmocka_unit_test(test_kernel_families),
        cmocka_unit_test(test_advice_is_consistent),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("blas", tests, NULL, NULL);
}
