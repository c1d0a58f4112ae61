#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "core/random.h"
#include "record/file.h"
#include "record/results.h"
#include "scratch.h"

/* --- the data of these tests: a row of each status, awkward numbers and texts, both kinds of checks. */

static mm_row row_of(const char *frontend, const char *method, int64_t n)
{
    mm_row row = {.dtype = MM_F32, .m = n, .n = n, .k = n, .threads = 1, .status = MM_ROW_MEASURED};
    snprintf(row.frontend, sizeof row.frontend, "%s", frontend);
    snprintf(row.method, sizeof row.method, "%s", method);
    return row;
}

static void add_row(mm_results *results, mm_row row, int reps)
{
    row.reps = reps;
    row.samples_s = reps ? malloc((size_t)reps * sizeof *row.samples_s) : NULL;
    for (int i = 0; i < reps; i++)
        row.samples_s[i] = row.median_s * (1.0 + i / 3.0);
    assert_non_null(mm_results_add_row(results, &row));
}

static mm_row measured_row(void)
{
    mm_row row = row_of("cli", "blas", 64);
    snprintf(row.provider, sizeof row.provider, "openblas");
    snprintf(row.kernel, sizeof row.kernel, "Haswell");
    row.calls_per_rep = INT64_C(1) << 40;
    row.median_s = row.min_s = 0.1 + 0.2; /* 0.30000000000000004: 17 digits */
    row.ci95_s[0] = 1.0 / 3;
    row.ci95_s[1] = 2.0 / 3;
    row.verified = row.verified_ok = true;
    row.max_error = 1e-300;
    row.error_bound = 2;
    return row;
}

static void fill(mm_results *results)
{
    *results = (mm_results){
        .has_roofline = true,
        .roofline = {.peak = {.isa = MM_ISA_AVX2,
                              .dtype = MM_F32,
                              .threads = 1,
                              .gflops = 131.1,
                              .median_gflops = 130.7},
                     .triad = {12.5, 12.25, 3221225472},
                     .ridge_flop_per_byte = 131.1 / 12.5,
                     .peak_samples_gflops = {131.1, 0, 130.9},
                     .valid = true},
    };
    add_row(results, measured_row(), 7);

    mm_row failed = row_of("cli", "naive", 64);
    failed.status = MM_ROW_FAILED;
    snprintf(failed.reason, sizeof failed.reason, "wrong: \"NaN\" at (0, 0)\tand\nmore, caf\xc3\xa9 \xff");
    failed.verified = true;
    failed.max_error = NAN;
    failed.error_bound = 2;
    add_row(results, failed, 0);

    mm_row extrapolated = row_of("octave", "naive", 1024);
    extrapolated.status = MM_ROW_EXTRAPOLATED;
    snprintf(extrapolated.reason, sizeof extrapolated.reason, "T(N) = 8 T(N/2)");
    for (int i = 0; i < 3; i++)
        extrapolated.extrapolated_from[i] = 128;
    extrapolated.median_s = 1234.5678901234567;
    add_row(results, extrapolated, 0);

    mm_row skipped = row_of("octave", "blocked", 1024);
    skipped.status = MM_ROW_SKIPPED;
    snprintf(skipped.reason, sizeof skipped.reason, "over the budget");
    add_row(results, skipped, 0);

    mm_row threaded = measured_row();
    threaded.threads = 2;
    threaded.m = 3;
    add_row(results, threaded, 5);

    const mm_check checks[] = {
        {"blas-kernel-old", false, "Prescott on AVX-512", "set OPENBLAS_CORETYPE=SKYLAKEX"},
        {"naive-not-vectorised", true, "1.3 MFLOPS", ""}};
    for (int i = 0; i < 2; i++)
        assert_non_null(mm_results_add_check(results, &checks[i]));
}

static char *text_of(const mm_results *results)
{
    char *text = NULL;
    assert_int_equal(mm_results_to_text(results, &text, NULL), MM_OK);
    return text;
}

static char *filled_text(void)
{
    mm_results results;
    fill(&results);
    char *text = text_of(&results);
    mm_results_free(&results);
    return text;
}

