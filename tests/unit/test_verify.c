/* The verdict on a product: right ones pass, every kind of wrong one fails. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bench/verify.h"
#include "padded.h"

static const mm_dtype dtypes[] = {MM_F32, MM_F64};

typedef struct product {
    mm_matrix A, B, C;
    mm_reference reference;
} product;

/* C by the definition, each step rounded to the element type. */
static void multiply(const mm_matrix *A, const mm_matrix *B, mm_matrix *C)
{
    for (int64_t j = 0; j < C->cols; j++)
        for (int64_t i = 0; i < C->rows; i++) {
            mm_matrix_set(C, i, j, 0);
            for (int64_t p = 0; p < A->cols; p++)
                mm_matrix_set(C, i, j,
                              mm_matrix_get(C, i, j) + mm_matrix_get(A, i, p) * mm_matrix_get(B, p, j));
        }
}

static product make_product(mm_dtype dtype, int64_t m, int64_t n, int64_t k)
{
    product p;
    assert_int_equal(mm_random_inputs(42, dtype, m, n, k, &p.A, &p.B, NULL), MM_OK);
    assert_int_equal(mm_matrix_new(dtype, m, n, &p.C, NULL), MM_OK);
    multiply(&p.A, &p.B, &p.C);
    assert_int_equal(mm_reference_make(&p.A, &p.B, 1, &p.reference, NULL), MM_OK);
    return p;
}

static void free_product(product *p)
{
    mm_matrix_free(&p->A);
    mm_matrix_free(&p->B);
    mm_matrix_free(&p->C);
    mm_reference_free(&p->reference);
    assert_null(p->reference.columns);
}

static mm_verdict verdict_of(const product *p)
{
    mm_verdict verdict;
    mm_verify_product(&p->reference, &p->C, &verdict);
    assert_true(verdict.error_bound == 2);
    assert_int_equal(verdict.ok, verdict.max_error <= verdict.error_bound);
    assert_true(!isnan(verdict.max_error));
    return verdict;
}

static mm_verdict agreement_of(const product *p)
{
    mm_verdict verdict;
    mm_verify_agreement(&p->reference, &p->C, &verdict);
    assert_true(verdict.error_bound == 1);
    assert_int_equal(verdict.ok, verdict.max_error <= verdict.error_bound);
    assert_true(!isnan(verdict.max_error));
    return verdict;
}

/* sum |A(i,p)| |B(p,j)|: what errors are measured against. */
static double size_at(const product *p, int64_t i, int64_t j)
{
    double sum = 0;
    for (int64_t q = 0; q < p->A.cols; q++)
        sum += fabs(mm_matrix_get(&p->A, i, q) * mm_matrix_get(&p->B, q, j));
    return sum;
}

static void test_reference(void **state)
{
    (void)state;
    product p = make_product(MM_F64, 5, 4, 3);
    assert_int_equal(p.reference.column_count, 4);
    assert_int_equal(p.reference.k, 3);
    for (int64_t j = 0; j < 4; j++) {
        assert_int_equal(p.reference.columns[j], j);
        for (int64_t i = 0; i < 5; i++) {
            double size = size_at(&p, i, j);
            assert_true(fabs(mm_matrix_get(&p.reference.R, i, j) - mm_matrix_get(&p.C, i, j)) <=
                        8 * DBL_EPSILON * size);
            assert_true(fabs(mm_matrix_get(&p.reference.S, i, j) - size) <= 8 * DBL_EPSILON * size);
        }
    }
    free_product(&p);
}

static void test_right_products_pass(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {{1, 1, 1}, {5, 3, 7}, {64, 64, 64}, {2, 3, 500}, {130, 1, 40},
                                        {0, 3, 2}, {3, 0, 2}, {3, 2, 0},    {0, 0, 0}};
    for (size_t t = 0; t < 2; t++)
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
            product p = make_product(dtypes[t], shapes[s][0], shapes[s][1], shapes[s][2]);
            assert_true(verdict_of(&p).ok);
            assert_true(agreement_of(&p).ok);
            free_product(&p);
        }
}

