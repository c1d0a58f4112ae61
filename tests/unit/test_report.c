/* The reports: made from tests/data/lab-*.json, whose figures are invented. Every number that is looked for
 * is worked out here from the rows. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "record/file.h"
#include "record/roofline_file.h"
#include "report/report.h"
#include "report/report_private.h"

static mm_machine_roofline machine; /* of the test at work */

/* The roofline experiment's report, in the form of the others. */
static mm_status report_roofline(const mm_results *results, const char *manifest, const mm_language *language,
                                 char **text, mm_error *err)
{
    return mm_report_roofline(&machine, results, manifest, NULL, language, text, err);
}

/* The lab's, in a folder without pictures. */
static mm_status report_lab(const mm_results *results, const char *manifest, const mm_language *language,
                            char **text, mm_error *err)
{
    return mm_report_lab(results, manifest, NULL, language, text, err);
}

typedef mm_status report_function(const mm_results *results, const char *manifest,
                                  const mm_language *language, char **text, mm_error *err);

typedef struct fixture {
    mm_results results;
    char *manifest;
    char *text; /* the last report */
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    mm_error err = {0};
    if (mm_results_read("tests/data/lab-results.json", &f->results, &err) != MM_OK ||
        mm_machine_roofline_read("tests/data/lab-roofline.json", &machine, &err) != MM_OK ||
        mm_file_read("tests/data/lab-manifest.json", &f->manifest, NULL, &err) != MM_OK) {
        fprintf(stderr, "%s (run the tests from the top folder)\n", err.text);
        return 1;
    }
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    mm_results_free(&f->results);
    free(f->manifest);
    free(f->text);
    free(f);
    return 0;
}

static const char *make(fixture *f, report_function *report)
{
    mm_error err = {0};
    free(f->text);
    f->text = NULL;
    if (report(&f->results, f->manifest, &mm_languages[0], &f->text, &err) != MM_OK)
        fail_msg("%s: %s", err.id, err.text);
    return f->text;
}

static mm_row *row_of(fixture *f, const char *frontend, const char *method, int64_t n, int threads)
{
    const mm_row *row = mm_results_find(&f->results, frontend, method, MM_F32, n, threads);
    assert_non_null(row);
    return &f->results.rows[row - f->results.rows];
}

static double seconds_of(fixture *f, const char *frontend, const char *method, int64_t n)
{
    return row_of(f, frontend, method, n, 1)->median_s;
}

static void drop_method(fixture *f, const char *frontend, const char *method)
{
    for (int i = 0; i < f->results.row_count; i++) {
        mm_row *row = &f->results.rows[i];
        if (strcmp(row->frontend, frontend) != 0 || strcmp(row->method, method) != 0)
            continue;
        row->status = MM_ROW_SKIPPED;
        snprintf(row->reason, sizeof row->reason, "left out");
    }
}

static const char *find(const char *text, const char *part)
{
    assert_non_null(text);
    const char *found = strstr(text, part);
    if (!found)
        fail_msg("the report lacks \"%s\":\n%s", part, text);
    return found;
}

static void expect_none(const char *text, const char *part)
{
    const char *found = strstr(text, part);
    if (found)
        fail_msg("the report has \"%s\": %.80s", part, found);
}

/* The number at the start of a text, which may have commas between thousands. */
static double read_number(const char *at)
{
    char digits[64];
    size_t used = 0;
    for (; *at && strchr("0123456789.,e-", *at) && used < sizeof digits - 1; at++)
        if (*at != ',')
            digits[used++] = *at;
    digits[used] = '\0';
    return atof(digits);
}

/* Three significant digits are at most half a percent off. */
static void expect_close(double got, double expected, const char *what)
{
    if (!(fabs(got - expected) <= 0.0051 * fabs(expected)))
        fail_msg("%s: got %g, expected %g", what, got, expected);
}

static void expect_number(const char *text, const char *before, double expected)
{
    expect_close(read_number(find(text, before) + strlen(before)), expected, before);
}

static void same_data_give_the_same_bytes(void **state)
{
    fixture *f = *state;
    report_function *const reports[] = {report_lab, report_roofline};
    for (size_t r = 0; r < 2; r++) {
        char *first = strdup(make(f, reports[r]));
        assert_string_equal(first, make(f, reports[r]));
        free(first);
    }
}

