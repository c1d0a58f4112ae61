/* Order statistics against their definitions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "measure/statistics.h"

static mm_summary summary_of(const double *samples, int count)
{
    mm_summary summary;
    memset(&summary, 0xff, sizeof summary);
    assert_true(mm_summarise(samples, count, &summary));
    assert_int_equal(summary.count, count);
    return summary;
}

static void test_median_and_minimum(void **state)
{
    (void)state;
    static const struct {
        int count;
        double samples[8], median, min;
    } known[] = {
        {1, {7}, 7, 7},
        {2, {3, 1}, 2, 1},
        {3, {9, 1, 5}, 5, 1},
        {4, {4, 1, 3, 2}, 2.5, 1},
        {5, {5, 1, 4, 2, 3}, 3, 1},
        {6, {1, 1, 1, 100, 100, 100}, 50.5, 1},
        {7, {2, 2, 2, 2, 2, 2, 2}, 2, 2},
        {8, {8, 7, 6, 5, 4, 3, 2, 1}, 4.5, 1},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        mm_summary summary = summary_of(known[i].samples, known[i].count);
        assert_true(summary.median == known[i].median);
        assert_true(summary.min == known[i].min);
    }
}

static void test_interval_of_the_median(void **state)
{
    (void)state;
    static const double samples[] = {50, 10, 90, 30, 70, 20, 80, 40, 60};
    mm_summary five = summary_of(samples, 5), six = summary_of(samples, 6), nine = summary_of(samples, 9);
    assert_false(five.has_ci95);
    assert_true(five.ci95[0] == 0 && five.ci95[1] == 0);                    /* as results.h wants it: zeros */
    assert_true(six.has_ci95 && six.ci95[0] == 10 && six.ci95[1] == 90);    /* smallest and largest */
    assert_true(nine.has_ci95 && nine.ci95[0] == 20 && nine.ci95[1] == 80); /* second of each */
}

/* Any order of the samples gives the same summary, and none is moved. */
static void test_order_does_not_matter(void **state)
{
    (void)state;
    enum { COUNT = 101 };
    double samples[COUNT], shuffled[COUNT], kept[COUNT];
    mm_random random = mm_random_new(3);
    for (int i = 0; i < COUNT; i++)
        samples[i] = shuffled[i] = i + 1;
    for (int i = COUNT - 1; i > 0; i--) {
        int j = (int)(mm_random_uint64(&random) % (uint64_t)(i + 1));
        double swapped = shuffled[i];
        shuffled[i] = shuffled[j];
        shuffled[j] = swapped;
    }
    memcpy(kept, shuffled, sizeof kept);
    mm_summary summary = summary_of(samples, COUNT), again = summary_of(shuffled, COUNT);
    assert_memory_equal(shuffled, kept, sizeof kept);
    assert_true(summary.median == 51 && again.median == 51);
    assert_true(summary.min == 1 && again.min == 1);
    assert_true(summary.ci95[0] == again.ci95[0] && summary.ci95[1] == again.ci95[1]);
    assert_true(again.ci95[0] == mm_ci95_rank(COUNT)); /* sample i + 1 is the (i + 1)-th */
    assert_true(again.ci95[0] + again.ci95[1] == COUNT + 1);
}

static void test_known_ranks(void **state)
{
    (void)state;
    /* The tables of the sign test: n to r, two-sided 5 %. */
    static const int known[][2] = {{0, 0}, {1, 0},  {5, 0},  {6, 1},  {8, 1},
                                   {9, 2}, {11, 2}, {12, 3}, {20, 6}, {100, 40}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_int_equal(mm_ci95_rank(known[i][0]), known[i][1]);
}

/* P (Binomial (n, 1/2) = r) by Pascal's rule, exact while n <= 53 and good to 1e-14 beyond; no tail comes so
 * near to 0.025 that this could matter, and that is asserted. */
static void test_ranks_against_the_binomial(void **state)
{
    (void)state;
    enum { MOST = 200 };
    double p[MOST + 2] = {1};
    for (int n = 1; n <= MOST; n++) {
        for (int r = n; r > 0; r--)
            p[r] = (p[r] + p[r - 1]) / 2;
        p[0] /= 2;
        int rank = 0;
        double below = p[0]; /* P (Binomial < rank + 1) */
        while (below <= 0.025) {
            assert_true(0.025 - below > 1e-9);
            below += p[++rank];
        }
        assert_true(below - 0.025 > 1e-9);
        if (mm_ci95_rank(n) != rank)
            fail_msg("n = %d: rank %d instead of %d", n, mm_ci95_rank(n), rank);
    }
}

/* Many samples: the ranks stay near the normal approximation, and nothing underflows to a wrong answer. */
static void test_ranks_of_many_samples(void **state)
{
    (void)state;
    for (int n = 1000; n <= 1000000; n *= 10)
        assert_true(fabs(mm_ci95_rank(n) - (n / 2.0 - 1.959964 * sqrt(n) / 2)) <= 1.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_median_and_minimum),         cmocka_unit_test(test_interval_of_the_median),
        cmocka_unit_test(test_order_does_not_matter),      cmocka_unit_test(test_known_ranks),
        cmocka_unit_test(test_ranks_against_the_binomial), cmocka_unit_test(test_ranks_of_many_samples),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("statistics", tests, NULL, NULL);
}