/* A copy of text with the first `from` replaced by `to`. */
static char *edited(const char *text, const char *from, const char *to)
{
    const char *found = strstr(text, from);
    char *copy = NULL;
    assert_non_null(found);
    assert_true(asprintf(&copy, "%.*s%s%s", (int)(found - text), text, to, found + strlen(from)) >= 0);
    return copy;
}

static const cJSON *at(const cJSON *root, int row, const char *key)
{
    const cJSON *rows = cJSON_GetObjectItem(root, "results");
    return cJSON_GetObjectItem(cJSON_GetArrayItem(rows, row), key);
}

/* --- tests */

static void text_is_canonical(void **state)
{
    (void)state;
    mm_results results;
    fill(&results);
    char *text = text_of(&results);
    assert_null(strchr(text, '\r'));
    assert_string_equal(text + strlen(text) - 2, "}\n");
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));

    /* Another order of adding gives the same bytes. */
    mm_row last = results.rows[results.row_count - 1];
    results.rows[results.row_count - 1] = results.rows[0];
    results.rows[0] = last;
    char *again = text_of(&results);
    assert_string_equal(text, again);
    mm_results_sort(&results);
    assert_string_equal(results.rows[0].method, "blas");
    assert_int_equal(results.rows[0].m, 3);
    assert_string_equal(results.rows[4].frontend, "octave");
    assert_string_equal(results.rows[4].method, "naive");
    free(text);
    free(again);
    mm_results_free(&results);
}

static void written_values_are_the_data(void **state)
{
    (void)state;
    char *text = filled_text();
    cJSON *root = cJSON_Parse(text);
    assert_non_null(root);
    const cJSON *seconds = at(root, 1, "seconds");
    double gflops = 2.0 * 64 * 64 * 64 / (0.1 + 0.2) / 1e9;
    assert_true(cJSON_GetObjectItem(seconds, "median")->valuedouble == 0.1 + 0.2);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(seconds, "samples")), 7);
    assert_true(at(root, 1, "calls_per_rep")->valuedouble == 1099511627776.0);
    assert_true(fabs(at(root, 1, "gflops")->valuedouble / gflops - 1) < 1e-14);
    assert_true(fabs(at(root, 1, "percent_of_peak")->valuedouble / (100 * gflops / 131.1) - 1) < 1e-14);
    /* The faster end of the time's interval is the higher end of the rate's. */
    const cJSON *rates = at(root, 1, "gflops_ci95");
    assert_true(cJSON_GetArrayItem(rates, 0)->valuedouble < cJSON_GetArrayItem(rates, 1)->valuedouble);

    assert_true(cJSON_IsNull(at(root, 0, "percent_of_peak"))); /* two threads, the peak is of one */
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(at(root, 2, "verified"), "max_error"))); /* was NAN */
    assert_true(cJSON_IsNull(at(root, 2, "provider")));
    assert_string_equal(at(root, 2, "reason")->valuestring,
                        "wrong: \"NaN\" at (0, 0)\tand\nmore, caf\xc3\xa9 ?");
    assert_true(cJSON_IsNull(at(root, 3, "seconds")));
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(at(root, 4, "seconds"), "samples")));
    assert_int_equal(cJSON_GetObjectItem(at(root, 4, "extrapolated_from"), "n")->valueint, 128);
    cJSON_Delete(root);
    free(text);
}

static void percent_needs_the_same_dtype_and_a_roofline(void **state)
{
    (void)state;
    mm_results results;
    fill(&results);
    assert_true(mm_row_percent_of_peak(&results, &results.rows[0]) > 0);
    results.rows[0].dtype = MM_F64;
    assert_true(isnan(mm_row_percent_of_peak(&results, &results.rows[0])));
    results.rows[0].dtype = MM_F32;
    results.has_roofline = false;
    assert_true(isnan(mm_row_percent_of_peak(&results, &results.rows[0])));

    char *text = text_of(&results); /* no reason was given: there is one all the same */
    assert_non_null(strstr(text, "\"roofline_reason\":\t\"not measured\""));
    free(text);
    mm_results_free(&results);
}

