/* Where our product stands, from rows that are known: ratios, intervals, means, bars, and the table. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/contest.h"
#include "bench/standing.h"
#include "report/contest_table.h"

static mm_results results;

static int begin(void **state)
{
    (void)state;
    results = (mm_results){.has_roofline = true};
    results.roofline.peak = (mm_peak){.isa = MM_ISA_AVX512, .dtype = MM_F32, .threads = 1, .gflops = 100};
    results.roofline.peak_samples_gflops[MM_PEAK_START] = 100;
    return 0;
}

static int end(void **state)
{
    (void)state;
    mm_results_free(&results);
    return 0;
}

/* A measured row of a rate, with an interval of a tenth around its time. */
static mm_row *add(const char *method, const char *provider, const char *kernel, const int64_t mnk[3],
                   double gflops)
{
    mm_row row = {
        .dtype = MM_F32, .m = mnk[0], .n = mnk[1], .k = mnk[2], .threads = 1, .status = MM_ROW_MEASURED};
    snprintf(row.frontend, sizeof row.frontend, "cli");
    snprintf(row.method, sizeof row.method, "%s", method);
    snprintf(row.provider, sizeof row.provider, "%s", provider);
    snprintf(row.kernel, sizeof row.kernel, "%s", kernel);
    row.median_s = 2e-9 * (double)mnk[0] * (double)mnk[1] * (double)mnk[2] / gflops;
    row.ci95_s[0] = .9 * row.median_s;
    row.ci95_s[1] = 1.1 * row.median_s;
    return mm_results_add_row(&results, &row);
}

static const int64_t N64[3] = {64, 64, 64}, N128[3] = {128, 128, 128}, N512[3] = {512, 512, 512},
                     N1024[3] = {1024, 1024, 1024}, THIN[3] = {4, 1024, 1024};

static const mm_check *check(const char *id)
{
    const mm_check *found = NULL;
    for (int i = 0; i < results.check_count; i++)
        if (strcmp(results.checks[i].id, id) == 0) {
            assert_null(found);
            found = &results.checks[i];
        }
    return found;
}

static void assert_check(const char *id, bool ok, const char *says)
{
    const mm_check *c = check(id);
    if (!c)
        fail_msg("no check %s", id);
    else if (c->ok != ok || !strstr(c->message, says) || (c->fix[0] == '\0') != ok)
        fail_msg("%s: ok %d, '%s', expected %d and '%s'", id, c->ok, c->message, ok, says);
}

static bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-9 * fabs(b);
}

static void test_the_fastest_other_is_the_measure(void **state)
{
    (void)state;
    mm_standing s[4];
    add("packed", "", "", N64, 50);
    add("blas", "one", "Haswell", N64, 20);
    add("blas", "one", "SkylakeX", N64, 40);
    add("blas", "two", "", N128, 90);                                  /* another size */
    add("blas", "two", "", N64, 80)->threads = 2;                      /* another number of threads */
    add("blas", "two", "", N64, 80)->status = MM_ROW_FAILED;           /* wrong */
    add("blas", "two", "", N64, 80)->dtype = MM_F64;                   /* another type */
    add("blas_tn", "two", "", N64, 80);                                /* transposed */
    snprintf(add("blas", "two", "", N64, 80)->frontend, 16, "octave"); /* called from elsewhere */
    assert_int_equal(mm_standings(&results, MM_F32, s, 4), 1);
    assert_string_equal(s[0].best->kernel, "SkylakeX");
    assert_true(is_near(s[0].ratio, 50.0 / 40));
    assert_true(is_near(s[0].low, 50.0 / 40 * .9 / 1.1) && is_near(s[0].high, 50.0 / 40 * 1.1 / .9));
    assert_true(is_near(s[0].percent_of_peak, 50));
}

static void test_alone_and_without_intervals(void **state)
{
    (void)state;
    mm_standing s[4];
    add("packed", "", "", N64, 50);
    assert_int_equal(mm_standings(&results, MM_F32, s, 4), 1);
    assert_true(s[0].best == NULL && s[0].ratio == 0 && mm_standing_mean(s, 1) == 0);
    add("blas", "one", "", N64, 25)->ci95_s[0] = 0;
    mm_standings(&results, MM_F32, s, 4);
    assert_true(is_near(s[0].ratio, 2) && s[0].low == 0 && s[0].high == 0);
    assert_int_equal(mm_standings(&results, MM_F64, s, 4), 0);
}

