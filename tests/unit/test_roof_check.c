/* The check of the roof: a row above 102 % of the peak makes it invalid. Made-up rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bench/checks.h"

static void add_row(mm_results *results, const char *method, double gflops)
{
    mm_row row = {
        .dtype = MM_F32, .m = 64, .n = 64, .k = 64, .threads = 1, .status = MM_ROW_MEASURED, .reps = 1};
    snprintf(row.frontend, sizeof row.frontend, "cli");
    snprintf(row.method, sizeof row.method, "%s", method);
    row.median_s = row.min_s = mm_row_flop(&row) / (gflops * 1e9);
    assert_non_null(mm_results_add_row(results, &row));
}

static mm_results with_peak_100(void)
{
    mm_results results = {.has_roofline = true};
    results.roofline = (mm_roofline){.peak = {.dtype = MM_F32, .threads = 1, .gflops = 100},
                                     .peak_samples_gflops = {97.5, 0, 100}};
    return results;
}

static const mm_check *roof_check(mm_results *results)
{
    static const mm_manifest manifest;
    results->check_count = 0;
    mm_checks_add(results, &manifest);
    for (int i = 0; i < results->check_count; i++)
        if (strcmp(results->checks[i].id, "roof") == 0)
            return &results->checks[i];
    return NULL;
}

static void the_roof_holds_up_to_102_percent(void **state)
{
    (void)state;
    static const struct {
        double gflops;
        bool holds;
    } cases[] = {{50, true}, {100, true}, {101.9, true}, {102.1, false}, {1000, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mm_results results = with_peak_100();
        add_row(&results, "naive", 1);
        add_row(&results, "blas", cases[i].gflops);
        const mm_check *check = roof_check(&results);
        assert_non_null(check);
        assert_int_equal(check->ok, cases[i].holds);
        assert_int_equal(mm_results_roof_holds(&results), cases[i].holds);
        assert_non_null(strstr(check->message, "cli:blas"));
        assert_non_null(strstr(check->message, "start 97.5, middle unknown, end 100"));
        assert_int_equal(strstr(check->message, "the roof is invalid") != NULL, !cases[i].holds);
        /* never clamped: the share is what it is */
        assert_true(mm_row_percent_of_peak(&results, &results.rows[1]) > cases[i].gflops - 1e-9);
        mm_results_free(&results);
    }
}

static void only_rows_that_compare_count(void **state)
{
    (void)state;
    mm_results results = with_peak_100();
    add_row(&results, "blas", 90);
    for (int i = 0; i < 3; i++)
        add_row(&results, "other", 500);
    results.rows[1].threads = 2;
    results.rows[2].dtype = MM_F64;
    results.rows[3].status = MM_ROW_EXTRAPOLATED;
    assert_true(mm_results_roof_holds(&results));
    assert_true(roof_check(&results)->ok);
    assert_ptr_equal(mm_results_fastest(&results), &results.rows[0]);
    results.has_roofline = false;
    assert_null(mm_results_fastest(&results));
    assert_true(mm_results_roof_holds(&results));
    assert_null(roof_check(&results));
    mm_results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_roof_holds_up_to_102_percent),
        cmocka_unit_test(only_rows_that_compare_count),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("roof_check", tests, NULL, NULL);
}