/* In English these are the words of the methods and of the doctor's probes. */
static bool is_said_elsewhere(int m)
{
    return (m >= MM_SAY_DIFFERS_LOOPS && m <= MM_SAY_DIFFERS_THREADS) ||
           (m >= MM_SAY_DOCTOR_GAIN && m <= MM_SAY_DOCTOR_STEAL);
}

static void every_name_in_a_message_is_filled_in(void **state)
{
    fixture *f = *state;
    report_function *const reports[] = {report_lab, report_roofline};
    for (size_t r = 0; r < 2; r++) {
        const char *text = make(f, reports[r]);
        expect_none(text, "{");
        expect_none(text, "}");
        expect_none(text, "the manifest does not tell");
        expect_none(text, "nan");
        expect_none(text, "inf ");
    }
    for (int m = 0; m < MM_MESSAGE_COUNT; m++)
        assert_true(mm_messages_english[m] || is_said_elsewhere(m));
}

static void answers_how_much_faster_blas_is(void **state)
{
    fixture *f = *state;
    const char *text = make(f, report_lab);
    double ratio = seconds_of(f, "octave", "naive", 1024) / seconds_of(f, "cli", "blas", 1024);
    expect_number(text, "a speed-up of **", ratio);
    find(text, "`octave:naive` is extrapolated from N = 64 by T(N) = 8 T(N/2)");
    expect_number(text, "At N = 64, the largest where both were measured, it is ",
                  seconds_of(f, "octave", "naive", 64) / seconds_of(f, "cli", "blas", 64));
    expect_number(text, "(`octave:mtimes`) is ",
                  seconds_of(f, "octave", "naive", 1024) / seconds_of(f, "octave", "mtimes", 1024));
    find(text, "At least 50x is expected: reached.");
}

static void too_small_a_speed_up_is_said(void **state)
{
    fixture *f = *state;
    row_of(f, "octave", "naive", 1024, 1)->median_s = 49 * seconds_of(f, "cli", "blas", 1024);
    find(make(f, report_lab), "At least 50x is expected: **not reached**");
}

static void without_the_interpreter_the_compiled_loop_stands_in(void **state)
{
    fixture *f = *state;
    drop_method(f, "octave", "naive");
    const char *text = make(f, report_lab);
    find(text, "There is no timed row of `octave:naive` at N = 1024");
    expect_number(text, "BLAS (`cli:blas`) is **",
                  seconds_of(f, "cli", "naive", 1024) / seconds_of(f, "cli", "blas", 1024));
    find(text,
         "Not answered: there is no size at which both `octave:naive` and `octave:blocked` were measured");
}

/* The factor in the table's line that leads to a method. */
static double factor_to(const char *text, const char *from, const char *to)
{
    char columns[96];
    const char *table = find(text, "## 2.");
    snprintf(columns, sizeof columns, "%s | `%s` | ", from, to);
    const char *cell = find(table, columns) + strlen(columns);
    for (int column = 0; column < 2; column++)
        cell = strstr(cell, " | ") + 3;
    return read_number(cell);
}

/* The data have no octave:script, below the lowest rung, and no cli:tiled, between two: both are said. */
static void the_factors_are_ratios_and_make_the_whole(void **state)
{
    fixture *f = *state;
    const char *text = make(f, report_lab);
    static const char *const rungs[] = {"naive", "reordered", "blocked", "vectorised", "blas"};
    double product = seconds_of(f, "octave", "naive", 1024) / seconds_of(f, "cli", "naive", 1024);
    for (size_t r = 1; r < 5; r++) {
        double expected = seconds_of(f, "cli", rungs[r - 1], 1024) / seconds_of(f, "cli", rungs[r], 1024);
        char from[32], to[32];
        snprintf(from, sizeof from, "`cli:%s`", rungs[r - 1]);
        snprintf(to, sizeof to, "cli:%s", rungs[r]);
        expect_close(factor_to(text, from, to), expected, to);
        product *= expected;
    }
    double interpreter = factor_to(text, "`octave:naive` (extrapolated)", "cli:naive");
    double expected = seconds_of(f, "octave", "naive", 1024) / seconds_of(f, "cli", "naive", 1024);
    expect_close(interpreter, expected, "interpreter");
    expected = seconds_of(f, "cli", "blas", 1024) / row_of(f, "cli", "blas", 1024, 2)->median_s;
    expect_close(factor_to(text, "`cli:blas`", "cli:blas T=2"), expected, "threads");
    expect_number(text, "The product of these 6 factors is **", product * expected);
    expect_number(text, "speed-up of `cli:blas T=2` over `octave:naive`, taken directly, is ",
                  seconds_of(f, "octave", "naive", 1024) / row_of(f, "cli", "blas", 1024, 2)->median_s);
    find(text, "no timed row of `octave:script` at N = 1024: the ladder begins above that rung");
    find(text, "no timed row of `cli:tiled` at N = 1024: the factor of the next rung spans");
}