/* Square ones ascending, then skinny, transposed, two threads; the mean is of the first kind alone. */
static void test_order_and_mean(void **state)
{
    (void)state;
    mm_standing s[8];
    add("packed", "", "", N1024, 90)->threads = 2;
    add("packed_tt", "", "", N64, 90);
    add("packed", "", "", THIN, 90);
    add("packed", "", "", N128, 40);
    add("packed", "", "", N64, 90);
    add("blas", "one", "", N64, 10);
    add("blas", "one", "", N128, 10);
    add("blas", "one", "", THIN, 1);
    assert_int_equal(mm_standings(&results, MM_F32, s, 8), 5);
    assert_true(mm_standing_is_square(&s[0]) && s[0].ours->n == 64 && s[1].ours->n == 128);
    assert_true(!mm_standing_is_square(&s[2]) && s[2].ours->m == 4);
    assert_true(mm_standing_is_transposed(&s[3]) && s[4].ours->threads == 2);
    assert_true(is_near(mm_standing_mean(s, 5), sqrt(9 * 4)));
    assert_int_equal(mm_standings(&results, MM_F32, s, 3), 3);
}

static void test_bars_met(void **state)
{
    (void)state;
    add("packed", "", "", N128, 91);
    add("packed", "", "", N1024, 94);
    add("packed", "", "", N1024, 180)->threads = 2;
    add("packed_tn", "", "", N128, 87);
    add("packed", "", "", THIN, 9.1);
    add("blas", "one", "", N128, 80);
    add("blas", "one", "", N1024, 85);
    add("blas", "one", "", THIN, 10);
    results.roofline.peak_samples_gflops[MM_PEAK_MIDDLE] = 98;
    results.roofline.peak_samples_gflops[MM_PEAK_END] = 99;
    mm_standing_checks(&results, MM_F32, 2);
    assert_check("contest-square", true, "2 of 2");
    assert_check("contest-mean", true, "(1.122)");
    assert_check("contest-percent-of-peak", true, "2 of 2");
    assert_check("contest-skinny", true, "1 of 1");
    assert_check("contest-transposed", true, "1 of 1");
    assert_check("contest-threads", true, "1 of 1");
    assert_check(
        "contest-peak", true,
        "100 at the start, 98 at the middle, 99 at the end, in GFLOPS; the fastest product reached 94 %");
}

static void test_bars_missed(void **state)
{
    (void)state;
    add("packed", "", "", N64, 50);
    add("packed", "", "", N128, 89);
    add("packed", "", "", N1024, 92);
    add("packed", "", "", N1024, 160)->threads = 2;
    add("packed_nt", "", "", N128, 80);
    add("packed", "", "", THIN, 8);
    add("blas", "one", "", N64, 51);
    add("blas", "one", "", N128, 89);
    add("blas", "one", "", N1024, 103);
    add("blas", "one", "", THIN, 10);
    results.roofline.peak_samples_gflops[MM_PEAK_MIDDLE] = 94;
    mm_standing_checks(&results, MM_F32, 2);
    assert_check("contest-square", false, "1 of 3; missed: N=64 0.98, N=1024 0.893");
    assert_check("contest-mean", false, "0 of 1");
    assert_check("contest-percent-of-peak", false, "missed: N=128 89 % of 90 %, N=1024 92 % of 93 %");
    assert_check("contest-skinny", false, "missed: 4x1024x1024 0.8");
    assert_check("contest-transposed", false, "missed: N=128_nt 0.899");
    assert_check("contest-threads", false, "missed: N=1024 1.74");
    assert_check("contest-peak", false, "reached 103 %");
}

/* What was not run is not judged; where the peak itself does not scale, neither do we have to; percentages
 * and the mean are AVX-512's. */
