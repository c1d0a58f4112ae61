/* timings.json and what is derived from it; every figure here is invented, and what is looked for is worked
 * out by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench/derive.h"
#include "record/file.h"
#include "report/report.h"
#include "scratch.h"

static void add(mm_timings *t, const char *name, int64_t size, double seconds, double flop, double bytes)
{
    mm_timing item = {.size = size, .flop = flop, .bytes = bytes, .calls_per_sample = 7};
    snprintf(item.name, sizeof item.name, "%s", name);
    snprintf(item.call, sizeof item.call, "call of %s", name);
    if (seconds > 0) {
        item.reps = 2;
        item.min_s = seconds;
        item.median_s = 1.5 * seconds;
        item.samples_s = malloc(2 * sizeof *item.samples_s);
        item.samples_s[0] = seconds;
        item.samples_s[1] = 2 * seconds;
    } else {
        snprintf(item.reason, sizeof item.reason, "left out");
    }
    assert_non_null(mm_timings_add(t, &item));
}

/* Least times: harness 1 µs; C takes n^3 ns; A * B 2 µs more, mm_blas 8 µs more. */
static mm_timings overhead(void)
{
    mm_timings t = {.experiment = "overhead", .roofline_reason = "not asked for"};
    add(&t, "harness", 0, 1e-6, 0, 0);
    for (int64_t n = 2; n <= 80; n = n == 16 ? 40 : n == 40 ? 80 : 2 * n) {
        double c = (double)(n * n * n) * 1e-9;
        add(&t, "cli:blas", n, c, 2e9 * c, 12.0 * (double)(n * n));
        add(&t, "octave:mtimes", n, c + 3e-6, 2e9 * c, 0);
        add(&t, "octave:mm_blas", n, c + 9e-6, 2e9 * c, 0);
    }
    add(&t, "mex:empty", 16, 2e-6, 0, 0);
    add(&t, "mex:alloc_free", 16, 2.5e-6, 0, 0);
    add(&t, "mex:alloc_return", 16, 3e-6, 0, 0);
    add(&t, "file:alloc_return", 16, 7e-6, 0, 0);
    add(&t, "octave:mtimes_x1000", 4, 2.1e-3, 1000 * 128, 0);
    assert_int_equal(mm_timings_analyse(&t, NULL), MM_OK);
    return t;
}

static double derived(const mm_timings *t, const char *name, const char *of, int64_t size)
{
    const mm_derived *found = mm_timings_find_derived(t, name, of, size);
    if (!found)
        fail_msg("no %s of %s at %d", name, of, (int)size);
    return found->value;
}

static void expect(double got, double expected)
{
    if (!(fabs(got - expected) <= 1e-9 * fabs(expected)))
        fail_msg("got %.12g, expected %.12g", got, expected);
}

static void the_crossover_is_interpolated(void **state)
{
    (void)state;
    const double sizes[] = {2, 4, 8, 16}, times[] = {8e-6, 64e-6, 512e-6, 4096e-6}; /* n^3 µs */
    expect(mm_overhead_crossover(sizes, times, 4, 1e-6, 0.01), cbrt(100));
    expect(mm_overhead_crossover(sizes, times, 4, 1e-6, 0.001), 10);
    expect(mm_overhead_crossover(sizes, times, 4, 64e-8, 0.01), 4); /* at a measured size */
    expect(mm_overhead_crossover(sizes, times, 4, 1e-9, 0.01), 2);  /* there from the first on */
    assert_true(isnan(mm_overhead_crossover(sizes, times, 4, 1e-4, 0.01)));
    const double noisy[] = {8e-6, 200e-6, 50e-6, 4096e-6}; /* the last crossing counts */
    double last = mm_overhead_crossover(sizes, noisy, 4, 1e-6, 0.01);
    assert_true(last > 8 && last < 16);
}

