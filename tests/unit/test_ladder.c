/* The ladder's arithmetic, on a run that was recorded (tests/data/ladder-results.json, by mmcli ladder
 * --sizes 256,1024) and on changes made to it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "record/results.h"
#include "report/ladder.h"

static int set_up(void **state)
{
    mm_results *results = calloc(1, sizeof *results);
    mm_error err = {0};
    if (mm_results_read("tests/data/ladder-results.json", results, &err) != MM_OK) {
        fprintf(stderr, "%s (run the tests from the top folder)\n", err.text);
        return 1;
    }
    *state = results;
    return 0;
}

static int tear_down(void **state)
{
    mm_results_free(*state);
    free(*state);
    return 0;
}

static mm_row *row_of(mm_results *results, const char *frontend, const char *method, int64_t n, int threads)
{
    const mm_row *row = mm_results_find(results, frontend, method, MM_F32, n, threads);
    assert_non_null(row);
    return &results->rows[row - results->rows];
}

static bool is_near(double a, double b)
{
    return fabs(a / b - 1) < 1e-12;
}

static const mm_step *step_to(const mm_ladder *ladder, const char *name)
{
    for (int s = 0; s < ladder->step_count; s++) {
        char to[MM_RUNG_NAME_SIZE];
        mm_ladder_rung_name(&ladder->rungs[ladder->steps[s].to], to);
        if (strcmp(to, name) == 0)
            return &ladder->steps[s];
    }
    return NULL;
}

/* --- The table. */

static void rungs_are_in_order_and_say_what_they_change(void **state)
{
    (void)state;
    static const char *const expected[] = {"octave:script", "octave:naive",   "cli:naive", "cli:reordered",
                                           "cli:blocked",   "cli:vectorised", "cli:tiled", "cli:packed",
                                           "cli:blas"};
    mm_rung rungs[MM_RUNGS_MAX];
    int count = mm_method_rungs(rungs), at = 0;
    for (int r = 0; r < count; r++) {
        char name[MM_RUNG_NAME_SIZE];
        mm_ladder_rung_name(&(mm_ladder_rung){.rung = rungs[r]}, name);
        assert_true(rungs[r].differs && *rungs[r].differs && !strchr(rungs[r].differs, '\n'));
        at += at < 9 && strcmp(name, expected[at]) == 0; /* other rungs may stand between */
    }
    assert_int_equal(at, 9);
    assert_true(rungs[count - 1].all_threads);
    assert_ptr_equal(rungs[count - 1].method, rungs[count - 2].method);
    for (int i = 0; i < mm_method_count; i++)
        assert_int_equal(mm_methods[i].rung > 0, mm_methods[i].differs != NULL);
}

/* --- The arithmetic. */

static void the_factors_multiply_to_the_whole(void **state)
{
    mm_results *results = *state;
    int ladders = 0;
    for (int64_t n = 0; (n = mm_ladder_next_size(results, MM_F32, n)) > 0; ladders++) {
        mm_ladder ladder;
        mm_ladder_build(results, MM_F32, n, &ladder);
        assert_int_equal(ladder.step_count, 8);
        assert_int_equal(ladder.missing_count, ladder.rung_count - 9); /* a later rung has no row in these data */
        double product = 1;
        for (int s = 0; s < ladder.step_count; s++) {
            const mm_step *step = &ladder.steps[s];
            assert_int_equal(step->from, s > 0 ? ladder.steps[s - 1].to : 0);
            product *= step->factor.value;
            assert_true(step->factor.low <= step->factor.value && step->factor.value <= step->factor.high);
        }
        const mm_row *slow = row_of(results, "octave", "script", n, 1),
                     *fast = row_of(results, "cli", "blas", n, 2);
        assert_true(is_near(ladder.product, product));
        assert_true(is_near(ladder.total.factor.value, slow->median_s / fast->median_s));
        assert_true(ladder.total.factor.low <= product && product <= ladder.total.factor.high);
        assert_true(is_near(product, ladder.total.factor.value));
    }
    assert_int_equal(ladders, 3); /* 64, 256, 1024 */
}

static void a_factor_is_a_ratio_with_the_widest_interval(void **state)
{
    mm_results *results = *state;
    mm_ladder ladder;
    mm_ladder_build(results, MM_F32, 256, &ladder);
    const mm_row *from = row_of(results, "cli", "vectorised", 256, 1),
                 *to = row_of(results, "cli", "tiled", 256, 1);
    const mm_step *step = step_to(&ladder, "cli:tiled");
    assert_true(is_near(step->factor.value, from->median_s / to->median_s));
    assert_true(is_near(step->factor.low, from->ci95_s[0] / to->ci95_s[1]));
    assert_true(is_near(step->factor.high, from->ci95_s[1] / to->ci95_s[0]));
}

static void what_is_extrapolated_says_so(void **state)
{
    mm_ladder ladder;
    mm_ladder_build(*state, MM_F32, 64, &ladder);
    assert_false(ladder.extrapolated || ladder.total.extrapolated);
    mm_ladder_build(*state, MM_F32, 1024, &ladder);
    assert_true(ladder.extrapolated && ladder.total.extrapolated);
    assert_true(step_to(&ladder, "octave:naive")->extrapolated);
    assert_true(step_to(&ladder, "cli:naive")->extrapolated);
    assert_false(step_to(&ladder, "cli:reordered")->extrapolated);
}

