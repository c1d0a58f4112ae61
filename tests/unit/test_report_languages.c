/* The reports in every language: the same numbers as in English, and no word of the program's in English. The
 * data are invented. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/derive.h"
#include "path_sample.h"
#include "pieces.h"
#include "record/file.h"
#include "record/roofline_file.h"
#include "report/report_private.h"

typedef struct fixture {
    mm_results results;
    mm_machine_roofline roofline;
    mm_timings embedding, overhead;
    mm_path_map paths;
    char *manifest;
} fixture;

static void add_timing(mm_timings *timings, const char *name, int64_t size, double seconds)
{
    mm_timing item = {.size = size, .flop = 1e6, .bytes = 1e4, .calls_per_sample = 1, .reps = 1};
    snprintf(item.name, sizeof item.name, "%s", name);
    snprintf(item.call, sizeof item.call, "f (x)");
    item.samples_s = calloc(1, sizeof *item.samples_s);
    item.min_s = item.median_s = *item.samples_s = seconds;
    assert_non_null(mm_timings_add(timings, &item));
}

/* Invented, and enough for every section of the experiments on an embedding and on overhead. */
static void add_embedding(mm_timings *timings)
{
    static const char *const names[] = {"octave:gather",  "octave:gather_all",  "octave:one_hot",
                                        "cli:one_hot",    "octave:one_hot_all", "cli:one_hot_all",
                                        "cli:projection", "octave:projection"};
    snprintf(timings->experiment, sizeof timings->experiment, "embedding");
    add_timing(timings, "harness", 0, 1e-6);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        add_timing(timings, names[i], 0, 1e-5 * (double)(i + 1));
    assert_int_equal(mm_timings_analyse(timings, NULL), MM_OK);
}

static void add_overhead(mm_timings *timings)
{
    static const char *const calls[] = {"mex:empty",         "mex:alloc_free",  "mex:alloc_return",
                                        "file:alloc_return", "octave:mm_naive", "cli:naive"};
    snprintf(timings->experiment, sizeof timings->experiment, "overhead");
    add_timing(timings, "harness", 0, 1e-6);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        add_timing(timings, calls[i], 16, 2e-6 * (double)(i + 1));
    for (int64_t n = 2; n <= 1024; n *= 2) {
        add_timing(timings, "cli:blas", n, (double)(n * n * n) * 1e-9);
        add_timing(timings, "octave:mtimes", n, (double)(n * n * n) * 1e-9 + 3e-6);
        add_timing(timings, "octave:mm_blas", n, (double)(n * n * n) * 1e-9 + 9e-6);
    }
    for (int64_t n = 4; n <= 64; n *= 4) {
        add_timing(timings, "cli:blas", 10 * n, 2e-6 * (double)(n * n * n));
        add_timing(timings, "octave:mtimes", 10 * n, 3e-6 * (double)(n * n * n));
        add_timing(timings, "octave:mm_blas", 10 * n, 4e-6 * (double)(n * n * n));
        add_timing(timings, "octave:mtimes_x1000", n, 1e-3 * (double)(n * n));
        add_timing(timings, "octave:mm_blas_x1000", n, 2e-3 * (double)(n * n));
        add_timing(timings, "octave:mtimes_stacked", n, 1e-4 * (double)(n * n));
    }
    assert_int_equal(mm_timings_analyse(timings, NULL), MM_OK);
}

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    mm_error err = {0};
    if (mm_results_read("tests/data/lab-results.json", &f->results, &err) != MM_OK ||
        mm_machine_roofline_read("tests/data/lab-roofline.json", &f->roofline, &err) != MM_OK ||
        mm_file_read("tests/data/lab-manifest.json", &f->manifest, NULL, &err) != MM_OK) {
        fprintf(stderr, "%s (run the tests from the top folder)\n", err.text);
        return 1;
    }
    *state = f;
    f->embedding.has_roofline = f->overhead.has_roofline = true;
    f->embedding.roofline = f->overhead.roofline = f->results.roofline;
    add_embedding(&f->embedding);
    add_overhead(&f->overhead);
    f->paths = sample_paths();
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    mm_results_free(&f->results);
    mm_timings_free(&f->embedding);
    mm_timings_free(&f->overhead);
    mm_path_map_free(&f->paths);
    free(f->manifest);
    free(f);
    return 0;
}

typedef mm_status report_function(fixture *f, const mm_language *language, char **text, mm_error *err);

static mm_status lab(fixture *f, const mm_language *language, char **text, mm_error *err)
{
    return mm_report_lab(&f->results, f->manifest, NULL, language, text, err);
}