static void a_missing_rung_is_bridged_and_said_to_be_missing(void **state)
{
    fixture *f = *state;
    drop_method(f, "cli", "vectorised");
    row_of(f, "cli", "blas", 1024, 2)->status = MM_ROW_FAILED;
    const char *text = make(f, report_lab);
    expect_close(factor_to(text, "`cli:blocked`", "cli:blas"),
                 seconds_of(f, "cli", "blocked", 1024) / seconds_of(f, "cli", "blas", 1024), "bridge");
    find(text, "no timed row of `cli:vectorised` at N = 1024: the factor of the next rung spans");
    find(text, "no timed row of `cli:blas T>1` at N = 1024: the ladder ends below that rung");
    find(text, "The product of these 4 factors is **");
    find(text, "- `cli:vectorised`, N = 64, 128, 256, 512, 1024: skipped; left out.");
}

static void rows_cut_short_are_one_line(void **state)
{
    fixture *f = *state;
    expect_none(make(f, report_lab), "Cut short");
    const int64_t sizes[] = {512, 1024};
    for (int i = 0; i < 2; i++)
        snprintf(row_of(f, "cli", "blas", sizes[i], 1)->reason, sizeof f->results.rows[0].reason,
                 "cut short by the budget: %d of 6 repetitions", i);
    snprintf(row_of(f, "cli", "naive", 64, 1)->reason, sizeof f->results.rows[0].reason,
             "cut short otherwise");
    const char *text = make(f, report_lab);
    find(text, "(`results.json` has the reason of each), 3: `cli:blas` 512, 1024; `cli:naive` 64.\n");
    expect_none(text, "by the budget: 1 of 6");
}

static void answers_where_blas_stands_on_the_roofline(void **state)
{
    fixture *f = *state;
    const mm_roofline *roof = &f->results.roofline;
    double gflops = mm_row_gflops(row_of(f, "cli", "blas", 1024, 1));
    const char *text = make(f, report_lab);
    expect_number(text, "`cli:blas` reaches ", gflops);
    expect_number(text, "GFLOPS, **", 100 * gflops / roof->peak.gflops);
    expect_number(text, "N/6 = **", 1024.0 / 6);
    expect_number(text, "They meet at the ridge, ", roof->peak.gflops / roof->triad.gbytes_per_s);
    expect_number(text, "as every one from N = ", ceil(6 * roof->peak.gflops / roof->triad.gbytes_per_s));
    find(text, "**compute-bound**");
    find(text, "The naive floor is 0.25 FLOP/byte");
    expect_number(text, "From memory that would allow ", 0.25 * roof->triad.gbytes_per_s);
    expect_number(text, "`cli:blas` runs at ", gflops / (0.25 * roof->triad.gbytes_per_s));
    find(text, "does not even reach the floor");
}

