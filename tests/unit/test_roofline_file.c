/* roofline.json: written, read, refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "core/random.h"
#include "record/roofline_file.h"
#include "scratch.h"

/* --- invented figures */

static void fill(mm_machine_roofline *r)
{
    *r = (mm_machine_roofline){.threads = 2,
                               .isa = MM_ISA_AVX2,
                               .has_clock = true,
                               .clock = {0.1 + 0.2, 0.25, 7}, /* 0.30000000000000004: 17 digits */
                               .clock_system_reason = "no cpufreq",
                               .cpu = {.cache_count = 1, .caches = {{1, "Data", 49152}}},
                               .peak_count = 3,
                               .peaks = {{MM_ISA_SCALAR, MM_F32, 1, 16, 15, 40},
                                         {MM_ISA_AVX2, MM_F32, 1, 131.1, 130.7, 41},
                                         {MM_ISA_AVX2, MM_F32, 2, 260, 1.0 / 3, 42}},
                               .sweep_count = {2, 1, 0},
                               .level_count = 2,
                               .triad_count = 1,
                               .triads = {{MM_STREAM_TRIAD, 1, 268435456, 12.5, 12.25, 1}},
                               .triads_reason = "the run was stopped before its end",
                               .stream_sums_checked = INT64_C(1) << 40};
    r->sweeps[MM_STREAM_LOAD][0] = (mm_sweep_point){4096, 500, 499};
    r->sweeps[MM_STREAM_LOAD][1] = (mm_sweep_point){8192, 400, 1e-300};
    r->sweeps[MM_STREAM_COPY][0] = (mm_sweep_point){4096, 600, 1};
    r->levels[0] = (mm_level){{"L1d", "", 49152}, 4096, 4096, {500, 600, 0}};
    r->levels[1] = (mm_level){{"", "beyond \"all\" caches", 0}, 8192, 16384, {400, 0, 0}};
}

static char *filled_text(void)
{
    mm_machine_roofline r;
    char *text = NULL;
    fill(&r);
    assert_int_equal(mm_machine_roofline_to_text(&r, &text, NULL), MM_OK);
    return text;
}

/* A copy of text with the first `from` replaced by `to`. */
static char *edited(const char *text, const char *from, const char *to)
{
    const char *found = strstr(text, from);
    char *copy = NULL;
    if (!found)
        fail_msg("there is no '%s'", from);
    assert_true(asprintf(&copy, "%.*s%s%s", (int)(found - text), text, to, found + strlen(from)) >= 0);
    return copy;
}

/* --- tests */

static void rewriting_gives_equal_bytes(void **state)
{
    (void)state;
    const char *path = scratch_path("roofline.json");
    char *text = filled_text(), *again = NULL;
    mm_machine_roofline r;
    mm_error err = {0};
    scratch_put(path, text, strlen(text));
    if (mm_machine_roofline_read(path, &r, &err) != MM_OK)
        fail_msg("%s", err.text);
    assert_int_equal(mm_machine_roofline_to_text(&r, &again, NULL), MM_OK);
    assert_string_equal(text, again);
    assert_true(r.clock.ghz == 0.1 + 0.2);
    assert_int_equal(r.peaks[2].threads, 2);
    assert_string_equal(r.levels[1].label.reason, "beyond \"all\" caches");
    assert_int_equal(validate("roofline.schema.json", path, false), 0);
    free(text);
    free(again);
}