/* One element off by some units of k eps |A||B|: two are allowed, and less is the error of an honest sum. */
static void test_one_wrong_element_fails(void **state)
{
    (void)state;
    static const int64_t places[][2] = {{0, 0}, {10, 0}, {0, 6}, {10, 6}, {5, 3}};
    for (size_t i = 0; i < 2 * sizeof places / sizeof *places; i++) {
        product p = make_product(dtypes[i % 2], 11, 7, 9);
        int64_t row = places[i / 2][0], col = places[i / 2][1];
        double right = mm_matrix_get(&p.reference.R, row, col);
        double unit = 9 * mm_dtype_epsilon(dtypes[i % 2]) * size_at(&p, row, col);
        mm_matrix_set(&p.C, row, col, right + 1.5 * unit);
        assert_true(verdict_of(&p).ok);
        mm_matrix_set(&p.C, row, col, right - 3 * unit);
        mm_verdict verdict = verdict_of(&p);
        assert_false(verdict.ok);
        assert_true(verdict.max_error > 2.5 && verdict.max_error < 3.5);
        free_product(&p);
    }
}

static void test_no_number_fails(void **state)
{
    (void)state;
    static const double bad[] = {NAN, -NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 8; i++) {
        product p = make_product(dtypes[i % 2], 4, 5, 3);
        mm_matrix_set(&p.C, i % 4, 4, bad[i / 2]);
        assert_false(verdict_of(&p).ok);
        assert_false(agreement_of(&p).ok);
        free_product(&p);
    }
}

/* Products that a broken method would leave: nothing written, zeros, the transpose, one k too few. */
static void test_plausible_blunders_fail(void **state)
{
    (void)state;
    enum { N = 16 };
    for (size_t t = 0; t < 2; t++) {
        product p = make_product(dtypes[t], N, N, N);
        mm_matrix right = p.C, wrong;
        assert_int_equal(mm_matrix_new(dtypes[t], N, N, &wrong, NULL), MM_OK);
        p.C = wrong;
        assert_false(verdict_of(&p).ok); /* zeros */
        for (int64_t i = 0; i < N * N; i++)
            mm_matrix_set(&wrong, i % N, i / N, mm_matrix_get(&right, i / N, i % N));
        assert_false(verdict_of(&p).ok);
        assert_false(agreement_of(&p).ok);
        for (int64_t i = 0; i < N * N; i++)
            mm_matrix_set(&wrong, i % N, i / N,
                          mm_matrix_get(&right, i % N, i / N) -
                              mm_matrix_get(&p.A, i % N, N - 1) * mm_matrix_get(&p.B, N - 1, i / N));
        assert_false(verdict_of(&p).ok);
        assert_false(agreement_of(&p).ok);
        mm_matrix_free(&wrong);
        p.C = right;
        free_product(&p);
    }
}

/* Where all terms are zero, nothing but zero is right, and no division by zero says otherwise. */
static void test_zeros(void **state)
{
    (void)state;
    product p = make_product(MM_F32, 3, 3, 0);
    assert_true(verdict_of(&p).ok && verdict_of(&p).max_error == 0);
    mm_matrix_set(&p.C, 1, 1, 1e-30);
    assert_false(verdict_of(&p).ok);
    assert_true(agreement_of(&p).ok); /* below the absolute tolerance */
    mm_matrix_set(&p.C, 1, 1, 1e-5);
    assert_false(agreement_of(&p).ok);
    free_product(&p);
}