/* Invented: BLAS simulated, the naive loop modelled; nothing comes in from memory. */
static void answers_what_really_moved(void **state)
{
    fixture *f = *state;
    expect_none(make(f, report_lab), "What really moved");

    mm_intensity_row rows[] = {
        {.method = "blas",
         .n = 1024,
         .source = MM_TRAFFIC_SIMULATED,
         .kernel = "Skylark",
         .bytes = {4e8, 2e7, 640}},
        {.method = "naive", .n = 1024, .source = MM_TRAFFIC_SIMULATED, .bytes = {7e10, 3e10, 0}},
        {.method = "naive", .n = 2048, .source = MM_TRAFFIC_SIMULATED},
    };
    mm_intensity intensity = {
        .cache_count = 3, .caches = {{.level = 1}, {.level = 2}, {.level = 3}}, .rows = rows, .row_count = 3};
    f->results.intensity = &intensity;
    const char *text = find(make(f, report_lab), "What really moved in one product at N = 1024");
    double flop = 2 * pow(1024, 3);
    find(text, "figures simulated by cachegrind");
    find(text, "The BLAS kernel that ran then is Skylark.");
    expect_number(text, "into the L1 from L2: `cli:blas` **", flop / 4e8);
    expect_number(text, "`cli:naive` **", flop / 7e10);
    expect_number(text, "a factor of ", 7e10 / 4e8);
    expect_number(text, "into the L2 from L3: `cli:blas` **", flop / 2e7);
    find(text, "into the L3 from memory: next to nothing, since the matrices stay in the L3");

    rows[1].source = MM_TRAFFIC_MODEL;
    rows[1].bytes[2] = 5e9;
    rows[0].bytes[1] = NAN;
    text = find(make(f, report_lab), "What really moved");
    find(text, "of `cli:naive` from a model of the loops");
    find(text, "into the L2 from L3: not known");
    find(text,
         "into the L3 from memory: `cli:naive` 0.429 FLOP/byte; for `cli:blas` the matrices stay in the L3");

    rows[1].source = MM_TRAFFIC_NONE; /* then no size has both */
    expect_none(make(f, report_lab), "What really moved");
}

static void in_double_the_intensities_are_half(void **state)
{
    fixture *f = *state;
    for (int i = 0; i < f->results.row_count; i++)
        f->results.rows[i].dtype = MM_F64;
    f->results.roofline.peak.dtype = MM_F64;
    const char *text = make(f, report_lab);
    expect_number(text, "N/12 = **", 1024.0 / 12);
    find(text, "The naive floor is 0.125 FLOP/byte");
    find(text, "matrices of fp64");
}

static void left_of_the_ridge_is_memory_bound(void **state)
{
    fixture *f = *state;
    f->results.roofline.triad.gbytes_per_s = 0.5;
    f->results.roofline.ridge_flop_per_byte = f->results.roofline.peak.gflops / 0.5;
    const char *text = make(f, report_lab);
    expect_number(text, "**memory-bound**, to ", 0.5 * 1024 / 6);
    find(text, "above the floor: the caches serve part of its loads");
}

static void without_a_roofline_the_reason_is_given(void **state)
{
    fixture *f = *state;
    f->results.has_roofline = false;
    snprintf(f->results.roofline_reason, sizeof f->results.roofline_reason, "no time was left");
    find(make(f, report_lab), "Not answered: no roofline was measured (no time was left).");
    expect_none(make(f, report_roofline), "The methods under the roof");
}

static void answers_whether_blocking_helps_in_the_interpreter(void **state)
{
    fixture *f = *state;
    const char *answer = find(make(f, report_lab), "## 4.");
    double naive = seconds_of(f, "octave", "naive", 64), blocked = seconds_of(f, "octave", "blocked", 64);
    find(answer, "**No.** At N = 64");
    expect_number(answer, "the blocked loop is ", naive / blocked);
    double interpreted = naive / (64.0 * 64 * 64),
           compiled = seconds_of(f, "cli", "naive", 1024) / pow(1024, 3);
    expect_number(answer, "interpreter, at ", interpreted * 1e6); /* µs */
    expect_number(answer, "needs ", compiled * 1e9);              /* ns */
    expect_number(answer, "could save in the interpreter is ", 100 * compiled / interpreted);
    expect_number(answer, "blocked is ",
                  seconds_of(f, "cli", "naive", 1024) / seconds_of(f, "cli", "blocked", 1024));
    expect_number(answer, "as fast as naive and ",
                  seconds_of(f, "cli", "reordered", 1024) / seconds_of(f, "cli", "blocked", 1024));

    row_of(f, "octave", "blocked", 64, 1)->median_s = naive / 2;
    find(make(f, report_lab), "It did here, against expectation. At N = 64");
    row_of(f, "octave", "blocked", 64, 1)->median_s = naive * 2;
    find(make(f, report_lab), "**No, it costs.** At N = 64");
}