static void what_follows_is_written(void **state)
{
    (void)state;
    char *text = filled_text();
    cJSON *root = cJSON_Parse(text);
    const cJSON *peaks = cJSON_GetObjectItem(root, "peaks"), *levels = cJSON_GetObjectItem(root, "levels");
    assert_true(cJSON_GetObjectItem(cJSON_GetArrayItem(peaks, 0), "flop_per_cycle")->valuedouble ==
                16 / (0.1 + 0.2));
    const cJSON *level = cJSON_GetArrayItem(levels, 0), *ridges = cJSON_GetObjectItem(level, "ridges");
    assert_true(cJSON_GetObjectItem(level, "roof_gbytes_per_s")->valuedouble == 600);
    assert_string_equal(cJSON_GetObjectItem(level, "roof_stream")->valuestring, "copy");
    assert_int_equal(cJSON_GetArraySize(ridges), 2); /* of one thread */
    double ridge = cJSON_GetObjectItem(cJSON_GetArrayItem(ridges, 1), "flop_per_byte")->valuedouble;
    assert_true(fabs(ridge / (131.1 / 600) - 1) < 1e-14);
    cJSON_Delete(root);
    free(text);
}

static void nothing_measured_is_valid_too(void **state)
{
    (void)state;
    const char *path = scratch_path("roofline.json");
    mm_machine_roofline r = {.threads = 1,
                             .clock_reason = "a",
                             .clock_system_reason = "b",
                             .sweeps_reason = "c"},
                        back;
    char *text = NULL, *again = NULL;
    assert_int_equal(mm_machine_roofline_to_text(&r, &text, NULL), MM_OK);
    scratch_put(path, text, strlen(text));
    assert_int_equal(mm_machine_roofline_read(path, &back, NULL), MM_OK);
    assert_int_equal(mm_machine_roofline_to_text(&back, &again, NULL), MM_OK);
    assert_string_equal(text, again);
    assert_int_equal(validate("roofline.schema.json", path, false), 0);
    free(text);
    free(again);
}

static const struct {
    const char *from, *to, *said;
    bool schema_refuses;
} edits[] = {
    {"gemmlab-roofline/1", "gemmlab-results/1",
     "schema is \"gemmlab-results/1\", expected \"gemmlab-roofline/1\"", true},
    {"\"threads\":\t2", "\"threads\":\t0", "threads is 0", true},
    {"\"ghz\":\t0.3", "\"ghz\":\t-0.3", "clock.ghz is -0.3", true},
    {"\"clock_reason\":\tnull", "\"clock_reason\":\t\"?\"", "clock_reason is \"?\"", true},
    {"\"clock_system_ghz\":\tnull", "\"clock_system_ghz\":\t0", "clock_system_ghz is 0", true},
    {"\"caches\":\t[", "\"caches\":\t7, \"c\":\t[", "caches is 7, expected an array", true},
    {"\"size_bytes\":\t49152", "\"size_bytes\":\t1.5", "caches[0].size_bytes is 1.5", true},
    {"\"isa\":\t\"scalar\"", "\"isa\":\t\"mmx\"", "peaks[0].isa is \"mmx\"", true},
    {"\"dtype\":\t\"f32\"", "\"dtype\":\t\"f16\"", "peaks[0].dtype is \"f16\"", true},
    {"\"gflops\":\t16", "\"gflops\":\t0", "peaks[0].gflops is 0", true},
    {"\"median_gflops\":\t15", "\"median_gflops\":\tnull", "peaks[0].median_gflops is null", true},
    {"\"sums_checked\":\t40", "\"sums_checked\":\t-1", "peaks[0].sums_checked is -1", true},
    {"\"peaks_reason\":\tnull", "\"peaks_reason\":\t1", "peaks_reason is 1", true},
    {"\"label\":\t\"L1d\"", "\"label\":\tnull", "levels[0].label_reason is null", true},
    {"\"from_bytes\":\t8192", "\"from_bytes\":\t16385", "levels[1].to_bytes is 16384", false},
    {"\"load\":\t400", "\"load\":\tnull", "levels[1].gbytes_per_s is an object, expected the rate", false},
    {"\"triads\":\t[", "\"triads\":\t[{}, {}, ", "triads is an array of 3, expected an array of at most 2",
     true},
    {"\"stream_isa\":\t\"avx2\"", "\"stream_isa\":\tnull", "stream_isa is null", true},
    {"\"working_set_bytes\":\t8192", "\"working_set_bytes\":\t4095",
     "sweeps.load[1].working_set_bytes is 4095", false},
    {"\"sweeps\":", "\"sweep\":", "sweeps.load is missing, expected an array", true},
    {"{", "[", "is not JSON: line", true},
};
enum { EDIT_COUNT = sizeof edits / sizeof *edits };