static void rows_are_found(void **state)
{
    (void)state;
    mm_results results;
    fill(&results);
    const mm_row *row = mm_results_find(&results, "octave", "naive", MM_F32, 1024, 1);
    assert_non_null(row);
    assert_int_equal(row->status, MM_ROW_EXTRAPOLATED);
    assert_true(mm_row_gflops(row) == 2.0 * 1024 * 1024 * 1024 / 1234.5678901234567 / 1e9);
    assert_null(mm_results_find(&results, "octave", "naive", MM_F64, 1024, 1));
    assert_null(mm_results_find(&results, "octave", "naive", MM_F32, 1024, 2));
    assert_null(mm_results_find(&results, "cli", "blas", MM_F32, 64, 2)); /* m is 3 there */
    row = mm_results_find(&results, "octave", "blocked", MM_F32, 1024, 1);
    assert_non_null(row);
    assert_true(mm_row_gflops(row) == 0);
    mm_results_free(&results);
}

static void rewriting_gives_equal_bytes(void **state)
{
    (void)state;
    const char *path = scratch_path("results.json");
    mm_results results, back;
    fill(&results);
    char *text = text_of(&results);
    assert_int_equal(mm_results_write(&results, path, NULL), MM_OK);
    assert_int_equal(mm_results_read(path, &back, NULL), MM_OK);
    assert_int_equal(back.row_count, 5);
    assert_int_equal(back.check_count, 2);
    assert_true(back.rows[1].samples_s[6] == results.rows[0].samples_s[6]);
    char *again = text_of(&back);
    assert_string_equal(text, again);
    free(text);
    free(again);
    mm_results_free(&results);
    mm_results_free(&back);
}

static void no_rows_are_fine(void **state)
{
    (void)state;
    const char *path = scratch_path("results.json");
    mm_results none = {0}, back;
    snprintf(none.roofline_reason, sizeof none.roofline_reason, "interrupted before it");
    assert_int_equal(mm_results_write(&none, path, NULL), MM_OK);
    assert_int_equal(mm_results_read(path, &back, NULL), MM_OK);
    assert_int_equal(back.row_count, 0);
    assert_string_equal(back.roofline_reason, "interrupted before it");
    mm_results_free(&back);
    assert_int_equal(validate("results.schema.json", path, false), 0);
}

/* Doubles of every size, through text and back, to the last bit. */
static void numbers_read_back_exactly(void **state)
{
    (void)state;
    const char *path = scratch_path("results.json");
    enum { COUNT = 5000 };
    mm_random random = mm_random_new(1);
    mm_results results = {0}, back;
    mm_row row = measured_row();
    row.reps = COUNT;
    row.samples_s = malloc(COUNT * sizeof *row.samples_s);
    assert_non_null(row.samples_s);
    for (int i = 0; i < COUNT; i++)
        row.samples_s[i] =
            ldexp(1 + mm_random_double(&random), (int)(mm_random_uint64(&random) % 2040) - 1020);
    assert_non_null(mm_results_add_row(&results, &row));
    assert_int_equal(mm_results_write(&results, path, NULL), MM_OK);
    assert_int_equal(mm_results_read(path, &back, NULL), MM_OK);
    assert_memory_equal(back.rows[0].samples_s, row.samples_s, COUNT * sizeof *row.samples_s);
    mm_results_free(&back);
    mm_results_free(&results);
}

/* German writes 1,5. Where the locale is not installed but its source is, it is compiled into the scratch
 * folder. */
static bool enter_german_locale(void)
{
    char command[1024];
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8"))
        return true;
    snprintf(command, sizeof command, "localedef --no-archive -i de_DE -f UTF-8 %s >/dev/null 2>&1",
             scratch_path("de_DE.UTF-8"));
    return system(command) == 0 && setenv("LOCPATH", scratch, 1) == 0 && setlocale(LC_NUMERIC, "de_DE.UTF-8");
}

