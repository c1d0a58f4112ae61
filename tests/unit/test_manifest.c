#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <unistd.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "record/file.h"
#include "record/manifest.h"
#include "record/results.h"
#include "scratch.h"

static const char SHA256[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
static char *words[] = {"mmcli", "bench", "", "--out", "a \"b\" \xff", NULL};

/* Everything known. */
static void fill(mm_manifest *manifest)
{
    *manifest = (mm_manifest){
        .command_line = words,
        .seed = ~(mm_uint128)0,
        .threads = 1,
        .octave_version = "7.3.0",
        .gnuplot_version = "5.4",
        .start = {.tv_sec = 951782400}, /* 2000-02-29 00:00:00 UTC */
        .end = {.tv_sec = 951782400 + 3661, .tv_nsec = 999999999},
        .cpu = {"A CPU", "x86_64", 2, 2, {{1, "Data", 49152}, {3, "Unified", 314572800}}},
        .environment = {.governor = {"performance", ""},
                        .ac_power = {"ac", ""},
                        .affinity = {"0-1", ""},
                        .affinity_count = 2,
                        .cgroup_quota = {"1.50", ""},
                        .hypervisor = {"KVM", ""},
                        .kernel_release = {"6.1.0", ""},
                        .libc = {"glibc 2.36", ""}},
        .before = {true, 1.5, 100.25, 10, 20, ""},
        .after = {true, 1.75, 103.5, 13, 25, ""},
        .blas = {"openblas", "/lib/libopenblas.so.0", "0.3.21", "a config", "Haswell", 1, 64},
    };
}

/* One library that tells all, one that could not be loaded. */
static mm_provider timed[] = {
    {.label = "blis",
     .path = "/lib/libblis.so.4",
     .owner = {"dpkg", "libblis4-pthread", "0.9.0-1"},
     .blas = {.provider = "blis",
              .version = "0.9.0",
              .config = "BLIS",
              .kernel = "skx",
              .integer_bits = 32,
              .threading = "pthread"},
     .is_usable = true},
    {.label = "libx.so", .path = "/opt/libx.so", .reason = "crashed (signal 11)"},
};
static const mm_providers timed_providers = {.items = timed, .count = 2};

/* Nothing known but the reasons. */
static void fill_unknown(mm_manifest *manifest)
{
    *manifest = (mm_manifest){
        .threads = 1,
        .environment = {.governor = {"", "no cpufreq files"}, .ac_power = {"", "no power supply files"}},
        .before = {.has_steal = true},
        .after = {.has_steal = false, .reason = "/proc/stat went away"},
    };
}

static cJSON *tree_of(const mm_manifest *manifest)
{
    char *text = NULL;
    assert_int_equal(mm_manifest_to_text(manifest, SHA256, &text, NULL), MM_OK);
    assert_string_equal(text + strlen(text) - 2, "}\n");
    cJSON *root = cJSON_Parse(text);
    assert_non_null(root);
    free(text);
    return root;
}

static const cJSON *at(const cJSON *root, const char *section, const char *key)
{
    const cJSON *item = cJSON_GetObjectItem(*section ? cJSON_GetObjectItem(root, section) : root, key);
    if (!item)
        fail_msg("no %s.%s", section, key);
    return item;
}

static void assert_text(const cJSON *root, const char *section, const char *key, const char *expected)
{
    const cJSON *item = at(root, section, key);
    assert_true(cJSON_IsString(item));
    assert_string_equal(item->valuestring, expected);
}

/* Of every pair KEY, KEY_reason exactly one is null. Returns the number of pairs. */
static int check_reasons(const cJSON *object)
{
    int pairs = 0;
    const cJSON *reason;
    cJSON_ArrayForEach(reason, object)
    {
        char key[64];
        pairs += check_reasons(reason);
        size_t length = reason->string ? strlen(reason->string) : 0;
        if (length < 7 || strcmp(reason->string + length - 7, "_reason") != 0)
            continue;
        snprintf(key, sizeof key, "%.*s", (int)length - 7, reason->string);
        const cJSON *value = cJSON_GetObjectItem(object, key);
        assert_non_null(value);
        if (cJSON_IsNull(value) == cJSON_IsNull(reason))
            fail_msg("%s and %s: one must be null", key, reason->string);
        pairs++;
    }
    return pairs;
}

static void known_values_are_written(void **state)
{
    (void)state;
    mm_manifest manifest;
    fill(&manifest);
    manifest.interrupted = true;
    cJSON *root = tree_of(&manifest);
    const cJSON *line = at(root, "", "command_line");
    assert_int_equal(cJSON_GetArraySize(line), 5);
    assert_string_equal(cJSON_GetArrayItem(line, 2)->valuestring, "");
    assert_string_equal(cJSON_GetArrayItem(line, 4)->valuestring, "a \"b\" ?");
    assert_text(root, "", "schema", "gemmlab-manifest/1");
    assert_text(root, "", "seed", "340282366920938463463374607431768211455");
    assert_text(root, "", "start", "2000-02-29T00:00:00Z");
    assert_text(root, "", "end", "2000-02-29T01:01:01Z");
    assert_text(root, "", "results_sha256", SHA256);
    assert_true(cJSON_IsTrue(at(root, "", "interrupted")));
    assert_text(root, "versions", "octave", "7.3.0");
    assert_text(root, "versions", "blas", "0.3.21");
    assert_text(root, "versions", "cjson", cJSON_Version());
    assert_non_null(strstr(at(root, "versions", "compiler")->valuestring, __VERSION__));
    assert_text(root, "versions", "kernel", "6.1.0");
    assert_text(root, "cpu", "governor", "performance");
    assert_int_equal(cJSON_GetObjectItem(cJSON_GetArrayItem(at(root, "cpu", "caches"), 1), "level")->valueint,
                     3);
    assert_text(root, "blas", "path", "/lib/libopenblas.so.0");
    assert_int_equal(at(root, "blas", "threads_max")->valueint, 64);
    assert_text(root, "", "cgroup_quota", "1.50");
    assert_true(at(root, "", "steal_s")->valuedouble == 0.25);
    assert_true(at(root, "", "busy_s")->valuedouble == 3.25);
    assert_int_equal(at(root, "", "voluntary_switches")->valueint, 3);
    assert_int_equal(at(root, "", "involuntary_switches")->valueint, 5);
    assert_int_equal(check_reasons(root), 25);
    cJSON_Delete(root);
}

static void unknown_values_have_reasons(void **state)
{
    (void)state;
    mm_manifest manifest;
    fill_unknown(&manifest);
    cJSON *root = tree_of(&manifest);
    assert_int_equal(check_reasons(root), 25);
    assert_int_equal(cJSON_GetArraySize(at(root, "", "command_line")), 0);
    assert_text(root, "", "seed", "0");
    assert_text(root, "cpu", "governor_reason", "no cpufreq files");
    assert_text(root, "", "steal_s_reason", "/proc/stat went away");
    assert_text(root, "versions", "octave_reason", "not run from Octave");
    const char *const nulls[][2] = {{"versions", "octave"}, {"versions", "libc"}, {"cpu", "model"},
                                    {"cpu", "caches"},      {"blas", "threads"},  {"blas", "kernel"},
                                    {"", "steal_s"},        {"", "affinity"},     {"", "affinity_count"}};
    for (size_t i = 0; i < sizeof nulls / sizeof *nulls; i++)
        assert_true(cJSON_IsNull(at(root, nulls[i][0], nulls[i][1])));
    cJSON_Delete(root);
}

static void steal_never_runs_backwards(void **state)
{
    (void)state;
    mm_manifest manifest;
    fill(&manifest);
    manifest.after.steal_s = 1.0;
    cJSON *root = tree_of(&manifest);
    assert_true(at(root, "", "steal_s")->valuedouble == 0);
    cJSON_Delete(root);
}

static void environment_variables_are_as_set(void **state)
{
    (void)state;
    mm_manifest manifest;
    fill(&manifest);
    const char *was = getenv("OMP_NUM_THREADS");
    char *kept = was ? strdup(was) : NULL;
    setenv("OMP_NUM_THREADS", "1,\xe2\x82\xac\"\n\xc3", 1);
    cJSON *root = tree_of(&manifest);
    assert_text(root, "env", "OMP_NUM_THREADS", "1,\xe2\x82\xac\"\n?");
    cJSON_Delete(root);

    setenv("OMP_NUM_THREADS", "", 1);
    root = tree_of(&manifest);
    assert_text(root, "env", "OMP_NUM_THREADS", "");
    cJSON_Delete(root);

    unsetenv("OMP_NUM_THREADS");
    root = tree_of(&manifest);
    assert_true(cJSON_IsNull(at(root, "env", "OMP_NUM_THREADS")));
    int names = 0;
    while (mm_environment_variables[names])
        at(root, "env", mm_environment_variables[names++]);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(root, "env")), names);
    cJSON_Delete(root);
    if (kept)
        setenv("OMP_NUM_THREADS", kept, 1);
    free(kept);
}