static void surprises_are_those_of_the_data(void **state)
{
    fixture *f = *state;
    const char *text = find(make(f, report_lab), "## Surprises");
    expect_number(text, "- `cli:blocked` is slower than `cli:reordered`: ",
                  seconds_of(f, "cli", "reordered", 1024) / seconds_of(f, "cli", "blocked", 1024));
    expect_number(text, "The three matrices take ", 3 * 1024.0 * 1024 * 4 / 1e6);
    find(text, "- `cli:naive` falls from 1.90 GFLOPS at N = 64 to 0.618 at N = 1024");
    expect_none(text, "noisy");

    row_of(f, "octave", "einsum", 1024, 1)->median_s *= 2;
    row_of(f, "cli", "blas", 512, 1)->median_s /= 2;
    row_of(f, "cli", "einsum", 256, 1)->ci95_s[1] *= 3;
    text = find(make(f, report_lab), "## Surprises");
    expect_number(text, "- `octave:einsum` runs at ",
                  100 * seconds_of(f, "cli", "blas", 1024) / seconds_of(f, "octave", "einsum", 1024));
    find(text, "- `cli:blas` at N = 512 is at 174 % of the measured peak");
    find(text, "- The machine was noisy: the 95 % interval of `cli:einsum` at N = 256");
}

static void scale(mm_row *row, double factor)
{
    row->median_s *= factor;
    row->ci95_s[0] *= factor;
    row->ci95_s[1] *= factor;
}

/* A rung slower than the one below is told with what the data have of a reason. */
static void slower_rungs_are_told_with_a_reason(void **state)
{
    fixture *f = *state;
    scale(row_of(f, "cli", "blas", 1024, 1), 10);
    const char *text = find(make(f, report_lab), "## Surprises");
    find(text, "- `cli:blas` is slower than `cli:vectorised`: ");
    find(text, "The rows do not say why.");

    snprintf(row_of(f, "cli", "blas", 1024, 1)->kernel, 64, "Haswell");
    text = find(make(f, report_lab), "## Surprises");
    find(text,
         "The library selected its Haswell kernels, which are written for AVX2; the rung below uses AVX-512");
    expect_none(text, "The rows do not say why.");

    scale(row_of(f, "cli", "blas", 1024, 2), 100);
    find(make(f, report_lab), "- `cli:blas T=2` is slower than `cli:blas`: ");

    snprintf(row_of(f, "octave", "blocked", 1024, 1)->method, 32, "script"); /* stands in for one */
    scale(row_of(f, "octave", "script", 1024, 1), 0.5);
    text = find(make(f, report_lab), "## Surprises");
    find(text, "- `octave:naive` is slower than `octave:script`: ");
    find(text, "Each multiply-add leaves the compiled loop for the interpreter and comes back");
}

static void no_surprise_is_said_too(void **state)
{
    fixture *f = *state;
    for (int end = 0; end < 2; end++)
        row_of(f, "cli", "blocked", 1024, 1)->ci95_s[end] =
            row_of(f, "cli", "reordered", 1024, 1)->ci95_s[end]; /* slower, but not by more than noise */
    row_of(f, "cli", "naive", 1024, 1)->median_s /= 2;
    find(make(f, report_lab), "None: no rung is slower than the one below it by more than noise.");
}

static void checks_conditions_and_command_are_told(void **state)
{
    fixture *f = *state;
    const char *text = make(f, report_lab);
    find(text, "- `agreement`: 48 of 48 rows agree");
    find(text,
         "- `governor`, **finding**: CPU frequency governor: unknown (no cpufreq files). To do: for steady");
    find(text, "| governor | unknown (no cpufreq files) |");
    find(text, "kernel SkylakeX, `libopenblas.so.0` |");
    find(text, "\nOMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 mmcli lab --out 'made up for tests'\n");
    find(text, "default_rng(42)");
    expect_none(text, "interrupted");
}

