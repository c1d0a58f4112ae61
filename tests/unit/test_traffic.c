/* What products move between caches: the shapes that are simulated, the model, cachegrind's files and a real
 * run of it, against counts that can be worked out by hand. */
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

#include "measure/cache_misses.h"
#include "scratch.h"
#include "traffic/cachegrind.h"
#include "traffic/count.h"
#include "traffic/geometry.h"
#include "traffic/model.h"
#include "traffic/simulate.h"
#include "traffic/traffic.h"

static const mm_method *method_of(const char *name)
{
    const mm_method *method = NULL;
    assert_int_equal(mm_method_find(name, "cli", &method, NULL), MM_OK);
    return method;
}

/* --- geometry */

static void simulated_caches_have_a_power_of_two_of_sets(void **state)
{
    (void)state;
    static const struct {
        mm_geometry reported;
        int64_t sets;
        int ways;
    } cases[] = {
        {{1, 48 << 10, 12, 64}, 64, 12},      /* as it is */
        {{3, 32 << 20, 16, 64}, 32768, 16},   /* as it is */
        {{3, 300 << 20, 20, 64}, 131072, 37}, /* 245,760 sets: fewer sets, more ways */
        {{3, 36 << 20, 12, 64}, 32768, 18},   /* 49,152 sets */
        {{1, 32 << 10, 0, 0}, 64, 8},         /* nothing known */
        {{2, 1 << 20, 0, 128}, 512, 16},      /* ways unknown */
        {{2, 1 << 20, 16, 48}, 1024, 16},     /* a line of no power of two is none */
        {{1, 4096, 64, 64}, 1, 64},           /* fully associative */
        {{1, 100, 8, 64}, 1, 2},              /* absurd, but it can be simulated */
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        mm_geometry cache = mm_geometry_simulated(&cases[c].reported);
        assert_int_equal(mm_geometry_sets(&cache), cases[c].sets);
        assert_int_equal(cache.ways, cases[c].ways);
        assert_int_equal(cache.level, cases[c].reported.level);
        assert_int_equal(cache.size_bytes, cases[c].sets * cache.ways * cache.line_bytes);
        assert_true(cache.size_bytes <= cases[c].reported.size_bytes || cases[c].reported.size_bytes < 128);
    }
}

static void data_caches_come_in_order(void **state)
{
    (void)state;
    mm_intensity intensity = {0};
    mm_cpu cpu = {
        .cache_count = 4,
        .caches = {{.level = 3, .type = "Unified", .size_bytes = 8 << 20, .ways = 16, .line_bytes = 64},
                   {.level = 1, .type = "Instruction", .size_bytes = 64 << 10},
                   {.level = 1, .type = "Data", .size_bytes = 32 << 10, .ways = 8, .line_bytes = 64},
                   {.level = 2, .type = "Unified", .size_bytes = 512 << 10}}};
    mm_geometry_of_cpu(&cpu, &intensity);
    assert_int_equal(intensity.cache_count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(intensity.caches[i].level, i + 1);
        assert_int_equal(intensity.simulated[i].level, i + 1);
    }
    assert_int_equal(intensity.caches[1].ways, 0);
    assert_int_equal(intensity.simulated[1].ways, 16);
    assert_string_equal(intensity.caches_reason, "");

    cpu.cache_count = 0;
    mm_geometry_of_cpu(&cpu, &intensity);
    assert_int_equal(intensity.cache_count, 3);
    assert_non_null(strstr(intensity.caches_reason, "assumed"));
}

/* --- the model */

/* 32 lines of 64 bytes in one set, and N = 64 in fp32: a column has 4 lines, a matrix 256, a row of A
 * touches 64. */
enum { N = 64, LINE = 64 };
static const mm_geometry tiny = {1, 32 * LINE, 32, LINE};

/* Every element of A misses, as a row's 64 lines push each other out; a column of B is gone when the next row
 * comes, and so is the line of C. */
static const double naive_lines = N * N * N + 4.0 * N * N + N * N;
/* All of A passes by for each column of C; each line of B and C comes once. */
static const double reordered_lines = N * 256 + 256 + 256;

static void the_model_counts_lines(void **state)
{
    (void)state;
    assert_true(mm_model_bytes(method_of("naive"), MM_F32, N, &tiny) == LINE * naive_lines);
    assert_true(mm_model_bytes(method_of("reordered"), MM_F32, N, &tiny) == LINE * reordered_lines);
    const mm_geometry twice = {2, 128 * LINE, 128, LINE};
    assert_true(mm_model_bytes(method_of("naive"), MM_F32, N, &twice) == LINE * (256.0 + N * 256 + N * N));
}