static void equal_data_gives_equal_bytes(void **state)
{
    (void)state;
    mm_manifest manifest;
    char *first = NULL, *second = NULL;
    fill(&manifest);
    assert_int_equal(mm_manifest_to_text(&manifest, SHA256, &first, NULL), MM_OK);
    assert_int_equal(mm_manifest_to_text(&manifest, SHA256, &second, NULL), MM_OK);
    assert_string_equal(first, second);
    free(first);
    free(second);
}

static void write_text(const mm_manifest *manifest, const char *path)
{
    char *text = NULL;
    assert_int_equal(mm_manifest_to_text(manifest, SHA256, &text, NULL), MM_OK);
    scratch_put(path, text, strlen(text));
    free(text);
}

static void schema_takes_known_and_unknown(void **state)
{
    (void)state;
    const char *path = scratch_path("manifest.json");
    mm_manifest manifest;
    fill(&manifest);
    write_text(&manifest, path);
    assert_int_equal(validate("manifest.schema.json", path, false), 0);
    manifest.providers = &timed_providers;
    write_text(&manifest, path);
    assert_int_equal(validate("manifest.schema.json", path, false), 0);
    fill_unknown(&manifest);
    write_text(&manifest, path);
    assert_int_equal(validate("manifest.schema.json", path, false), 0);
}