static void text_from_outside_stays_in_its_cell(void **state)
{
    fixture *f = *state;
    free(f->manifest);
    f->manifest = strdup("{\"cpu\": {\"model\": \"A|B\\n<C>\"}, \"interrupted\": true,"
                         " \"command_line\": [\"it's\", \"\"]}");
    const char *text = make(f, report_lab);
    find(text, "| CPU | A\\|B &lt;C>, unknown (the manifest does not tell) logical CPUs");
    find(text, "\n'it'\\''s' ''\n");
    find(text, "**The run was interrupted");
}

static void the_roofline_report_has_its_numbers(void **state)
{
    fixture *f = *state;
    const char *text = make(f, report_roofline);
    const mm_peak *peak = mm_machine_roofline_peak(&machine, MM_ISA_AVX512, MM_F32, 1);
    const mm_level *memory = mm_machine_roofline_level(&machine, "memory");
    double ridge = peak->gflops / memory->gbytes_per_s[MM_STREAM_LOAD];
    expect_number(text, "| AVX-512 | fp32 | 1 | ", peak->gflops);
    expect_number(text, "| AVX-512 | fp32 | 2 | ", peak->gflops * 1.8);
    expect_number(text, "| AVX-512 | fp64 | 1 | ", peak->gflops / 2);
    find(text, "| L1d | 4 KiB to 45 KiB | 48 KiB | 350 | 340 | 345 | 350 (load) |");
    expect_number(text, "ridge of memory with AVX-512, ", ridge);
    expect_number(text, "at **N = ", ceil(6 * ridge));
    expect_number(text, "memory allows it ", 0.25 * memory->gbytes_per_s[MM_STREAM_LOAD]);
    expect_number(text, "the clock was **", machine.clock.ghz);
    find(text, "What the system says is unknown (made up: no cpufreq)");
    expect_number(text, "AVX-512 did **", peak->gflops / machine.clock.ghz);
    find(text, "AVX-512, fp32: from 177 GFLOPS in one thread to 319 in 2, a factor of **1.80**");
    find(text, "from 12.0 GB/s in one thread to 18.0 in 2, a factor of **1.50**");
    find(text, "480 sums of multiply-add loops, 4321 results of loads, copies and triads, 20 chains");
    find(text, "| `cli:blas` | 1024 x 1024 x 1024 | 1 |");
}

static void the_roofline_report_doubts_the_systems_caches(void **state)
{
    fixture *f = *state;
    const char *text = make(f, report_roofline);
    find(text, "- L3 serves working sets up to 40 MiB, though the system reports 300 MiB");
    expect_none(text, "- L2 se");
    machine.levels[1].to_bytes = INT64_C(4) << 20;
    machine.levels[2].label = (mm_plateau_label){.reason = "made up"};
    text = make(f, report_roofline);
    find(text, "- L2 seems to serve working sets up to 4 MiB, though the system reports 2 MiB");
    find(text, "- The level from 3 MiB to 40 MiB has no name: made up.");
}

static void the_roofline_report_says_whether_the_roof_holds(void **state)
{
    fixture *f = *state;
    find(make(f, report_roofline),
         "177, 177, 177 GFLOPS at start, middle and end of their run. None of them");
    f->results.roofline.valid = false;
    f->results.roofline.peak_samples_gflops[MM_PEAK_MIDDLE] = 0;
    const char *text = make(f, report_roofline);
    find(text, "**The roof is invalid.**");
    find(text, "was 177, ?, 177 GFLOPS");
}

static void the_roofline_report_needs_no_rows(void **state)
{
    fixture *f = *state;
    mm_error err;
    assert_int_equal(mm_report_roofline(&machine, NULL, f->manifest, NULL, &mm_languages[0], &f->text, &err),
                     MM_OK);
    find(f->text, "| AVX-512 | fp32 | 1 | 177 |");
    expect_none(f->text, "## All rows");
    expect_none(f->text, "The methods under the roof");
}