static void what_fits_does_not_move(void **state)
{
    (void)state;
    static const char *const names[] = {"naive", "reordered", "blocked", "vectorised", "blas"};
    const mm_geometry large = {2, 1 << 20, 16, LINE}, medium = {2, 16 << 20, 16, LINE};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_true(mm_model_bytes(method_of(names[i]), MM_F32, 256, &large) == 0);
        /* N = 2048: 48 MiB. Nothing moves less than the three matrices, or than any order can. */
        double bytes = mm_model_bytes(method_of(names[i]), MM_F32, 2048, &medium);
        assert_true(bytes >= 3.0 * 2048 * 2048 * 4);
        assert_true(bytes >= mm_model_bytes(method_of("blas"), MM_F32, 2048, &medium));
    }
}

/* 1000 columns spread over all sets and a row of A fits; 1024, 4096 bytes apart, share a 64th of them. */
static void power_of_two_strides_reach_few_sets(void **state)
{
    (void)state;
    const mm_geometry L2 = {2, 1 << 20, 16, LINE};
    double spread = mm_model_bytes(method_of("naive"), MM_F32, 1000, &L2),
           crowded = mm_model_bytes(method_of("naive"), MM_F32, 1024, &L2);
    assert_true(crowded > 5 * spread);
    assert_true(crowded >= LINE * pow(1024, 3));
}

static void blocks_move_less_where_they_fit(void **state)
{
    (void)state;
    const mm_geometry L1 = {1, 48 << 10, 12, LINE}, small = {1, 4 << 10, 8, LINE};
    double blocked = mm_model_bytes(method_of("blocked"), MM_F32, 1000, &L1),
           reordered = mm_model_bytes(method_of("reordered"), MM_F32, 1000, &L1);
    assert_true(10 * blocked < reordered);
    assert_true(mm_model_bytes(method_of("blocked"), MM_F32, 1000, &small) > 10 * blocked);
}

static void the_bound_is_that_of_any_order(void **state)
{
    (void)state;
    double elements = 8192, n = 1000; /* S = 8192 doubles: 64 KiB */
    const mm_geometry cache = {1, 64 << 10, 16, LINE};
    double bytes = mm_model_bytes(method_of("blas"), MM_F64, (int64_t)n, &cache);
    assert_true(fabs(bytes / (8 * 2 * n * n * n / sqrt(elements)) - 1) < 1e-12);
    assert_non_null(strstr(mm_model_meaning(method_of("blas")), "any order"));
    assert_null(strstr(mm_model_meaning(method_of("naive")), "any order"));
}

/* --- cachegrind's files */

static void reads_what_cachegrind_wrote(void **state)
{
    (void)state;
    mm_cachegrind_misses misses;
    assert_int_equal(mm_cachegrind_read("tests/data/cachegrind.out", &misses, NULL), MM_OK);
    assert_int_equal(misses.first, 288171 + 71783);
    assert_int_equal(misses.last, 23126 + 34127);
}

static void refuses_what_cachegrind_did_not_write(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"", "no line 'events:'"},
        {"events: Ir D1mr D1mw DLmr DLmw\n", "no line 'summary:'"},
        {"events: Ir\nsummary: 7\n", "no count of the event D1mr"}, /* as without --cache-sim=yes */
        {"events: D1mr D1mw DLmr DLmw\nsummary: 1 2 3\n", "no count of the event DLmw"},
        {"events: D1mr D1mw DLmr DLmw\nsummary: 1 x 3 4\n", "no count of the event D1mw"},
        {"events: D1mr D1mw DLmr DLmw\nsummary: 1 2 3 -4\n", "no count of the event DLmw"},
        {"xevents: D1mr\nxsummary: 1\n", "no line 'events:'"},
    };
    const char *path = scratch_path("bad.out");
    mm_cachegrind_misses misses;
    mm_error err;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        scratch_put(path, cases[c].text, strlen(cases[c].text));
        assert_int_equal(mm_cachegrind_read(path, &misses, &err), MM_IO);
        assert_string_equal(err.id, "badFile");
        assert_non_null(strstr(err.text, cases[c].expected));
        assert_non_null(strstr(err.text, path));
    }
    assert_int_equal(mm_cachegrind_read(scratch_path("none.out"), &misses, &err), MM_IO);

    const char reversed[] = "summary: 4 3 2 1\nevents: DLmw DLmr D1mw D1mr\n";
    scratch_put(path, reversed, strlen(reversed));
    assert_int_equal(mm_cachegrind_read(path, &misses, NULL), MM_OK);
    assert_int_equal(misses.first, 3);
    assert_int_equal(misses.last, 7);
}

static void options_are_as_cachegrind_reads_them(void **state)
{
    (void)state;
    char text[MM_CACHEGRIND_OPTION_SIZE];
    const mm_geometry L1 = {1, 49152, 12, 64}, large = {3, INT64_C(1) << 40, 1 << 16, 128};
    mm_cachegrind_option("D1", &L1, text);
    assert_string_equal(text, "--D1=49152,12,64");
    mm_cachegrind_option("LL", &large, text);
    assert_string_equal(text, "--LL=1099511627776,65536,128");
}