/* The lab's agreement: atol + rtol |A||B|, 1e-6 and 1e-5 in f32. */
static void test_agreement_tolerance(void **state)
{
    (void)state;
    static const double rtol[] = {1e-5, 1e-13}, atol[] = {1e-6, 1e-14};
    for (size_t t = 0; t < 2; t++) {
        product p = make_product(dtypes[t], 64, 64, 64);
        double right = mm_matrix_get(&p.reference.R, 40, 20);
        double tolerance = atol[t] + rtol[t] * size_at(&p, 40, 20);
        mm_matrix_set(&p.C, 40, 20, right + 0.9 * tolerance);
        assert_true(agreement_of(&p).ok);
        assert_true(fabs(agreement_of(&p).max_error - 0.9) < 0.05);
        mm_matrix_set(&p.C, 40, 20, right + 1.1 * tolerance);
        assert_false(agreement_of(&p).ok);
        free_product(&p);
    }
}

/* --- Above the limit of operations the reference has some columns only. */

/* B (p, j) = 1 where p = j modulo k, else 0: the columns of A B are columns of A, known without computing. */
static product known_product(int64_t m, int64_t n, int64_t k)
{
    product p;
    mm_random random = mm_random_new(5);
    assert_int_equal(mm_matrix_new(MM_F32, m, k, &p.A, NULL), MM_OK);
    assert_int_equal(mm_matrix_new(MM_F32, k, n, &p.B, NULL), MM_OK);
    assert_int_equal(mm_matrix_new(MM_F32, m, n, &p.C, NULL), MM_OK);
    for (int64_t j = 0; j < k; j++)
        for (int64_t i = 0; i < m; i++)
            mm_matrix_set(&p.A, i, j, padded_integer(&random));
    for (int64_t j = 0; j < n; j++) {
        mm_matrix_set(&p.B, j % k, j, 1);
        for (int64_t i = 0; i < m; i++)
            mm_matrix_set(&p.C, i, j, mm_matrix_get(&p.A, i, j % k));
    }
    assert_int_equal(mm_reference_make(&p.A, &p.B, 7, &p.reference, NULL), MM_OK);
    return p;
}

static void test_sampled_columns(void **state)
{
    (void)state;
    enum { M = 2048, K = 2048, N = 700 };
    product p = known_product(M, N, K); /* 2 m n k is above 2^32 */
    const mm_reference *reference = &p.reference;
    int64_t count = reference->column_count, left_out = -1;
    assert_true(count >= 16 && count < N);
    assert_true(2.0 * M * K * (double)count <= 0x1p32);
    assert_int_equal(reference->columns[0], 0);
    assert_int_equal(reference->columns[count - 1], N - 1);
    for (int64_t c = 1; c < count; c++) {
        assert_true(reference->columns[c] > reference->columns[c - 1]);
        if (reference->columns[c] > reference->columns[c - 1] + 1)
            left_out = reference->columns[c] - 1;
    }
    assert_true(verdict_of(&p).ok && verdict_of(&p).max_error == 0);
    assert_true(agreement_of(&p).ok);

    const int64_t looked_at[] = {0, N - 1, reference->columns[count / 2]};
    for (int i = 0; i < 3; i++) {
        double right = mm_matrix_get(&p.C, M - 1, looked_at[i]);
        mm_matrix_set(&p.C, M - 1, looked_at[i], right + 1);
        assert_false(verdict_of(&p).ok);
        mm_matrix_set(&p.C, M - 1, looked_at[i], right);
    }
    assert_true(left_out > 0);
    mm_matrix_set(&p.C, 0, left_out, 100); /* the price of a sample */
    assert_true(verdict_of(&p).ok);
    free_product(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference),
        cmocka_unit_test(test_right_products_pass),
        cmocka_unit_test(test_one_wrong_element_fails),
        cmocka_unit_test(test_no_number_fails),
        cmocka_unit_test(test_plausible_blunders_fail),
        cmocka_unit_test(test_zeros),
        cmocka_unit_test(test_agreement_tolerance),
        cmocka_unit_test(test_sampled_columns),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("verify", tests, NULL, NULL);
}