static void decimal_comma_does_not_matter(void **state)
{
    (void)state;
    const char *path = scratch_path("results.json");
    if (!enter_german_locale()) {
        print_message("# skipped: no German locale (Debian: locales)\n");
        skip();
    }
    mm_results results, back;
    fill(&results);
    mm_status written = mm_results_write(&results, path, NULL), got = mm_results_read(path, &back, NULL);
    char *text = text_of(&back);
    setlocale(LC_NUMERIC, "C");
    char *plain = text_of(&results);
    assert_int_equal(written, MM_OK);
    assert_int_equal(got, MM_OK);
    assert_string_equal(text, plain);
    free(text);
    free(plain);
    mm_results_free(&results);
    mm_results_free(&back);
}

static int allocations_before_failure;

static void *failing_malloc(size_t size)
{
    return allocations_before_failure-- == 0 ? NULL : malloc(size);
}

/* Whichever one allocation of the tree fails, the writer says so; a text is whole or it is not there. */
static void memory_running_out_is_reported(void **state)
{
    (void)state;
    mm_results results;
    fill(&results);
    char *whole = text_of(&results), *text = NULL;
    mm_status status = MM_IO;
    int limit = 0;
    cJSON_InitHooks(&(cJSON_Hooks){failing_malloc, free});
    for (; status != MM_OK && limit < 5000; limit++) {
        mm_error err = {0};
        allocations_before_failure = limit;
        status = mm_results_to_text(&results, &text, &err);
        if (status != MM_OK && (status != MM_IO || text || !strstr(err.text, "memory")))
            break;
    }
    cJSON_InitHooks(NULL);
    assert_int_equal(status, MM_OK);
    assert_true(limit > 100);
    assert_string_equal(text, whole);
    free(text);
    free(whole);
    mm_results_free(&results);
}

/* --- files that are not as they should be */

typedef struct edit {
    const char *from, *to, *said; /* said: what the reader's line must hold; NULL: the reader takes it */
    bool schema_refuses;
} edit;