static void test_bars_that_do_not_apply(void **state)
{
    (void)state;
    results.has_roofline = false;
    mm_standing_checks(&results, MM_F32, 0);
    assert_int_equal(results.check_count, 0);
    results.has_roofline = true;
    results.roofline.peak.isa = MM_ISA_AVX2;
    add("packed", "", "", N512, 50);
    add("packed", "", "", N512, 50)->threads = 2;
    add("blas", "one", "", N512, 49);
    mm_standing_checks(&results, MM_F32, 1.1);
    assert_check("contest-square", true, "1 of 1");
    assert_null(check("contest-mean"));
    assert_null(check("contest-percent-of-peak"));
    assert_null(check("contest-skinny"));
    assert_null(check("contest-transposed"));
    assert_check("contest-threads", true, "not asked here (the peak itself: 1.1)");
}

/* A list of many misses is cut, not spilled, and still counts all. */
static void test_many_misses(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 60; n++) {
        const int64_t mnk[3] = {n, n, n};
        add("packed", "", "", mnk, 1);
        add("blas", "one", "", mnk, 2);
    }
    mm_standing_checks(&results, MM_F32, 2);
    assert_check("contest-square", false, "0 of 60; missed: N=1 0.5, N=2 0.5");
}

static void test_names(void **state)
{
    (void)state;
    char name[MM_STANDING_METHOD_SIZE];
    mm_standing_method(true, 'N', 'N', name);
    assert_string_equal(name, "packed");
    mm_standing_method(false, 'T', 'N', name);
    assert_string_equal(name, "blas_tn");
}

static void test_table(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    add("packed", "", "", N64, 50);
    add("packed", "", "", N128, 95);
    add("packed_tn", "", "", N128, 95);
    add("blas", "openblas 0.3.21", "Haswell", N64, 100);
    add("blas", "openblas 0.3.21", "Zen", N64, 25);
    add("blas", "openblas 0.3.21", "Zen", N128, 19);
    mm_contest_print(out, &results, MM_F32);
    fclose(out);
    static const char *const lines[] = {
        "product              GFLOPS  of peak   to best    Haswell        Zen\n",
        "N=64                     50   50.0 %    0.500!     *0.500      2.000\n",
        "N=128                    95   95.0 %     5.000          -     *5.000\n",
        "N=128 tn                 95   95.0 %         -          -          -\n",
        "geometric mean, square                   1.581\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!strstr(text, lines[i]))
            fail_msg("the table has no line '%s':\n%s", lines[i], text);
    free(text);
}

static void test_cases(void **state)
{
    (void)state;
    mm_contest_case cases[MM_CONTEST_CASES_MAX];
    assert_int_equal(mm_contest_cases(MM_CONTEST_SQUARE, false, cases), 18);
    assert_true(cases[0].shape.n == 8 && cases[17].shape.n == 4096 && !cases[17].on_two_threads);
    assert_int_equal(mm_contest_cases(MM_CONTEST_THREADS, false, cases), 4);
    assert_true(cases[0].shape.n == 1024 && cases[0].on_two_threads);
    int all = mm_contest_cases(MM_CONTEST_ALL, false, cases), twice = 0, transposed = 0;
    assert_true(all < MM_CONTEST_CASES_MAX); /* nothing was cut off */
    for (int i = 0; i < all; i++) {
        twice += cases[i].on_two_threads;
        transposed += cases[i].trans_a == 'T' || cases[i].trans_b == 'T';
    }
    assert_int_equal(twice, 4);
    assert_int_equal(transposed, 9);
    int quick = mm_contest_cases(MM_CONTEST_ALL, true, cases);
    assert_true(quick < all / 3);
    /* alone, the transposed need the untransposed beside them */
    assert_int_equal(mm_contest_cases(MM_CONTEST_TRANSPOSED, true, cases), 4);
    assert_true(cases[0].trans_a == 'N' && cases[0].trans_b == 'N');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_fastest_other_is_the_measure, begin, end),
        cmocka_unit_test_setup_teardown(test_alone_and_without_intervals, begin, end),
        cmocka_unit_test_setup_teardown(test_order_and_mean, begin, end),
        cmocka_unit_test_setup_teardown(test_bars_met, begin, end),
        cmocka_unit_test_setup_teardown(test_bars_missed, begin, end),
        cmocka_unit_test_setup_teardown(test_bars_that_do_not_apply, begin, end),
        cmocka_unit_test_setup_teardown(test_many_misses, begin, end),
        cmocka_unit_test(test_names),
        cmocka_unit_test_setup_teardown(test_table, begin, end),
        cmocka_unit_test(test_cases),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("standing", tests, NULL, NULL);
}