static void a_missing_rung_is_bridged(void **state)
{
    mm_results *results = *state;
    row_of(results, "cli", "blocked", 256, 1)->status = MM_ROW_FAILED;
    row_of(results, "cli", "vectorised", 256, 1)->status = MM_ROW_SKIPPED;
    mm_ladder ladder;
    mm_ladder_build(results, MM_F32, 256, &ladder);
    assert_int_equal(ladder.step_count, 6);
    assert_int_equal(ladder.missing_count, ladder.rung_count - 7);
    assert_null(step_to(&ladder, "cli:blocked"));
    const mm_step *step = step_to(&ladder, "cli:tiled");
    assert_int_equal(step->to - step->from, 3);
    assert_true(is_near(step->factor.value, row_of(results, "cli", "reordered", 256, 1)->median_s /
                                                row_of(results, "cli", "tiled", 256, 1)->median_s));
    assert_true(is_near(ladder.product, ladder.total.factor.value));
}

static void without_the_ends_the_ladder_is_shorter(void **state)
{
    mm_results *results = *state;
    row_of(results, "octave", "script", 256, 1)->status = MM_ROW_SKIPPED;
    row_of(results, "octave", "naive", 256, 1)->status = MM_ROW_SKIPPED;
    row_of(results, "cli", "blas", 256, 2)->status = MM_ROW_FAILED;
    mm_ladder ladder;
    mm_ladder_build(results, MM_F32, 256, &ladder);
    assert_int_equal(ladder.step_count, 5);
    assert_false(ladder.extrapolated);
    assert_true(is_near(ladder.total.factor.value, row_of(results, "cli", "naive", 256, 1)->median_s /
                                                       row_of(results, "cli", "blas", 256, 1)->median_s));
    assert_true(is_near(ladder.product, ladder.total.factor.value));
}

static void one_rung_or_none_is_no_ladder(void **state)
{
    mm_results *results = *state;
    mm_ladder ladder;
    mm_ladder_build(results, MM_F32, 2048, &ladder);
    assert_int_equal(ladder.step_count, 0);
    mm_ladder_build(results, MM_F64, 256, &ladder);
    assert_int_equal(ladder.step_count, 0);
    for (int i = 0; i < results->row_count; i++)
        if (results->rows[i].n == 256 && strcmp(results->rows[i].method, "tiled") != 0)
            results->rows[i].status = MM_ROW_FAILED;
    assert_int_equal(mm_ladder_next_size(results, MM_F32, 64), 1024);
    assert_int_equal(mm_ladder_next_size(results, MM_F32, 1024), 0);
    assert_int_equal(mm_ladder_next_size(&(mm_results){0}, MM_F32, 0), 0);
}

/* Slower by more than noise: the whole interval is under 1. */
static void slower_means_by_more_than_noise(void **state)
{
    mm_results *results = *state;
    mm_row *from = row_of(results, "cli", "vectorised", 256, 1),
           *to = row_of(results, "cli", "tiled", 256, 1);
    mm_ladder ladder;
    const struct {
        double from_s[3], to_s[3]; /* low, median, high */
        bool slower;
    } cases[] = {{{9, 10, 11}, {4, 5, 6}, false},
                 {{9, 10, 11}, {10.5, 12, 13}, false}, /* they overlap */
                 {{9, 10, 11}, {11.5, 12, 13}, true},
                 {{0, 10, 0}, {11.5, 12, 13}, true}, /* without an interval the medians must do */
                 {{0, 10, 0}, {8, 9, 10}, false}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        from->median_s = cases[c].from_s[1], to->median_s = cases[c].to_s[1];
        from->ci95_s[0] = cases[c].from_s[0], from->ci95_s[1] = cases[c].from_s[2];
        to->ci95_s[0] = cases[c].to_s[0], to->ci95_s[1] = cases[c].to_s[2];
        mm_ladder_build(results, MM_F32, 256, &ladder);
        const mm_step *step = step_to(&ladder, "cli:tiled");
        assert_int_equal(step->slower, cases[c].slower);
        assert_int_equal(step->factor.low > 0, cases[c].from_s[0] > 0);
    }
}

/* --- What people and programs read. */

static void same_data_give_the_same_json(void **state)
{
    char *first = NULL, *second = NULL;
    assert_int_equal(mm_ladder_to_text(*state, &first, NULL), MM_OK);
    assert_int_equal(mm_ladder_to_text(*state, &second, NULL), MM_OK);
    assert_string_equal(first, second);
    assert_non_null(strstr(first, "\"gemmlab-ladder/1\""));
    free(first);
    free(second);
}

static char *print(const mm_results *results)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    mm_ladder_print(out, results);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void every_rung_is_printed(void **state)
{
    mm_results *results = *state;
    row_of(results, "cli", "blocked", 64, 1)->status = MM_ROW_SKIPPED;
    char *text = print(results);
    static const char *const parts[] = {"N = 64, f32\n",   "\nN = 256, f32\n", "\nN = 1024, f32\n",
                                        "\noctave:script", "\ncli:blas T=2",   "[missing]",
                                        "[slower]",        "\nin all",         "* extrapolated"};
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
        if (!strstr(text, parts[p]))
            fail_msg("the ladder lacks \"%s\":\n%s", parts[p], text);
    free(text);
    text = print(&(mm_results){0});
    assert_non_null(strstr(text, "no step to tell of"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_DATA(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
        WITH_DATA(rungs_are_in_order_and_say_what_they_change),
        WITH_DATA(the_factors_multiply_to_the_whole),
        WITH_DATA(a_factor_is_a_ratio_with_the_widest_interval),
        WITH_DATA(what_is_extrapolated_says_so),
        WITH_DATA(a_missing_rung_is_bridged),
        WITH_DATA(without_the_ends_the_ladder_is_shorter),
        WITH_DATA(one_rung_or_none_is_no_ladder),
        WITH_DATA(slower_means_by_more_than_noise),
        WITH_DATA(same_data_give_the_same_json),
        WITH_DATA(every_rung_is_printed),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("ladder", tests, NULL, NULL);
}