static void timed_libraries_are_written(void **state)
{
    (void)state;
    mm_manifest manifest;
    fill(&manifest);
    cJSON *root = tree_of(&manifest);
    assert_null(cJSON_GetObjectItem(root, "providers")); /* where none was timed, nothing is said */
    cJSON_Delete(root);
    manifest.providers = &timed_providers;
    root = tree_of(&manifest);
    const cJSON *providers = cJSON_GetObjectItem(root, "providers");
    assert_int_equal(cJSON_GetArraySize(providers), 2);
    const cJSON *blis = cJSON_GetArrayItem(providers, 0), *other = cJSON_GetArrayItem(providers, 1);
    assert_string_equal(cJSON_GetObjectItem(blis, "package")->valuestring, "libblis4-pthread");
    assert_string_equal(cJSON_GetObjectItem(blis, "kernel")->valuestring, "skx");
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(blis, "failure")));
    assert_string_equal(cJSON_GetObjectItem(other, "failure")->valuestring, "crashed (signal 11)");
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(other, "integer_bits")));
    cJSON_Delete(root);
}

static void schema_refuses_what_it_should(void **state)
{
    (void)state;
    static const char *const edits[][2] = {
        {"gemmlab-manifest/1", "gemmlab-manifest/2"},
        {"\"seed\":\t\"3402", "\"seed\":\t\"0x02"},
        {"\"results_sha256\":\t\"b", "\"results_sha256\":\t\"g"},
        {"\"results_sha256\":\t\"b", "\"results_sha256\":\t\""},
        {"2000-02-29T00:00:00Z", "2000-02-29 00:00:00"},
        {"\"octave_reason\":\tnull", "\"octave_reason\":\t\"known all the same\""},
        {"\"octave\":\t\"7.3.0\"", "\"octave\":\tnull"},
        {"\"governor\":\t\"performance\"", "\"governor\":\tnull"},
        {"\"kernel\":\t\"Haswell\"", "\"kernel\":\tnull"},
        {"\"steal_s\":\t0.25", "\"steal_s\":\tnull"},
        {"\"steal_s\":\t0.25", "\"steal_s\":\t-0.25"},
        {"\"Unified\"", "\"Magic\""},
        {"\"threads\":\t1", "\"threads\":\t0"},
        {"\"OMP_NUM_THREADS\"", "\"OMP_NUM_TREADS\""},
        {"\"cpu\"", "\"extra\":\t1, \"cpu\""},
        {"\"interrupted\":\tfalse", "\"interrupted\":\tnull"},
    };
    const char *path = scratch_path("manifest.json");
    mm_manifest manifest;
    char *text = NULL, *changed = NULL;
    fill(&manifest);
    assert_int_equal(mm_manifest_to_text(&manifest, SHA256, &text, NULL), MM_OK);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        const char *found = strstr(text, edits[i][0]);
        assert_non_null(found);
        assert_true(asprintf(&changed, "%.*s%s%s", (int)(found - text), text, edits[i][1],
                             found + strlen(edits[i][0])) >= 0);
        scratch_put(path, changed, strlen(changed));
        free(changed);
        if (validate("manifest.schema.json", path, true) != 1)
            fail_msg("valid to the schema: '%s' for '%s'", edits[i][1], edits[i][0]);
    }
    free(text);
}

