/* Matrices, element types and errors. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/matrix.h"

/* AddressSanitizer stops the program where malloc would return NULL; these tests want the NULL. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static const mm_dtype dtypes[] = {MM_F32, MM_F64};

static void test_dtypes(void **state)
{
    (void)state;
    assert_string_equal(mm_dtype_name(MM_F32), "f32");
    assert_string_equal(mm_dtype_name(MM_F64), "f64");
    assert_int_equal(mm_dtype_bytes(MM_F32), sizeof(float));
    assert_int_equal(mm_dtype_bytes(MM_F64), sizeof(double));
    /* The unit roundoff is the largest power of two that is lost when added to 1. */
    float one = 1, lost = (float)mm_dtype_epsilon(MM_F32);
    volatile float sum = one + lost, more = one + 2 * lost;
    assert_true(sum == 1 && more > 1);
    volatile double wide_sum = 1 + mm_dtype_epsilon(MM_F64), wide_more = 1 + 2 * mm_dtype_epsilon(MM_F64);
    assert_true(wide_sum == 1 && wide_more > 1);
}

static void test_dtypes_parsed(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        mm_dtype dtype = dtypes[1 - i];
        assert_int_equal(mm_dtype_parse(mm_dtype_name(dtypes[i]), &dtype, NULL), MM_OK);
        assert_int_equal(dtype, dtypes[i]);
    }
    static const char *const bad[] = {"", "f16", "F32", "float", " f32", "f32 ", "f3", "%s%n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        mm_dtype dtype = MM_F64;
        mm_error err;
        assert_int_equal(mm_dtype_parse(bad[i], &dtype, &err), MM_USAGE);
        assert_int_equal(err.code, MM_USAGE);
        assert_string_equal(err.id, "badDtype");
        assert_non_null(strstr(err.text, bad[i]));
        assert_non_null(strstr(err.text, "f32 or f64"));
        assert_int_equal(dtype, MM_F64);
        assert_int_equal(mm_dtype_parse(bad[i], &dtype, NULL), MM_USAGE);
    }
}

static void check_new(mm_dtype dtype, int64_t rows, int64_t cols)
{
    mm_matrix X;
    assert_int_equal(mm_matrix_new(dtype, rows, cols, &X, NULL), MM_OK);
    assert_int_equal(X.dtype, dtype);
    assert_int_equal(X.rows, rows);
    assert_int_equal(X.cols, cols);
    assert_int_equal(X.ld, rows > 0 ? rows : 1);
    assert_non_null(X.data);
    assert_int_equal((uintptr_t)X.data % 64, 0);
    for (int64_t j = 0; j < cols; j++)
        for (int64_t i = 0; i < rows; i++) {
            assert_true(mm_matrix_get(&X, i, j) == 0);
            assert_false(signbit(mm_matrix_get(&X, i, j)));
            mm_matrix_set(&X, i, j, 1); /* the whole of it is ours to write */
        }
    mm_matrix_free(&X);
    assert_null(X.data);
    assert_int_equal(X.rows, 0);
    assert_int_equal(X.cols, 0);
    assert_int_equal(X.ld, 1);
    mm_matrix_free(&X); /* twice is fine */
}

static void test_new_matrices(void **state)
{
    (void)state;
    static const int64_t sizes[] = {0, 1, 2, 3, 7, 15, 16, 17, 64, 101};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    for (size_t t = 0; t < 2; t++)
        for (size_t i = 0; i < COUNT; i++)
            for (size_t j = 0; j < COUNT; j++)
                check_new(dtypes[t], sizes[i], sizes[j]);
}

static void test_sizes_refused(void **state)
{
    (void)state;
    static const int64_t bad[][2] = {
        {-1, 1}, {1, -1}, {MM_DIM_MAX + 1, 1}, {0, MM_DIM_MAX + 1}, {INT64_MIN, INT64_MAX}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        mm_matrix X;
        mm_error err;
        assert_int_equal(mm_matrix_new(MM_F32, bad[i][0], bad[i][1], &X, &err), MM_USAGE);
        assert_string_equal(err.id, "badSize");
        assert_non_null(strstr(err.text, "2147483647"));
        assert_null(X.data);
        mm_matrix_free(&X);
    }
}

/* Allowed by the dimensions, but no memory holds them. The first has 2^61 + 8 elements: in f64, 64 bytes
 * modulo 2^64. */
static void test_too_large_for_memory(void **state)
{
    (void)state;
    static const int64_t large[][2] = {{2147352580, 1073807362},
                                       {MM_DIM_MAX, MM_DIM_MAX},
                                       {MM_DIM_MAX, INT64_C(1) << 30},
                                       {INT64_C(1) << 30, INT64_C(1) << 29},
                                       {MM_DIM_MAX, 1 << 22}};
    for (size_t t = 0; t < 2; t++)
        for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
            mm_matrix X;
            mm_error err;
            assert_int_equal(mm_matrix_new(dtypes[t], large[i][0], large[i][1], &X, &err), MM_IO);
            assert_string_equal(err.id, "noMemory");
            assert_null(X.data);
            mm_matrix_free(&X);
        }
}

static void test_elements(void **state)
{
    (void)state;
    float narrow[3 * 2] = {1, 2, 3, 4, 5, 6};
    double wide[3 * 2] = {1, 2, 3, 4, 5, 6};
    mm_matrix X[] = {{MM_F32, 2, 2, 3, narrow}, {MM_F64, 2, 2, 3, wide}};
    for (size_t t = 0; t < 2; t++) {
        assert_true(mm_matrix_get(&X[t], 1, 0) == 2);
        assert_true(mm_matrix_get(&X[t], 0, 1) == 4); /* a column is ld elements on */
        mm_matrix_set(&X[t], 1, 1, 1.0 / 3);
    }
    assert_true(narrow[4] == 1.0f / 3);
    assert_true(wide[4] == 1.0 / 3);
    assert_true(narrow[5] == 6 && wide[5] == 6 && narrow[2] == 3);
}

static void test_errors_fit(void **state)
{
    (void)state;
    mm_error err;
    char longer[2000];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    assert_int_equal(mm_fail(&err, MM_IO, longer, "%s", longer), MM_IO);
    assert_int_equal(strlen(err.id), sizeof err.id - 1);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    assert_int_equal(mm_fail(NULL, MM_FINDING, "id", "%d", 1), MM_FINDING);
    assert_int_equal(mm_fail_memory(&err, 3e12), MM_IO);
    assert_non_null(strstr(err.text, "3e+12 bytes"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dtypes),
        cmocka_unit_test(test_dtypes_parsed),
        cmocka_unit_test(test_new_matrices),
        cmocka_unit_test(test_sizes_refused),
        cmocka_unit_test(test_too_large_for_memory),
        cmocka_unit_test(test_elements),
        cmocka_unit_test(test_errors_fit),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("matrix", tests, NULL, NULL);
}