static void overhead_is_derived(void **state)
{
    (void)state;
    mm_timings t = overhead();
    expect(derived(&t, "fixed_overhead", "octave:mtimes", 0), 2e-6);
    expect(derived(&t, "fixed_overhead", "octave:mm_blas", 0), 8e-6);
    expect(derived(&t, "overhead_share", "octave:mtimes", 8), 2e-6 / (2e-6 + 512e-9));
    double at = derived(&t, "crossover_1_percent", "octave:mtimes", 0); /* 200 µs: between 40 and 80 */
    expect(at, 40 * pow(2, log(200 / 66.0) / log(514 / 66.0)));
    const mm_derived *missed = mm_timings_find_derived(&t, "crossover_1_percent", "octave:mm_blas", 0);
    assert_true(isnan(missed->value));
    assert_string_equal(missed->reason, "not reached by N = 80, where it is 1.5 %");
    expect(derived(&t, "many_over_one", "octave:mtimes_x1000", 4), 2.099e-3 / 66e-6);
    expect(derived(&t, "many_over_one", "cli:blas", 4), 1);
    mm_timings_free(&t);
}

static void the_parts_of_a_call_add_up(void **state)
{
    (void)state;
    mm_timings t = overhead();
    static const char *const parts[] = {"wrapper", "call", "allocation", "copy", "kernel", "rest"};
    const double values[] = {4e-6, 1e-6, 0.5e-6, 0.5e-6, 4.096e-6, 2e-6};
    double sum = 0;
    for (size_t i = 0; i < 6; i++) {
        char name[32];
        snprintf(name, sizeof name, "split_%s", parts[i]);
        expect(derived(&t, name, "octave:mm_blas", 16), values[i]);
        sum += values[i];
    }
    expect(derived(&t, "split_total", "octave:mm_blas", 16), sum);
    assert_null(mm_timings_find_derived(&t, "split_total", "octave:mm_naive", 0));
    mm_timings_free(&t);
}

static mm_timings embedding(void)
{
    mm_timings t = {.experiment = "embedding",
                    .has_roofline = true,
                    .roofline = {.peak = {MM_ISA_AVX2, MM_F32, 100, 100},
                                 .triad = {.gbytes_per_s = 10},
                                 .ridge_flop_per_byte = 10}};
    add(&t, "harness", 0, 1e-6, 0, 0);
    add(&t, "octave:gather", 0, 2e-6, 0, 512);
    add(&t, "octave:one_hot", 0, 21e-6, 76800, 156256);
    add(&t, "cli:projection", 0, 400e-6, 39321600, 1513472);
    add(&t, "octave:projection", 0, 0, 39321600, 1513472);
    assert_int_equal(mm_timings_analyse(&t, NULL), MM_OK);
    return t;
}

static void the_embedding_has_its_sides_and_roofs(void **state)
{
    (void)state;
    mm_timings t = embedding();
    expect(derived(&t, "over_gather", "octave:one_hot", 0), 20);
    expect(derived(&t, "net_time", "octave:one_hot", 0), 30e-6);
    expect(derived(&t, "net_time", "cli:projection", 0), 600e-6);
    expect(derived(&t, "roof", "octave:one_hot", 0), 10 * 76800 / 156256.0);
    expect(derived(&t, "roof", "cli:projection", 0), 100);
    assert_true(isnan(derived(&t, "net_time", "octave:projection", 0)));
    assert_string_equal(mm_timing_side(&t, mm_timings_find(&t, "octave:one_hot", 0)), "left");
    assert_string_equal(mm_timing_side(&t, mm_timings_find(&t, "cli:projection", 0)), "right");
    mm_timings_free(&t);
}

__attribute__((noinline)) static char *
text_of(const mm_timings *t) /* gcc 12 sees a dangling pointer if inlined */
{
    char *text = NULL;
    assert_int_equal(mm_timings_to_text(t, &text, NULL), MM_OK);
    return text;
}

static void what_is_written_validates_and_reads_back(void **state)
{
    (void)state;
    mm_timings all[] = {overhead(), embedding(), {.experiment = ""}};
    for (size_t i = 0; i < 3; i++) {
        mm_timings back;
        char *text = text_of(&all[i]), *again = text_of(&all[i]), *third;
        assert_string_equal(text, again);
        scratch_put(scratch_path("timings.json"), text, strlen(text));
        assert_int_equal(mm_timings_read(scratch_path("timings.json"), &back, NULL), MM_OK);
        third = text_of(&back);
        assert_string_equal(text, third);
        mm_timings_free(&back);
        mm_timings_free(&all[i]);
        free(text), free(again), free(third);
        assert_int_equal(validate("timings.schema.json", scratch_path("timings.json"), false), 0);
    }
}