static const edit edits[] = {
    {"gemmlab-results/1", "gemmlab-results/2", "schema is \"gemmlab-results/2\"", true},
    {"\"schema\":\t\"gemmlab-results/1\",", "", "schema is missing", true},
    {"\"method\":", "\"Method\":", "results[0].method is missing", true},
    {"\"method\":\t\"blas\"", "\"method\":\t7", "results[0].method is 7", true},
    {"\"method\":\t\"blas\"", "\"method\":\t\"\"", "results[0].method is \"\"", true},
    {"\"dtype\":\t\"f32\"", "\"dtype\":\t\"f16\"", "results[0].dtype is \"f16\", expected \"f32\"", true},
    {"\"m\":\t3", "\"m\":\t3.5", "results[0].m is 3.5, expected a whole number", true},
    {"\"m\":\t3", "\"m\":\t1e999", "results[0].m is inf", true},
    {"\"m\":\t3", "\"m\":\t-1", "results[0].m is -1", true},
    {"\"m\":\t3", "\"m\":\t2147483648", "results[0].m is 2147483648", true},
    {"\"threads\":\t2", "\"threads\":\t0", "results[0].threads is 0", true},
    {"\"threads\":\t2", "\"threads\":\ttrue", "results[0].threads is true", true},
    {"\"measured\"", "\"done\"", "results[0].status is \"done\"", true},
    {"\"measured\"", "\"skipped\"", "results[0].seconds is an object", true},
    {"\"extrapolated\"", "\"measured\"", "results[4].extrapolated_from is an object", true},
    {"\"skipped\"", "\"measured\"", "results[3].seconds is null", true},
    {"\"reps\":\t5", "\"reps\":\t6", "results[0].seconds.samples is an array of 5", false},
    {"\"median\":\t0.30000000000000004", "\"median\":\t0", "results[0].seconds.median is 0", true},
    {"\"median\":\t0.30000000000000004", "\"median\":\tnull", "results[0].seconds.median is null", true},
    {"\"min\":\t0.30000000000000004", "\"min\":\t-1", "results[0].seconds.min is -1", true},
    {"\"samples\":\t[0.30000000000000004,", "\"samples\":\t[0,", "results[0].seconds.samples is an array",
     true},
    {"\"ci95\":\t[", "\"ci95\":\t[1, ", "results[0].seconds.ci95 is an array of 3", true},
    {"\"gflops\":\t", "\"gflops\":\t\"x\", \"g\":\t", "results[0].gflops is \"x\"", true},
    {"\"bound\":\t2", "\"bound\":\tnull", "results[0].verified.bound is null", true},
    {"\"verified\":\tnull", "\"verified\":\t1", "results[3].verified.ok is missing", true},
    {"\"results\":\t[", "\"results\":\t[[], ", "results[0].frontend is missing", true},
    {"\"results\":\t[", "\"results\":\t7, \"rest\":\t[", "results is 7, expected an array", true},
    {"\"isa\":\t\"avx2\"", "\"isa\":\t\"mmx\"", "roofline.isa is \"mmx\"", true},
    {"\"peak_gflops\":\t131.1", "\"peak_gflops\":\t0", "roofline.peak_gflops is 0", true},
    {"\"start\":\t131.1", "\"start\":\t-1", "roofline.peak_samples_gflops.start is -1", true},
    {"\"middle\":\tnull,", "", "roofline.peak_samples_gflops.middle is missing", true},
    {"\"valid\":\ttrue", "\"valid\":\t1", "roofline.valid is 1, expected true or false", true},
    {"\"roofline_reason\":\tnull", "\"roofline_reason\":\t\"?\"", "roofline_reason is \"?\"", true},
    {"\"roofline\":", "\"roofline\":\tnull, \"r\":", "roofline_reason is null", true},
    {"\"ok\":\tfalse,\n\t\t\t\"message\"", "\"ok\":\t0,\n\t\t\t\"message\"", "checks[0].ok is 0", true},
    {"\"id\":\t\"blas-", "\"id\":\t\"0123456789012345678901234567890123456789012345678901234567890123456789",
     "checks[0].id is \"012345", false},
    {"\"id\":\t\"blas-", "\"id\":\t\"\n\x01", NULL, true},
    {"\"id\":\t\"blas-", "\"id\":\t\"\xff", "is not JSON: line", true},
    {"\"checks\":", "\"chocks\":", "checks is missing, expected an array", true},
    {"\"frontend\"", "\"extra\":\t1, \"frontend\"", NULL, true},
    {"{", "[", "is not JSON: line", true},
    {"\n}\n", "\n}\n}", "is not JSON: line", true},
    {"131.1", "NaN", "is not JSON: line", true},
};

static const int edit_count = sizeof edits / sizeof *edits;

static void wrong_values_are_named(void **state)
{
    (void)state;
    const char *path = scratch_path("results.json");
    char *text = filled_text();
    for (int i = 0; i < edit_count; i++) {
        mm_results results;
        mm_error err = {0};
        char *changed = edited(text, edits[i].from, edits[i].to);
        scratch_put(path, changed, strlen(changed));
        free(changed);
        mm_status status = mm_results_read(path, &results, &err);
        assert_int_equal(status, edits[i].said ? MM_IO : MM_OK);
        if (edits[i].said && (!strstr(err.text, edits[i].said) || !strstr(err.text, path)))
            fail_msg("edit %d: got '%s', expected '%s'", i, err.text, edits[i].said);
        mm_results_free(&results);
    }
    free(text);
}

static void schema_refuses_what_it_should(void **state)
{
    (void)state;
    const char *path = scratch_path("results.json");
    char *text = filled_text();
    scratch_put(path, text, strlen(text));
    assert_int_equal(validate("results.schema.json", path, false), 0);
    for (int i = 0; i < edit_count; i++) {
        char *changed = edited(text, edits[i].from, edits[i].to);
        scratch_put(path, changed, strlen(changed));
        free(changed);
        if (edits[i].schema_refuses && validate("results.schema.json", path, true) != 1)
            fail_msg("edit %d is valid to the schema: '%s' for '%s'", i, edits[i].to, edits[i].from);
    }
    free(text);
}

/* Whatever the bytes: accepted, and then what is written from it is stable; or refused in one line with its
 * file. */
