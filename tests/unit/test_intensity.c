/* intensity.json: the arithmetic, the canonical text, its schema, and files that are refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "record/file.h"
#include "record/intensity.h"
#include "scratch.h"

static mm_intensity intensity;

/* A row of each source; the last rows first, so that they have to be sorted. */
static int set_up(void **state)
{
    static const mm_intensity_row rows[] = {
        {.method = "naive", .n = 128, .source = MM_TRAFFIC_NONE, .reason = "no time \"left\""},
        {.method = "naive",
         .n = 64,
         .dtype = MM_F64,
         .source = MM_TRAFFIC_COUNTERS,
         .isa = "avx512",
         .bytes = {4096, NAN}},
        {.method = "naive", .n = 64, .source = MM_TRAFFIC_MODEL, .reason = "no valgrind", .bytes = {1e9, 0}},
        {.method = "blas",
         .n = 1024,
         .source = MM_TRAFFIC_SIMULATED,
         .isa = "avx2",
         .kernel = "Haswell",
         .bytes = {536870912, 16777216}},
    };
    intensity = (mm_intensity){.cache_count = 2,
                               .caches = {{1, 49152, 12, 64}, {3, 300 << 20, 0, 0}},
                               .simulated = {{1, 49152, 12, 64}, {3, 296 << 20, 37, 64}},
                               .valgrind = "3.19.0"};
    snprintf(intensity.source_reason[MM_TRAFFIC_COUNTERS], sizeof intensity.source_reason[0],
             "a virtual machine");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!mm_intensity_add(&intensity, &rows[i]))
            return 1;
    return scratch_make(state);
}

static int tear_down(void **state)
{
    mm_intensity_free(&intensity);
    return scratch_remove(state);
}

static char *text_of(const mm_intensity *data)
{
    char *text = NULL;
    assert_int_equal(mm_intensity_to_text(data, &text, NULL), MM_OK);
    return text;
}

static void intensities_are_flop_over_bytes(void **state)
{
    (void)state;
    const mm_intensity_row *blas = mm_intensity_find(&intensity, "blas", MM_F32, 1024);
    const mm_intensity_row *model = mm_intensity_find(&intensity, "naive", MM_F32, 64);
    const mm_intensity_row *none = mm_intensity_find(&intensity, "naive", MM_F32, 128);
    assert_true(mm_intensity_at(blas, 0) == 4);
    assert_true(mm_intensity_at(blas, 1) == 128);
    assert_false(mm_intensity_stays(blas, 1)); /* 16 MiB of 12 */
    assert_true(isnan(mm_intensity_at(model, 1)));
    assert_true(mm_intensity_stays(model, 1));
    mm_intensity_row edge = *model; /* an eighth of three 64 x 64 matrices is 6144 bytes */
    edge.bytes[0] = 6143;
    assert_true(mm_intensity_stays(&edge, 0));
    edge.bytes[0] = 6144;
    assert_false(mm_intensity_stays(&edge, 0));
    assert_true(isnan(mm_intensity_at(none, 0)));
    assert_false(mm_intensity_stays(none, 0));
    assert_false(mm_intensity_stays(mm_intensity_find(&intensity, "naive", MM_F64, 64), 1));
    assert_null(mm_intensity_find(&intensity, "blas", MM_F64, 1024));
    assert_true(mm_intensity_compulsory(MM_F32, 1024) == 1024.0 / 6);
    assert_true(mm_intensity_compulsory(MM_F64, 1024) == 1024.0 / 12);
    assert_true(mm_intensity_floor(MM_F32) == 0.25);
    assert_true(mm_intensity_floor(MM_F64) == 0.125);
}