static mm_status roofline(fixture *f, const mm_language *language, char **text, mm_error *err)
{
    return mm_report_roofline(&f->roofline, &f->results, f->manifest, NULL, language, text, err);
}

static mm_status blocking(fixture *f, const mm_language *language, char **text, mm_error *err)
{
    return mm_report_blocking(&f->results, f->manifest, NULL, language, text, err);
}

static mm_status embedding(fixture *f, const mm_language *language, char **text, mm_error *err)
{
    return mm_report_embedding(&f->embedding, f->manifest, NULL, language, text, err);
}

static mm_status overhead(fixture *f, const mm_language *language, char **text, mm_error *err)
{
    return mm_report_overhead(&f->overhead, f->manifest, NULL, language, text, err);
}

static mm_status paths(fixture *f, const mm_language *language, char **text, mm_error *err)
{
    return mm_report_paths(&f->paths, f->manifest, NULL, language, text, err);
}

static report_function *const reports[] = {lab, roofline, blocking, embedding, overhead, paths};
enum { REPORT_COUNT = sizeof reports / sizeof *reports };

static char *make(fixture *f, report_function *report, const mm_language *language)
{
    mm_error err = {0};
    char *text = NULL;
    if (report(f, language, &text, &err) != MM_OK)
        fail_msg("%s: %s", err.id, err.text);
    return text;
}

/* The same numbers and code as in English, another text, and the same bytes each time. */
static void compare_languages(fixture *f, report_function *report)
{
    static pieces expected, got;
    char *english = make(f, report, &mm_languages[0]);
    for (int l = 1; l < MM_LANGUAGE_COUNT; l++) {
        char *text = make(f, report, &mm_languages[l]), *again = make(f, report, &mm_languages[l]);
        assert_string_equal(text, again);
        assert_string_not_equal(text, english);
        find_numbers(english, &expected);
        find_numbers(text, &got);
        assert_true(expected.count > 50);
        expect_same(&expected, &got, "numbers", text);
        assert_int_equal(count(english, "\n## "), count(text, "\n## "));
        assert_int_equal(count(english, "|"), count(text, "|"));
        free(text);
        free(again);
    }
    free(english);
}

static void reports_have_the_same_numbers_in_every_language(void **state)
{
    fixture *f = *state;
    for (int r = 0; r < REPORT_COUNT; r++)
        compare_languages(f, reports[r]);

    for (int i = 0; i < f->results.row_count; i++) { /* other sentences of it */
        mm_row *row = &f->results.rows[i];
        if (strcmp(row->method, "blas") == 0 && row->n == 1024)
            row->median_s *= 1000;
        if (strcmp(row->method, "blocked") == 0)
            row->median_s *= 2;
        if (strcmp(row->method, "naive") == 0 && strcmp(row->frontend, "octave") == 0 && row->n > 64)
            row->status = MM_ROW_SKIPPED;
    }
    compare_languages(f, lab);
    compare_languages(f, blocking);
}

static void the_four_answers_are_in_every_language(void **state)
{
    fixture *f = *state;
    for (int l = 0; l < MM_LANGUAGE_COUNT; l++) {
        char *text = make(f, lab, &mm_languages[l]);
        for (int answer = 1; answer <= 4; answer++) {
            char heading[16];
            snprintf(heading, sizeof heading, "\n## %d.", answer);
            assert_int_equal(count(text, heading), 1);
        }
        free(text);
    }
}

/* Told in the language where the program chose the words. */
static void no_word_of_the_program_is_left_in_english(void **state)
{
    fixture *f = *state;
    static const char *const words[] = {"| unknown (",    " yes",       "| measured |", "| extrapolated |",
                                        "| skipped |",    ": skipped;", ", from: ",     "**no**",
                                        "(extrapolated)", "to memory"};
    for (int l = 1; l < MM_LANGUAGE_COUNT; l++)
        for (int r = 0; r < REPORT_COUNT; r++) {
            char *text = make(f, reports[r], &mm_languages[l]);
            for (size_t w = 0; w < sizeof words / sizeof *words; w++)
                if (strstr(text, words[w]))
                    fail_msg("%s has \"%s\": %.200s", mm_languages[l].name, words[w], strstr(text, words[w]));
            free(text);
        }
}

#define WITH_DATA(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_DATA(reports_have_the_same_numbers_in_every_language),
        WITH_DATA(the_four_answers_are_in_every_language),
        WITH_DATA(no_word_of_the_program_is_left_in_english),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