static mm_status read_damaged(const char *path, const char *bytes, size_t size)
{
    mm_results results;
    mm_error err = {0};
    scratch_put(path, bytes, size);
    mm_status status = mm_results_read(path, &results, &err);
    if (status != MM_OK) {
        assert_int_equal(status, MM_IO);
        assert_non_null(strstr(err.text, path));
        assert_null(strchr(err.text, '\n'));
        assert_int_equal(results.row_count, 0);
        assert_null(results.rows);
        return status;
    }
    char *text = text_of(&results);
    mm_results_free(&results);
    scratch_put(path, text, strlen(text));
    assert_int_equal(mm_results_read(path, &results, &err), MM_OK);
    char *again = text_of(&results);
    assert_string_equal(text, again);
    mm_results_free(&results);
    free(text);
    free(again);
    return MM_OK;
}

static void truncated_anywhere_is_refused(void **state)
{
    (void)state;
    const char *path = scratch_path("results.json");
    char *text = filled_text();
    size_t size = strlen(text);
    for (size_t length = 0; length < size - 1; length++)
        assert_int_equal(read_damaged(path, text, length), MM_IO);
    assert_int_equal(read_damaged(path, text, size - 1), MM_OK); /* only the last newline is missing */
    free(text);
}

static void mutated_bytes_are_survived(void **state)
{
    (void)state;
    static const char likely[] = "\"\\{}[],:0-9eE.ntu\n\t \x80\xff";
    enum { ROUNDS = 20000 };
    const char *path = scratch_path("results.json");
    char *text = filled_text(), *bytes = strdup(text);
    size_t size = strlen(text);
    mm_random random = mm_random_new(2);
    int refused = 0;
    assert_non_null(bytes);
    for (int round = 0; round < ROUNDS; round++) {
        memcpy(bytes, text, size);
        int changes = 1 + (int)(mm_random_uint64(&random) % 3);
        for (int i = 0; i < changes; i++) {
            uint64_t draw = mm_random_uint64(&random);
            bytes[draw % size] = draw >> 63 ? (char)(draw >> 40) : likely[(draw >> 40) % sizeof likely];
        }
        refused += read_damaged(path, bytes, size) != MM_OK;
    }
    assert_in_range(refused, ROUNDS / 10, ROUNDS - ROUNDS / 100); /* both ways were taken */
    free(text);
    free(bytes);
}

static void deep_or_foreign_files_are_refused(void **state)
{
    (void)state;
    const char *path = scratch_path("results.json");
    enum { DEPTH = 100000 };
    char *deep = malloc(DEPTH);
    assert_non_null(deep);
    memset(deep, '[', DEPTH);
    assert_int_equal(read_damaged(path, deep, DEPTH), MM_IO);
    free(deep);
    const char *const texts[] = {"", "null", "7", "\"x\"", "[]", "{}", "{\"results\":[]}", "\xef\xbb\xbf{}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(read_damaged(path, texts[i], strlen(texts[i])), MM_IO);
    assert_int_equal(read_damaged(path, "{}\0{}", 5), MM_IO);
    mm_results results;
    assert_int_equal(mm_results_read(scratch_path("none"), &results, NULL), MM_IO);
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_canonical),
        cmocka_unit_test(written_values_are_the_data),
        cmocka_unit_test(percent_needs_the_same_dtype_and_a_roofline),
        cmocka_unit_test(rows_are_found),
        IN_SCRATCH(rewriting_gives_equal_bytes),
        IN_SCRATCH(no_rows_are_fine),
        IN_SCRATCH(numbers_read_back_exactly),
        IN_SCRATCH(decimal_comma_does_not_matter),
        cmocka_unit_test(memory_running_out_is_reported),
        IN_SCRATCH(wrong_values_are_named),
        IN_SCRATCH(schema_refuses_what_it_should),
        IN_SCRATCH(truncated_anywhere_is_refused),
        IN_SCRATCH(mutated_bytes_are_survived),
        IN_SCRATCH(deep_or_foreign_files_are_refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("results", tests, NULL, NULL);
}