static void it_reads_back_to_the_same_bytes(void **state)
{
    (void)state;
    mm_intensity read;
    mm_error err;
    char *text = text_of(&intensity);
    const char *path = scratch_path("intensity.json");
    assert_int_equal(mm_file_write(path, text, strlen(text), NULL), MM_OK);
    if (mm_intensity_read(path, &read, &err) != MM_OK)
        fail_msg("%s", err.text);
    char *again = text_of(&read);
    assert_string_equal(text, again);
    assert_string_equal(read.rows[0].method, "blas");
    assert_string_equal(read.rows[0].kernel, "Haswell");
    assert_int_equal(read.rows[1].n, 64);
    assert_int_equal(read.rows[1].dtype, MM_F32);
    assert_int_equal(read.rows[2].n, 128);
    assert_int_equal(read.rows[3].dtype, MM_F64);
    assert_true(isnan(read.rows[3].bytes[1]));
    assert_int_equal(read.caches[1].ways, 0);
    assert_int_equal(read.simulated[1].ways, 37);
    mm_intensity_free(&read);
    free(again);
    free(text);
}

static void it_has_the_form_that_is_published(void **state)
{
    (void)state;
    char *text = text_of(&intensity);
    const char *path = scratch_path("intensity.json");
    scratch_put(path, text, strlen(text));
    free(text);
    assert_int_equal(validate("intensity.schema.json", path, false), 0);

    mm_intensity empty = {
        .cache_count = 1, .caches = {{1, 49152, 12, 64}}, .simulated = {{1, 49152, 12, 64}}};
    text = text_of(&empty);
    scratch_put(path, text, strlen(text));
    free(text);
    assert_int_equal(validate("intensity.schema.json", path, false), 0);
}

/* The text with the first `from` replaced. */
__attribute__((noinline)) static char *changed(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    char *result = NULL;
    if (!at)
        fail_msg("no %s in the text", from);
    assert_true(asprintf(&result, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)) > 0);
    return result;
}

static void bad_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *expected;
    } cases[] = {
        {"gemmlab-intensity/1", "gemmlab-intensity/2", "schema is \"gemmlab-intensity/2\""},
        {"\"caches\":", "\"cashes\":", "caches is missing"},
        {"\"level\":\t1", "\"level\":\t0", "caches[0].level is 0"},
        {"\"size_bytes\":\t49152", "\"size_bytes\":\t-1", "caches[0].size_bytes is -1"},
        {"\"ways\":\t37", "\"ways\":\tnull", "caches[1].simulated.ways is null"},
        {"\"n\":\t1024", "\"n\":\t1.5", "rows[0].n is 1.5"},
        {"\"dtype\":\t\"f32\"", "\"dtype\":\t\"f16\"", "rows[0].dtype is \"f16\""},
        {"\"source\":\t\"simulated\"", "\"source\":\t\"guessed\"", "rows[0].source is \"guessed\""},
        {"\"source\":\t\"simulated\"", "\"source\":\tnull", "rows[0].levels is an array of 2"},
        {"\"bytes\":\t536870912", "\"bytes\":\t-4", "bytes is -4"},
        {"\"bytes\":\t536870912", "\"bytes\":\t\"many\"", "bytes is \"many\""},
        {"\"flop_per_byte\":\t4", "\"flop_per_byte\":\tfalse", "flop_per_byte is false"},
        {"\"method\":\t\"blas\"", "\"method\":\t\"\"", "rows[0].method is \"\""},
        {"}", "", "is not JSON"},
    };
    const char *path = scratch_path("bad.json");
    char *text = text_of(&intensity);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        mm_intensity read;
        mm_error err;
        char *bad = changed(text, cases[c].from, cases[c].to);
        scratch_put(path, bad, strlen(bad));
        assert_int_equal(mm_intensity_read(path, &read, &err), MM_IO);
        if (!strstr(err.text, cases[c].expected) || !strstr(err.text, path))
            fail_msg("case %zu: %s", c, err.text);
        assert_int_equal(read.row_count, 0);
        assert_null(read.rows);
        assert_int_equal(validate("intensity.schema.json", path, true), 1);
        free(bad);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(intensities_are_flop_over_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(it_reads_back_to_the_same_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(it_has_the_form_that_is_published, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_files_are_refused, set_up, tear_down),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