/* A copy of text with the first `from` replaced by `to`. */
static char *edit(const char *text, const char *from, const char *to)
{
    char *copy = NULL;
    const char *at = strstr(text, from);
    assert_non_null(at);
    assert_true(asprintf(&copy, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)) >= 0);
    return copy;
}

static void bad_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *says;
    } edits[] = {{"gemmlab-timings/1", "other/1", "schema"},
                 {"\"median\":\t", "\"median\":\t-", "items[0].seconds.median"},
                 {"\"reps\":\t2", "\"reps\":\t3", "items[0].seconds.samples"},
                 {"\"flop\":", "\"flap\":", "items[0].flop"},
                 {"\"unit\":", "\"untt\":", "derived[0].unit"},
                 {"\"peak_gflops\":\t100", "\"peak_gflops\":\t0", "roofline.peak_gflops"}};
    mm_timings t = embedding(), back;
    char *text = text_of(&t), *edited = NULL;
    for (size_t e = 0; e < sizeof edits / sizeof *edits; e++) {
        mm_error err = {0};
        edited = edit(text, edits[e].from, edits[e].to);
        scratch_put(scratch_path("bad.json"), edited, strlen(edited));
        free(edited);
        assert_int_equal(mm_timings_read(scratch_path("bad.json"), &back, &err), MM_IO);
        if (!strstr(err.text, edits[e].says))
            fail_msg("\"%s\" does not name %s", err.text, edits[e].says);
        assert_null(back.items);
    }
    free(text);
    mm_timings_free(&t);
}

static void experiments_are_named(void **state)
{
    (void)state;
    mm_error err = {0};
    assert_int_equal(mm_experiment_check("", &err), MM_OK);
    assert_int_equal(mm_experiment_check("overhead", &err), MM_OK);
    assert_int_equal(mm_experiment_check("magic", &err), MM_USAGE);
    assert_string_equal(err.id, "badValue");
}

static void reports_have_the_numbers(void **state)
{
    (void)state;
    mm_timings o = overhead(), e = embedding();
    char *text = NULL, *again = NULL;
    assert_int_equal(mm_report_overhead(&o, "{}", NULL, &mm_languages[0], &text, NULL), MM_OK);
    assert_int_equal(mm_report_overhead(&o, "{}", NULL, &mm_languages[0], &again, NULL), MM_OK);
    assert_string_equal(text, again);
    assert_non_null(strstr(text, "| `A * B` | 2.00 µs | 59 | not reached by N = 80, where it is 0.39 % |"));
    assert_non_null(strstr(
        text, "| `mm_blas` | 16 | 4.00 µs | 1.00 µs | 500 ns | 500 ns | 4.10 µs | 2.00 µs | 12.1 µs |"));
    assert_non_null(strstr(text, "| 4 | 40 x 40 | 31.8x |"));
    assert_null(strchr(text, '{'));
    free(text), free(again);
    assert_int_equal(mm_report_embedding(&e, "{}", NULL, &mm_languages[0], &text, NULL), MM_OK);
    assert_non_null(strstr(text, "**20.0 times** as long"));
    assert_non_null(strstr(text, "left: memory-bound"));
    assert_non_null(strstr(text, "Not answered: `octave:projection` has no time"));
    assert_null(strchr(text, '{'));
    free(text);
    mm_timings_free(&o);
    mm_timings_free(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_crossover_is_interpolated),
        cmocka_unit_test(overhead_is_derived),
        cmocka_unit_test(the_parts_of_a_call_add_up),
        cmocka_unit_test(the_embedding_has_its_sides_and_roofs),
        cmocka_unit_test_setup_teardown(what_is_written_validates_and_reads_back, scratch_make,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(bad_files_are_refused, scratch_make, scratch_remove),
        cmocka_unit_test(experiments_are_named),
        cmocka_unit_test(reports_have_the_numbers),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
