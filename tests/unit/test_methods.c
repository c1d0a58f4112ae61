/* The table of methods: consistent in itself, found by name, and every compiled method computes the product.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/entries.h"
#include "padded.h"
#include "record/results.h"

static bool is_frontend(const mm_method *method, const char *frontend)
{
    return strcmp(method->frontend, frontend) == 0;
}

static const mm_method *find(const char *text, const char *frontend)
{
    const mm_method *method = NULL;
    mm_error err = {0};
    if (mm_method_find(text, frontend, &method, &err) != MM_OK)
        fail_msg("%s (of %s) was not found: %s", text, frontend, err.text);
    return method;
}

static void check_method(const mm_method *method)
{
    mm_row row; /* what a name must fit into */
    assert_true(strlen(method->frontend) > 0 && strlen(method->frontend) < sizeof row.frontend);
    assert_true(strlen(method->name) > 0 && strlen(method->name) < sizeof row.method);
    assert_null(strpbrk(method->name, ":, \n"));
    assert_true(method->summary && *method->summary && !strchr(method->summary, '\n'));
    assert_true(method->block_size >= 0);
    if (is_frontend(method, "cli")) {
        assert_true(method->run && !method->octave_call && !method->interpreted);
    } else {
        assert_string_equal(method->frontend, "octave");
        assert_true(!method->run && method->octave_call && *method->octave_call);
    }
    /* The block size is what the name says, where it says one. */
    const char *digits = strpbrk(method->name, "0123456789");
    if (digits)
        assert_int_equal(method->block_size, atoi(digits));
    if (strncmp(method->name, "blocked", 7) == 0)
        assert_true(method->block_size > 0);
}

static void test_table_is_consistent(void **state)
{
    (void)state;
    assert_true(mm_method_count > 0);
    for (int i = 0; i < mm_method_count; i++) {
        check_method(&mm_methods[i]);
        for (int j = 0; j < i; j++)
            assert_false(is_frontend(&mm_methods[i], mm_methods[j].frontend) &&
                         strcmp(mm_methods[i].name, mm_methods[j].name) == 0);
    }
}

/* L1: the four variants, each by its own means. */
static void test_the_lab_has_its_methods(void **state)
{
    (void)state;
    const mm_method *naive = find("octave:naive", "cli"), *blocked = find("octave:blocked", "cli");
    const mm_method *einsum = find("octave:einsum", "cli"), *blas = find("octave:blas", "cli");
    assert_true(naive->in_lab && naive->interpreted && !naive->uses_blas);
    assert_true(blocked->in_lab && blocked->interpreted && !blocked->uses_blas && blocked->block_size == 64);
    assert_true(einsum->in_lab && einsum->uses_blas && !einsum->interpreted);
    assert_true(blas->in_lab && blas->uses_blas && !blas->interpreted);
    assert_true(find("octave:mtimes", "cli")->uses_blas);
    assert_int_equal(find("blocked_32", "octave")->block_size, 32);
    assert_int_equal(find("blocked_128", "octave")->block_size, 128);
}

static void test_found_by_name(void **state)
{
    (void)state;
    for (int i = 0; i < mm_method_count; i++) {
        const mm_method *method = &mm_methods[i];
        char text[64];
        snprintf(text, sizeof text, "%s:%s", method->frontend, method->name);
        assert_ptr_equal(find(text, "cli"), method);
        assert_ptr_equal(find(text, "octave"), method);
        assert_ptr_equal(find(method->name, method->frontend), method);
    }
}

static void test_unknown_names_list_the_known(void **state)
{
    (void)state;
    static const char *const bad[] = {"nosuch",        "",       "Naive", "naive ", "cli:", ":naive",
                                      "cli:cli:naive", "mtimes", "%s%n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const mm_method *method = NULL;
        mm_error err = {0};
        assert_int_equal(mm_method_find(bad[i], "cli", &method, &err), MM_USAGE);
        assert_null(method);
        assert_string_equal(err.id, "unknownMethod");
        assert_non_null(strstr(err.text, bad[i]));
        for (int j = 0; j < mm_method_count; j++)
            if (is_frontend(&mm_methods[j], "cli"))
                assert_non_null(strstr(err.text, mm_methods[j].name));
    }
    const mm_method *method = NULL;
    mm_error err = {0};
    assert_int_equal(mm_method_find("octave:nosuch", "cli", &method, &err), MM_USAGE);
    assert_non_null(strstr(err.text, "mtimes")); /* the names of the front end that was asked for */
    assert_int_equal(mm_method_find("nosuch:naive", "cli", &method, &err), MM_USAGE);
    assert_non_null(strstr(err.text, "reordered"));
}

/* --- The products. */