static void missing_parts_have_their_reason(void **state)
{
    fixture *f = *state;
    machine = (mm_machine_roofline){.threads = 1,
                                    .clock_reason = "stopped 1",
                                    .peaks_reason = "stopped 2",
                                    .levels_reason = "stopped 3",
                                    .clock_system_reason = "?"};
    const char *text = make(f, report_roofline);
    find(text, "Not measured, or not whole: stopped 1.");
    find(text, "Not measured, or not whole: stopped 2.");
    find(text, "Not measured, or not whole: stopped 3.");
    find(text, "Nothing was measured with more than one thread.");
    expect_none(text, "nan");
}

static void a_report_without_rows_answers_nothing(void **state)
{
    fixture *f = *state;
    mm_results none = {.row_count = 0};
    mm_error err;
    assert_int_equal(report_lab(&none, f->manifest, &mm_languages[0], &f->text, &err), MM_OK);
    find(f->text, "There is no row of a square product with BLAS in one thread");
    expect_none(f->text, "a speed-up of");
}

static void a_bad_manifest_is_refused(void **state)
{
    fixture *f = *state;
    const char *const bad[] = {"", "[1]", "{\"seed\": ", "null"};
    for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
        mm_error err = {0};
        char *text = NULL;
        assert_int_equal(report_lab(&f->results, bad[b], &mm_languages[0], &text, &err), MM_IO);
        assert_string_equal(err.id, "badManifest");
        assert_null(text);
    }
}

static void numbers_have_three_digits(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0, "0.00"},          {1, "1.00"},       {14.296, "14.3"},           {177.3, "177"},
                 {999.6, "1,000"},     {72314, "72,300"}, {303456789, "303,000,000"}, {0.00213, "0.00213"},
                 {0.0999996, "0.100"}, {-2.5, "-2.50"},   {5.12e-7, "5.12e-07"},      {NAN, "?"}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        char text[MM_NUMBER_SIZE];
        mm_report_format_number(cases[c].value, text);
        assert_string_equal(text, cases[c].text);
    }
}

static void times_have_the_unit_that_suits(void **state)
{
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {{3.2e-9, "3.20 ns"}, {4.36e-6, "4.36 µs"}, {0.0139, "13.9 ms"},
                 {1.03, "1.03 s"},    {4210, "70.2 min"},   {36000, "10.0 h"}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        char text[MM_NUMBER_SIZE];
        mm_report_format_seconds(cases[c].seconds, text);
        assert_string_equal(text, cases[c].text);
    }
}

#define WITH_DATA(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_DATA(same_data_give_the_same_bytes),
        WITH_DATA(every_name_in_a_message_is_filled_in),
        WITH_DATA(answers_how_much_faster_blas_is),
        WITH_DATA(too_small_a_speed_up_is_said),
        WITH_DATA(without_the_interpreter_the_compiled_loop_stands_in),
        WITH_DATA(the_factors_are_ratios_and_make_the_whole),
        WITH_DATA(a_missing_rung_is_bridged_and_said_to_be_missing),
        WITH_DATA(rows_cut_short_are_one_line),
        WITH_DATA(answers_where_blas_stands_on_the_roofline),
        WITH_DATA(answers_what_really_moved),
        WITH_DATA(in_double_the_intensities_are_half),
        WITH_DATA(left_of_the_ridge_is_memory_bound),
        WITH_DATA(without_a_roofline_the_reason_is_given),
        WITH_DATA(answers_whether_blocking_helps_in_the_interpreter),
        WITH_DATA(surprises_are_those_of_the_data),
        WITH_DATA(slower_rungs_are_told_with_a_reason),
        WITH_DATA(no_surprise_is_said_too),
        WITH_DATA(checks_conditions_and_command_are_told),
        WITH_DATA(text_from_outside_stays_in_its_cell),
        WITH_DATA(the_roofline_report_has_its_numbers),
        WITH_DATA(the_roofline_report_doubts_the_systems_caches),
        WITH_DATA(the_roofline_report_says_whether_the_roof_holds),
        WITH_DATA(the_roofline_report_needs_no_rows),
        WITH_DATA(missing_parts_have_their_reason),
        WITH_DATA(a_report_without_rows_answers_nothing),
        WITH_DATA(a_bad_manifest_is_refused),
        cmocka_unit_test(numbers_have_three_digits),
        cmocka_unit_test(times_have_the_unit_that_suits),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