static void wrong_values_are_named(void **state)
{
    (void)state;
    const char *path = scratch_path("roofline.json");
    char *text = filled_text();
    for (int i = 0; i < EDIT_COUNT; i++) {
        mm_machine_roofline r;
        mm_error err = {0};
        char *changed = edited(text, edits[i].from, edits[i].to);
        scratch_put(path, changed, strlen(changed));
        free(changed);
        assert_int_equal(mm_machine_roofline_read(path, &r, &err), MM_IO);
        if (!strstr(err.text, edits[i].said) || !strstr(err.text, path))
            fail_msg("edit %d: got '%s', expected '%s'", i, err.text, edits[i].said);
        assert_int_equal(r.peak_count, 0);
    }
    free(text);
}

static void schema_refuses_what_it_should(void **state)
{
    (void)state;
    const char *path = scratch_path("roofline.json");
    char *text = filled_text();
    for (int i = 0; i < EDIT_COUNT; i++) {
        char *changed = edited(text, edits[i].from, edits[i].to);
        scratch_put(path, changed, strlen(changed));
        free(changed);
        if (edits[i].schema_refuses && validate("roofline.schema.json", path, true) != 1)
            fail_msg("edit %d is valid to the schema: '%s' for '%s'", i, edits[i].to, edits[i].from);
    }
    free(text);
}

/* Whatever the bytes: refused in one line, or accepted, and then what is written from it is stable. */
static mm_status read_damaged(const char *path, const char *bytes, size_t size)
{
    mm_machine_roofline r;
    mm_error err = {0};
    char *text = NULL, *again = NULL;
    scratch_put(path, bytes, size);
    mm_status status = mm_machine_roofline_read(path, &r, &err);
    if (status != MM_OK) {
        assert_int_equal(status, MM_IO);
        assert_non_null(strstr(err.text, path));
        assert_null(strchr(err.text, '\n'));
        return status;
    }
    assert_int_equal(mm_machine_roofline_to_text(&r, &text, NULL), MM_OK);
    scratch_put(path, text, strlen(text));
    assert_int_equal(mm_machine_roofline_read(path, &r, NULL), MM_OK);
    assert_int_equal(mm_machine_roofline_to_text(&r, &again, NULL), MM_OK);
    assert_string_equal(text, again);
    free(text);
    free(again);
    return status;
}

static void damaged_files_are_survived(void **state)
{
    (void)state;
    static const char likely[] = "\"\\{}[],:0-9eE.ntu\n\t \x80\xff";
    enum { ROUNDS = 10000 };
    const char *path = scratch_path("roofline.json");
    char *text = filled_text(), *bytes = strdup(text);
    size_t size = strlen(text);
    mm_random random = mm_random_new(3);
    int refused = 0;
    for (size_t length = 0; length < size - 1; length += 7)
        assert_int_equal(read_damaged(path, text, length), MM_IO);
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t draw = mm_random_uint64(&random);
        memcpy(bytes, text, size);
        bytes[draw % size] = draw >> 63 ? (char)(draw >> 40) : likely[(draw >> 40) % sizeof likely];
        refused += read_damaged(path, bytes, size) != MM_OK;
    }
    assert_in_range(refused, ROUNDS / 10, ROUNDS - ROUNDS / 100); /* both ways were taken */
    free(text);
    free(bytes);
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(rewriting_gives_equal_bytes),   cmocka_unit_test(what_follows_is_written),
        IN_SCRATCH(nothing_measured_is_valid_too), IN_SCRATCH(wrong_values_are_named),
        IN_SCRATCH(schema_refuses_what_it_should), IN_SCRATCH(damaged_files_are_survived),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("roofline_file", tests, NULL, NULL);
}