static void check_product(const mm_method *method, const padded *A, const padded *B)
{
    padded C = padded_new(A->X.dtype, A->X.rows, B->X.cols, 0);
    mm_problem problem = {&A->X, &B->X, &C.X, 1};
    method->run(method, &problem);
    for (int64_t j = 0; j < C.X.cols; j++)
        for (int64_t i = 0; i < C.X.rows; i++) {
            double sum = 0;
            for (int64_t p = 0; p < A->X.cols; p++)
                sum += mm_matrix_get(&A->X, i, p) * mm_matrix_get(&B->X, p, j);
            if (mm_matrix_get(&C.X, i, j) != sum)
                fail_msg("cli:%s %s %lldx%lldx%lld: C(%lld,%lld) is %g instead of %g", method->name,
                         mm_dtype_name(C.X.dtype), (long long)C.X.rows, (long long)C.X.cols,
                         (long long)A->X.cols, (long long)i, (long long)j, mm_matrix_get(&C.X, i, j), sum);
        }
    padded_assert_guards(&C);
    padded_assert_unchanged(A);
    padded_assert_unchanged(B);
    padded_free(&C);
}

static void test_every_compiled_method_on_ragged_shapes(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {{1, 1, 1},    {2, 3, 4},    {33, 65, 17}, {129, 3, 70},
                                        {1, 67, 130}, {64, 64, 64}, {100, 1, 31}, {0, 3, 4},
                                        {3, 0, 4},    {3, 4, 0},    {1, 1, 200}};
    static const mm_dtype dtypes[] = {MM_F32, MM_F64};
    mm_random random = mm_random_new(3);
    for (size_t s = 0; s < 2 * sizeof shapes / sizeof *shapes; s++) {
        const int64_t *shape = shapes[s / 2];
        padded A = padded_integers(&random, dtypes[s % 2], shape[0], shape[2], (int64_t)s % 3);
        padded B = padded_integers(&random, dtypes[s % 2], shape[2], shape[1], (int64_t)s % 5);
        for (int i = 0; i < mm_method_count; i++)
            if (is_frontend(&mm_methods[i], "cli"))
                check_product(&mm_methods[i], &A, &B);
        padded_free(&A);
        padded_free(&B);
    }
}

/* --- Lists of methods: bench/entries.h. */

static void test_lists(void **state)
{
    (void)state;
    mm_entry *entries = NULL;
    int count = 0;
    assert_int_equal(mm_entries_parse("naive,octave:mtimes,blas", "cli", 3, &entries, &count, NULL), MM_OK);
    assert_int_equal(count, 3);
    assert_ptr_equal(entries[0].method, find("cli:naive", "cli"));
    assert_ptr_equal(entries[1].method, find("octave:mtimes", "cli"));
    assert_ptr_equal(entries[2].method, find("cli:blas", "cli"));
    for (int i = 0; i < count; i++)
        assert_true(entries[i].threads == 3 && !entries[i].largest_only);
    free(entries);

    static const struct {
        const char *names, *id;
    } bad[] = {{"", "unknownMethod"},           {",", "unknownMethod"},
               {"naive,", "unknownMethod"},     {"naive,,blas", "unknownMethod"},
               {"naive blas", "unknownMethod"}, {"naive,blas,naive", "badValue"},
               {"naive,cli:naive", "badValue"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        mm_error err = {0};
        assert_int_equal(mm_entries_parse(bad[i].names, "cli", 1, &entries, &count, &err), MM_USAGE);
        assert_string_equal(err.id, bad[i].id);
        free(entries);
    }
}

/* A method marked for the lab is in it once with one thread; and BLAS once with more, at the largest size
 * only. */
static void test_the_labs_list(void **state)
{
    (void)state;
    mm_entry *entries = NULL;
    int count = 0, with_threads = 0;
    assert_int_equal(mm_entries_lab(&entries, &count, NULL), MM_OK);
    for (int i = 0; i < mm_method_count; i++) {
        int single = 0;
        for (int e = 0; e < count; e++)
            single +=
                entries[e].method == &mm_methods[i] && entries[e].threads == 1 && !entries[e].largest_only;
        assert_int_equal(single, mm_methods[i].in_lab);
    }
    for (int e = 0; e < count; e++)
        if (entries[e].threads > 1) {
            with_threads++;
            assert_true(entries[e].largest_only && entries[e].method->uses_blas);
        }
    assert_true(with_threads <= 1); /* none where there is one CPU */
    free(entries);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table_is_consistent),
        cmocka_unit_test(test_the_lab_has_its_methods),
        cmocka_unit_test(test_found_by_name),
        cmocka_unit_test(test_unknown_names_list_the_known),
        cmocka_unit_test(test_every_compiled_method_on_ragged_shapes),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_the_labs_list),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("methods", tests, NULL, NULL);
}