/* --- real runs */

static const char *program(void)
{
    static char path[512];
    const char *build = getenv("BUILD");
    snprintf(path, sizeof path, "%s/mmcli", build && *build ? build : "build");
    return path;
}

/* Skips where valgrind is missing, and where mmcli is built with a sanitizer, which valgrind cannot run. */
static void need_valgrind(void)
{
    char version[32], command[600];
    snprintf(command, sizeof command, "nm %s 2>/dev/null | grep -q __asan_init", program());
    if (mm_simulate_find(version, sizeof version, NULL) != MM_OK || system(command) == 0 ||
        access(program(), X_OK) != 0)
        skip();
}

static double simulated_lines(const char *method, const mm_geometry *caches, int count, int level)
{
    mm_simulator simulator = {
        .program = program(), .caches = caches, .cache_count = count, .deadline_s = INFINITY};
    mm_simulation_time time;
    mm_intensity_row row = {0};
    mm_error err;
    if (mm_simulate(&simulator, method_of(method), MM_F32, N, &row, &time, &err) != MM_OK)
        fail_msg("%s", err.text);
    assert_string_not_equal(row.isa, "");
    assert_true(time.start_s > 0 && time.product_s >= 0);
    return row.bytes[level] / caches[level].line_bytes;
}

/* Where the stack lies, which the size of the environment decides, it takes a line or two of the tiny cache. */
static const double TOLERANCE = 0.05;

static void assert_within(double value, double expected, double share)
{
    if (fabs(value - expected) > share * expected)
        fail_msg("got %g, expected %g within %g %%", value, expected, 100 * share);
}

static void the_simulation_counts_what_can_be_worked_out(void **state)
{
    (void)state;
    need_valgrind();
    const mm_geometry caches[] = {tiny, {2, 8 << 10, 128, LINE}, {3, 256 << 10, 16, LINE}};
    assert_within(simulated_lines("reordered", caches, 3, 0), reordered_lines, TOLERANCE);
    assert_within(simulated_lines("naive", caches, 3, 0), naive_lines, TOLERANCE);
    /* In 128 lines a row of A stays for all columns of B, and the next row lies in the same lines. */
    assert_within(simulated_lines("naive", caches, 3, 1), 256 + N * 256 + N * N, TOLERANCE);
    assert_true(simulated_lines("naive", caches, 3, 2) < 20); /* all three matrices stay */
}

static void one_cache_is_enough(void **state)
{
    (void)state;
    need_valgrind();
    assert_within(simulated_lines("reordered", &tiny, 1, 0), reordered_lines, TOLERANCE);
}

static bool now(void)
{
    return true;
}

static void a_simulation_can_be_stopped(void **state)
{
    (void)state;
    need_valgrind();
    mm_simulator simulator = {.program = program(), .caches = &tiny, .cache_count = 1, .deadline_s = 0};
    mm_simulation_time time;
    mm_intensity_row row;
    mm_error err;
    assert_int_equal(mm_simulate(&simulator, method_of("naive"), MM_F32, 2000, &row, &time, &err),
                     MM_UNAVAILABLE);
    assert_string_equal(err.id, "tooLong");
    simulator.deadline_s = INFINITY;
    simulator.interrupted = now;
    assert_int_equal(mm_simulate(&simulator, method_of("naive"), MM_F32, 2000, &row, &time, &err),
                     MM_INTERRUPTED);
    simulator.interrupted = NULL;
    simulator.program = "/nonexistent/mmcli";
    assert_int_equal(mm_simulate(&simulator, method_of("naive"), MM_F32, N, &row, &time, &err),
                     MM_UNAVAILABLE);
    assert_string_equal(err.id, "simulationFailed");
    assert_non_null(strstr(err.text, "/nonexistent/mmcli"));
}

static mm_traffic_run small_run(mm_traffic_source source)
{
    static const mm_method *methods[2];
    static const int64_t sizes[] = {100};
    methods[0] = method_of("naive");
    methods[1] = method_of("blas");
    return (mm_traffic_run){.methods = methods,
                            .method_count = 2,
                            .sizes = sizes,
                            .size_count = 1,
                            .dtype = MM_F64,
                            .source = source,
                            .program = program()};
}

/* Everything that has to be there, and no more, whatever the source. */
static void check_rows(const mm_intensity *intensity, mm_traffic_source source)
{
    assert_int_equal(intensity->row_count, 2);
    for (int i = 0; i < 2; i++) {
        const mm_intensity_row *row = &intensity->rows[i];
        assert_int_equal(row->source, source);
        assert_int_equal(row->n, 100);
        for (int level = 0; level < intensity->cache_count && source == MM_TRAFFIC_MODEL; level++)
            assert_true(row->bytes[level] >= 0);
        assert_true(*row->reason || source == MM_TRAFFIC_COUNTERS || source == MM_TRAFFIC_SIMULATED);
    }
}