/* This machine, as it is. */
static void machine_is_recorded_in_both_files(void **state)
{
    (void)state;
    const char *dir = scratch_path("new/folder"), *rows_path = scratch_path("new/folder/results.json");
    const char *path = scratch_path("new/folder/manifest.json");
    mm_manifest manifest;
    mm_results results = {0};
    mm_manifest_begin(&manifest, words, 42, 1);
    mm_manifest_end(&manifest);
    assert_int_equal(mm_record_write(dir, &results, &manifest, NULL), MM_OK);
    assert_int_equal(mm_record_write(dir, &results, &manifest, NULL), MM_OK); /* over the old ones */
    assert_int_equal(scratch_count(dir), 2);

    char *rows = NULL, *text = NULL, sha256[MM_SHA256_HEX_SIZE];
    size_t size;
    assert_int_equal(mm_file_read(rows_path, &rows, &size, NULL), MM_OK);
    assert_int_equal(mm_file_read(path, &text, NULL, NULL), MM_OK);
    mm_sha256_hex(rows, size, sha256);
    cJSON *root = cJSON_Parse(text);
    assert_non_null(root);
    assert_text(root, "", "results_sha256", sha256);
    assert_text(root, "", "seed", "42");
    assert_int_equal(check_reasons(root), 25);
    assert_true(strcmp(at(root, "", "start")->valuestring, at(root, "", "end")->valuestring) <= 0);
    cJSON_Delete(root);
    free(rows);
    free(text);
    assert_int_equal(validate("results.schema.json", rows_path, false), 0);
    assert_int_equal(validate("manifest.schema.json", path, false), 0);
}

static char *read_manifest(void)
{
    char *text = NULL;
    assert_int_equal(mm_file_read(scratch_path("folder/manifest.json"), &text, NULL, NULL), MM_OK);
    return text;
}

static void every_data_file_is_listed_with_its_sha256(void **state)
{
    (void)state;
    char dir[512];
    snprintf(dir, sizeof dir, "%s", scratch_path("folder"));
    mm_manifest manifest;
    mm_results results = {0};
    char sha256[MM_SHA256_HEX_SIZE];
    fill(&manifest);
    manifest.after.steal_s = manifest.before.steal_s + 1.0 / 3; /* 17 digits, and the last one counts */
    assert_int_equal(mm_manifest_list_files(dir, NULL), MM_OK); /* there is no manifest yet */
    assert_int_equal(mm_record_write(dir, &results, &manifest, NULL), MM_OK);
    char *alone = read_manifest();
    scratch_put(scratch_path("folder/ladder.json"), "{}", 2);
    assert_int_equal(mm_manifest_list_files(dir, NULL), MM_OK);
    char *both = read_manifest();
    mm_sha256_hex("{}", 2, sha256);
    cJSON *root = cJSON_Parse(both), *list = cJSON_GetObjectItem(root, "sha256");
    assert_int_equal(cJSON_GetArraySize(list), 2);
    assert_string_equal(cJSON_GetObjectItem(list, "ladder.json")->valuestring, sha256);
    assert_string_equal(cJSON_GetObjectItem(list, "results.json")->valuestring,
                        cJSON_GetObjectItem(root, "results_sha256")->valuestring);
    assert_int_equal(validate("manifest.schema.json", scratch_path("folder/manifest.json"), false), 0);
    unlink(scratch_path("folder/ladder.json"));
    assert_int_equal(mm_manifest_list_files(dir, NULL), MM_OK);
    char *again = read_manifest();
    assert_string_equal(again, alone); /* every other byte stayed */
    cJSON_Delete(root);
    free(alone);
    free(both);
    free(again);
}

static void unwritable_folder_is_named(void **state)
{
    (void)state;
    mm_manifest manifest;
    mm_results results = {0};
    mm_error err = {0};
    fill(&manifest);
    scratch_put(scratch_path("file"), "x", 1);
    assert_int_equal(mm_record_write(scratch_path("file"), &results, &manifest, &err), MM_IO);
    assert_non_null(strstr(err.text, scratch_path("file")));
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_values_are_written),
        cmocka_unit_test(unknown_values_have_reasons),
        cmocka_unit_test(steal_never_runs_backwards),
        cmocka_unit_test(environment_variables_are_as_set),
        cmocka_unit_test(equal_data_gives_equal_bytes),
        IN_SCRATCH(schema_takes_known_and_unknown),
        IN_SCRATCH(schema_refuses_what_it_should),
        IN_SCRATCH(machine_is_recorded_in_both_files),
        IN_SCRATCH(every_data_file_is_listed_with_its_sha256),
        IN_SCRATCH(unwritable_folder_is_named),
        cmocka_unit_test(timed_libraries_are_written),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("manifest", tests, NULL, NULL);
}
