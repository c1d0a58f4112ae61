/* The report of the sweep of block sizes, made from invented rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/report.h"

/* A time of which the interval is a part, `spread`, wide to each side; 0: no interval. */
static void add(mm_results *results, const char *frontend, const char *method, int64_t n, double median_s,
                double spread)
{
    mm_row row = {.dtype = MM_F32, .m = n, .n = n, .k = n, .threads = 1, .reps = 1, .calls_per_rep = 1};
    snprintf(row.frontend, sizeof row.frontend, "%s", frontend);
    snprintf(row.method, sizeof row.method, "%s", method);
    row.median_s = row.min_s = median_s;
    row.ci95_s[0] = spread > 0 ? median_s * (1 - spread) : 0;
    row.ci95_s[1] = spread > 0 ? median_s * (1 + spread) : 0;
    assert_non_null(mm_results_add_row(results, &row));
}

/* The interpreted loops without blocks take 1 s at N = 64, and with blocks what is given. */
static char *tell(double blocked_16_s, double blocked_32_s, double spread)
{
    mm_results results = {0};
    mm_error err = {0};
    char *text = NULL;
    add(&results, "octave", "naive", 64, 1, spread);
    add(&results, "octave", "blocked_16", 64, blocked_16_s, spread);
    add(&results, "octave", "blocked_32", 64, blocked_32_s, spread);
    add(&results, "octave", "blocked", 64, 0.1, 0.001);     /* one block, */
    add(&results, "octave", "blocked_256", 64, 0.1, 0.001); /* so their times are noise */
    add(&results, "cli", "reordered", 512, 0.1, 0.01);
    add(&results, "cli", "blocked_16", 512, 0.2, 0.01);
    add(&results, "cli", "blocked", 512, 0.0501, 0.01);
    add(&results, "cli", "blocked_256", 512, 0.05, 0.01);
    if (mm_report_blocking(&results, "{}", NULL, &mm_languages[0], &text, &err) != MM_OK)
        fail_msg("%s: %s", err.id, err.text);
    mm_results_free(&results);
    return text;
}

static void expect(const char *text, const char *part, bool expected)
{
    if (!strstr(text, part) == expected)
        fail_msg("\"%s\" is %s:\n%s", part, expected ? "missing" : "there", text);
}

static void block_sizes_of_the_whole_matrix_are_left_out(void **state)
{
    (void)state;
    char *text = tell(1.2, 1.1, 0.01);
    expect(text, "| `octave:blocked_16` | 16 |", true);
    expect(text, "| `octave:blocked_32` | 32 |", true);
    expect(text, "| `octave:blocked` | 64 |", false);
    expect(text, "| `octave:blocked_256` | 256 |", false);
    expect(text, "| `cli:blocked_256` | 256 |", true);
    expect(text, "Block sizes of 64 and more are left out", true);
    expect(text, "by T(N) = 8 T(N/2), a call at N = 512 would take 8.53 min", true);
    free(text);
}

static void the_best_is_named_where_it_differs(void **state)
{
    (void)state;
    char *text = tell(1.25, 1.0, 0.01);
    expect(text, "**No.** At N = 64, with the best block size, 32,", true);
    expect(text, "The best block size is **32**", true);
    expect(text, "The best block size is **256**, 2.00 times", true);
    expect(text, "Within noise of the best: 64.", true);
    expect(text, "differs by more than noise", false);
    free(text);
}

static void no_block_size_is_named_within_noise(void **state)
{
    (void)state;
    const double spreads[] = {0.2, 0}; /* intervals that overlap; none */
    for (size_t s = 0; s < sizeof spreads / sizeof *spreads; s++) {
        char *text = tell(1.25, 1.0, spreads[s]);
        expect(text, "**No.** At N = 64, no block size differs by more than noise", true);
        expect(text, "0.800 to 1.00 times as fast as `octave:naive`", true);
        expect(text, "with the best block size, 32,", false);
        expect(text, "The best block size is **32**", false);
        expect(text, "The best block size is **256**", true);
        free(text);
    }
}

static void a_gain_within_noise_is_none(void **state)
{
    (void)state;
    char *text = tell(1.0, 0.8, 0.2);
    expect(text, "**No.** At N = 64", true);
    free(text);
    text = tell(1.0, 0.5, 0.01);
    expect(text, "It did here, against expectation. At N = 64, with the best block size, 32,", true);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_sizes_of_the_whole_matrix_are_left_out),
        cmocka_unit_test(the_best_is_named_where_it_differs),
        cmocka_unit_test(no_block_size_is_named_within_noise),
        cmocka_unit_test(a_gain_within_noise_is_none),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