static void without_valgrind_there_is_the_model(void **state)
{
    (void)state;
    mm_intensity intensity = {0};
    mm_error err;
    char *before = getenv("VALGRIND") ? strdup(getenv("VALGRIND")) : NULL;
    setenv("VALGRIND", "/nonexistent/valgrind", 1);
    mm_traffic_run run = small_run(MM_TRAFFIC_NONE);
    assert_int_equal(mm_traffic_measure(&run, &intensity, &err), MM_OK);
    bool counters = !*intensity.source_reason[MM_TRAFFIC_COUNTERS];
    check_rows(&intensity, counters ? MM_TRAFFIC_COUNTERS : MM_TRAFFIC_MODEL);
    if (!counters)
        assert_non_null(strstr(intensity.source_reason[MM_TRAFFIC_SIMULATED], "make deps"));
    mm_intensity_free(&intensity);

    run.source = MM_TRAFFIC_SIMULATED;
    assert_int_equal(mm_traffic_measure(&run, &intensity, &err), MM_UNAVAILABLE);
    assert_string_equal(err.id, "noValgrind");
    assert_int_equal(intensity.row_count, 0);
    mm_intensity_free(&intensity);
    if (before)
        setenv("VALGRIND", before, 1);
    else
        unsetenv("VALGRIND");
    free(before);
}

static void the_model_needs_nothing(void **state)
{
    (void)state;
    mm_intensity intensity = {0};
    mm_traffic_run run = small_run(MM_TRAFFIC_MODEL);
    assert_int_equal(mm_traffic_measure(&run, &intensity, NULL), MM_OK);
    check_rows(&intensity, MM_TRAFFIC_MODEL);
    mm_intensity_free(&intensity);
}

static void what_does_not_fit_the_budget_says_so(void **state)
{
    (void)state;
    need_valgrind();
    mm_intensity intensity = {0};
    mm_traffic_run run = small_run(MM_TRAFFIC_SIMULATED);
    run.budget_s = 1e-3;
    assert_int_equal(mm_traffic_measure(&run, &intensity, NULL), MM_OK);
    check_rows(&intensity, MM_TRAFFIC_NONE);
    assert_non_null(strstr(intensity.rows[0].reason, "--budget"));
    mm_intensity_free(&intensity);
}

/* Where there are counters; else the reason why not. */
static void counters_count_or_say_why_not(void **state)
{
    (void)state;
    mm_cache_counters counters;
    mm_error err = {0};
    double lines[MM_CACHE_EVENT_COUNT];
    if (mm_cache_counters_open(&counters, &err) != MM_OK) {
        assert_int_equal(err.code, MM_UNAVAILABLE);
        assert_string_equal(err.id, "noCounters");
        assert_int_equal(mm_count_available(&err), MM_UNAVAILABLE);
        return;
    }
    enum { BYTES = 16 << 20 };
    volatile char *bytes = calloc(1, BYTES);
    assert_non_null(bytes);
    mm_cache_counters_start(&counters);
    for (int i = 0; i < BYTES; i += LINE)
        bytes[i]++;
    mm_cache_counters_stop(&counters, lines);
    mm_cache_counters_close(&counters);
    free((void *)bytes);
    for (int event = 0; event < MM_CACHE_EVENT_COUNT; event++)
        assert_true(isnan(lines[event]) || lines[event] >= 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simulated_caches_have_a_power_of_two_of_sets),
        cmocka_unit_test(data_caches_come_in_order),
        cmocka_unit_test(the_model_counts_lines),
        cmocka_unit_test(what_fits_does_not_move),
        cmocka_unit_test(power_of_two_strides_reach_few_sets),
        cmocka_unit_test(blocks_move_less_where_they_fit),
        cmocka_unit_test(the_bound_is_that_of_any_order),
        cmocka_unit_test(reads_what_cachegrind_wrote),
        cmocka_unit_test_setup_teardown(refuses_what_cachegrind_did_not_write, scratch_make, scratch_remove),
        cmocka_unit_test(options_are_as_cachegrind_reads_them),
        cmocka_unit_test(the_simulation_counts_what_can_be_worked_out),
        cmocka_unit_test(one_cache_is_enough),
        cmocka_unit_test(a_simulation_can_be_stopped),
        cmocka_unit_test(without_valgrind_there_is_the_model),
        cmocka_unit_test(the_model_needs_nothing),
        cmocka_unit_test(what_does_not_fit_the_budget_says_so),
        cmocka_unit_test(counters_count_or_say_why_not),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
