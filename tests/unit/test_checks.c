/* The sanity checks on made-up runs: what is found, in which words, and what is advised. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/checks.h"
#include "blas/kernel_isa.h"
#include "core/isa.h"

/* --- A healthy run: every check is made, and every one is well. */

static mm_results results;
static mm_manifest manifest;

static void set(char *text, size_t size, const char *value)
{
    snprintf(text, size, "%s", value);
}

static mm_row *add_row(const char *frontend, const char *method, int64_t n, double gflops)
{
    mm_row row = {.dtype = MM_F32,
                  .m = n,
                  .n = n,
                  .k = n,
                  .threads = 1,
                  .reps = 6,
                  .verified = true,
                  .verified_ok = true};
    set(row.frontend, sizeof row.frontend, frontend);
    set(row.method, sizeof row.method, method);
    row.median_s = row.min_s = mm_row_flop(&row) / gflops / 1e9;
    if (strcmp(method, "blas") == 0)
        set(row.provider, sizeof row.provider, "openblas");
    mm_row *added = mm_results_add_row(&results, &row);
    assert_non_null(added);
    return added;
}

static void set_fact(mm_fact *fact, const char *value, const char *reason)
{
    set(fact->value, sizeof fact->value, value);
    set(fact->reason, sizeof fact->reason, reason);
}

/* An openblas whose kernels are for this CPU; Prescott and the like are set by the tests. */
static void set_library(const char *provider, const char *kernel)
{
    set(manifest.blas.provider, sizeof manifest.blas.provider, provider);
    set(manifest.blas.kernel, sizeof manifest.blas.kernel, kernel);
}

static int begin(void **state)
{
    (void)state;
    results = (mm_results){.has_roofline = true,
                           .roofline = {.peak = {mm_isa_best(), MM_F32, 1, 100, 99, 5},
                                        .triad = {10, 10, 1 << 20},
                                        .ridge_flop_per_byte = 10}};
    add_row("octave", "naive", 64, 0.001);
    add_row("octave", "blas", 64, 40);
    add_row("octave", "blas", 1024, 80);
    add_row("cli", "blocked", 1024, 2);
    manifest = (mm_manifest){.threads = 1};
    set_library("openblas", "Haswell");
    set(manifest.blas.path, sizeof manifest.blas.path, "/somewhere/libopenblas.so.0");
    manifest.blas.threads = 1;
    set_fact(&manifest.environment.governor, "performance", "");
    set_fact(&manifest.environment.ac_power, "ac", "");
    set_fact(&manifest.environment.cgroup_quota, "none", "");
    manifest.environment.affinity_count = 1;
    manifest.before = (mm_counters){.has_steal = true, .steal_s = 5, .busy_s = 100};
    manifest.after = (mm_counters){.has_steal = true, .steal_s = 5, .busy_s = 110};
    return 0;
}

static int end(void **state)
{
    (void)state;
    mm_results_free(&results);
    return 0;
}

static mm_row *row_of(const char *frontend, const char *method, int64_t n)
{
    mm_row *row = (mm_row *)mm_results_find(&results, frontend, method, MM_F32, n, 1);
    assert_non_null(row);
    return row;
}

static void set_gflops(mm_row *row, double gflops)
{
    row->median_s = mm_row_flop(row) / gflops / 1e9;
}

/* Checks anew; returns the check, or NULL where it was left out. */
static const mm_check *checked(const char *id)
{
    const mm_check *found = NULL;
    results.check_count = 0;
    mm_checks_add(&results, &manifest);
    for (int i = 0; i < results.check_count; i++) {
        const mm_check *check = &results.checks[i];
        assert_true(*check->id && *check->message);
        assert_int_equal(check->ok,
                         *check->fix == '\0'); /* what is not well has a fix, what is well has none */
        assert_null(strpbrk(check->message, "\n"));
        assert_null(strpbrk(check->fix, "\n"));
        assert_null(strstr(check->message, "nan"));
        if (strcmp(check->id, id) == 0) {
            assert_null(found);
            found = check;
        }
    }
    return found;
}

static void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in: %s", part, text);
}

/* The check is well and says this. */
static void assert_well(const char *id, const char *message)
{
    const mm_check *check = checked(id);
    assert_non_null(check);
    if (!check->ok)
        fail_msg("%s is not well: %s", id, check->message);
    assert_contains(check->message, message);
}

/* The check is not well, says this, and advises that. */
static void assert_sick(const char *id, const char *message, const char *fix)
{
    const mm_check *check = checked(id);
    assert_non_null(check);
    if (check->ok)
        fail_msg("%s is well: %s", id, check->message);
    assert_contains(check->message, message);
    assert_contains(check->fix, fix);
}

static void assert_left_out(const char *id)
{
    assert_null(checked(id));
}

static void test_a_healthy_run(void **state)
{
    (void)state;
    static const char *const ids[] = {"agreement",       "naive-vectorised",
                                      "blas-rate",       "blas-kernel",
                                      "blas-over-naive", "roof",
                                      "threads",         "cpus",
                                      "governor",        "power",
                                      "quota",           "steal"};
    enum { COUNT = sizeof ids / sizeof *ids };
    for (int i = 0; i < COUNT; i++)
        assert_well(ids[i], "");
    assert_int_equal(results.check_count, COUNT);
    assert_well("agreement", "4 of 4 rows");
    assert_well("naive-vectorised", "1 MFLOPS at N=64");
    assert_well("blas-rate", "80 GFLOPS at N=1024");
    assert_well("blas-rate", "/somewhere/libopenblas.so.0");
    assert_well("blas-kernel",
                "80 % of the measured peak at N=1024; openblas selected its Haswell kernels (AVX2)");
    assert_well("blas-over-naive", "8e+04 times");
    assert_well("roof", "octave:blas, N=1024) is at 80.0 %");
}

/* Without rows only the machine's state can be judged. */
static void test_missing_rows_leave_checks_out(void **state)
{
    (void)state;
    static const char *const need_rows[] = {
        "agreement", "naive-vectorised", "blas-rate", "blas-kernel", "blas-over-naive", "roof", "threads"};
    mm_results_free(&results);
    for (size_t i = 0; i < sizeof need_rows / sizeof *need_rows; i++)
        assert_left_out(need_rows[i]);
    assert_int_equal(results.check_count, 5); /* cpus, governor, power, quota, steal */
}

/* --- Results. */

static void test_agreement(void **state)
{
    (void)state;
    row_of("cli", "blocked", 1024)->verified_ok = false;
    assert_sick("agreement", "3 of 4 rows", "do not use the failed method");
    row_of("cli", "blocked", 1024)->verified = false; /* not looked at is neither right nor wrong */
    assert_well("agreement", "3 of 3 rows");
}

static void test_naive_above_100_mflops(void **state)
{
    (void)state;
    set_gflops(row_of("octave", "naive", 64), 0.099);
    assert_well("naive-vectorised", "99 MFLOPS");
    set_gflops(row_of("octave", "naive", 64), 0.5);
    assert_sick("naive-vectorised", "500 MFLOPS", "vectorised by accident");
    row_of("octave", "naive", 64)->status = MM_ROW_EXTRAPOLATED; /* nothing was measured */
    assert_left_out("naive-vectorised");
    add_row("cli", "naive", 64, 1); /* the compiled loop may be as fast as it likes */
    assert_left_out("naive-vectorised");
}

static void test_slow_blas(void **state)
{
    (void)state;
    set_gflops(row_of("octave", "blas", 1024), 9);
    assert_sick("blas-rate", "9 GFLOPS", "throttled");
    static const char *const plain[] = {"netlib", "unknown"};
    for (int i = 0; i < 2; i++) {
        set_library(plain[i], "");
        assert_sick("blas-rate", plain[i], "install one (Debian: apt install libopenblas0");
        assert_sick("blas-rate", plain[i], "update-alternatives --config libblas.so.3");
    }
    set_gflops(row_of("octave", "blas", 1024), 11);
    assert_well("blas-rate", "11 GFLOPS");
}

/* Small products are slow for other reasons. */
static void test_small_blas_rows_prove_nothing(void **state)
{
    (void)state;
    row_of("octave", "blas", 1024)->status = MM_ROW_SKIPPED;
    set_gflops(row_of("octave", "blas", 64), 1);
    assert_left_out("blas-rate");
    assert_left_out("blas-kernel");
}

/* Libraries that were timed in processes of their own say nothing of the one that is linked. */
static void test_other_libraries_prove_nothing(void **state)
{
    (void)state;
    static const mm_providers timed;
    manifest.providers = &timed;
    mm_row *slow = add_row("cli", "blas", 1024, 3);
    set(slow->provider, sizeof slow->provider, "openblas");
    set(slow->kernel, sizeof slow->kernel, "an older one");
    row_of("octave", "blas", 1024)->status = MM_ROW_SKIPPED;
    assert_left_out("blas-rate");
    assert_left_out("blas-kernel");
    set(slow->kernel, sizeof slow->kernel, manifest.blas.kernel);
    assert_sick("blas-rate", "3 GFLOPS", "throttled");
    set(slow->provider, sizeof slow->provider, "openblas 0.3.21");
    assert_sick("blas-rate", "3 GFLOPS", "throttled");
    set(slow->provider, sizeof slow->provider, "openblas64");
    assert_left_out("blas-rate");
}

static void test_blas_over_naive(void **state)
{
    (void)state;
    set_gflops(row_of("octave", "blas", 1024), 0.04);
    assert_sick("blas-over-naive", "40 times", "blas-rate and blas-kernel");
    mm_row *naive = add_row("octave", "naive", 1024, 0.0005);
    naive->status = MM_ROW_EXTRAPOLATED;
    assert_well("blas-over-naive", "80 times as fast as the interpreted naive loop (extrapolated)");
}

static void test_roof_exceeded(void **state)
{
    (void)state;
    set_gflops(row_of("octave", "blas", 64), 101.9); /* the tolerance of a measured roof */
    assert_well("roof", "octave:blas, N=64) is at 101.9 %");
    set_gflops(row_of("octave", "blas", 64), 110);
    assert_sick("roof", "110.0 % of the measured peak", "cannot pass the roof");
    row_of("octave", "blas", 64)->threads = 2; /* two threads have two roofs */
    assert_well("roof", "80.0 %");
    results.roofline.peak.dtype = MM_F64; /* another roof altogether */
    assert_left_out("roof");
    results.has_roofline = false;
    assert_left_out("roof");
    assert_left_out("blas-kernel");
}

/* --- The kernels of the library. */

static void test_kernel_for_an_older_cpu(void **state)
{
    (void)state;
    set_gflops(row_of("octave", "blas", 1024), 18);
    set_library("openblas", "Prescott");
    unsetenv("OPENBLAS_CORETYPE");
    assert_sick("blas-kernel", "18 % of the measured peak", "");
    assert_sick("blas-kernel", "openblas selected its Prescott kernels (SSE2)", "");
    assert_sick("blas-kernel", mm_isa_label(mm_isa_best()), "");
    if (mm_isa_best() <= MM_ISA_SSE2) {
        assert_sick("blas-kernel", "Prescott", "not known to be too old");
        skip(); /* no CPU here for which Prescott would be old */
    }
    char wanted[64];
    snprintf(wanted, sizeof wanted, "export OPENBLAS_CORETYPE=%s ", mm_kernel_for("openblas", mm_isa_best()));
    assert_sick("blas-kernel", "Prescott", wanted);
    setenv("OPENBLAS_CORETYPE", "Prescott", 1); /* somebody asked for it */
    assert_sick("blas-kernel", "Prescott", "the environment has OPENBLAS_CORETYPE=Prescott: unset it");
    unsetenv("OPENBLAS_CORETYPE");
    set_library("blis", "generic");
    unsetenv("BLIS_ARCH_TYPE");
    assert_sick("blas-kernel", "blis selected its generic kernels", "export BLIS_ARCH_TYPE=");
}

/* Slow with kernels that are new enough, or that nobody knows: no variable would mend it. */
static void test_slow_for_another_reason(void **state)
{
    (void)state;
    static const char *const libraries[][3] = {{"openblas", "Cooperlake", "not known to be too old"},
                                               {"openblas", "Futurelake", "not known to be too old"},
                                               {"netlib", "", "no optimised BLAS is linked"}};
    set_gflops(row_of("octave", "blas", 1024), 18);
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        set_library(libraries[i][0], libraries[i][1]);
        assert_sick("blas-kernel", *libraries[i][1] ? libraries[i][1] : "unknown", libraries[i][2]);
        assert_null(strstr(checked("blas-kernel")->fix, "export"));
    }
    set_library("openblas", "Futurelake");
    assert_sick("blas-kernel", "instruction set unknown", "");
    set_library("openblas", "Prescott");
    set_gflops(row_of("octave", "blas", 1024), 61); /* it does well all the same */
    assert_well("blas-kernel", "Prescott");
}

/* --- The machine's state. */

static void test_threads(void **state)
{
    (void)state;
    manifest.blas.threads = 4;
    assert_sick("threads", "BLAS uses 4 threads, asked for 1", "OPENBLAS_NUM_THREADS=1");
    manifest.blas.threads = 0;
    assert_sick("threads", "unknown, openblas does not tell", "OMP_NUM_THREADS=1");
    manifest.threads = manifest.blas.threads = 2;
    assert_well("threads", "BLAS uses 2 threads, asked for 2");
    for (int i = 0; i < results.row_count; i++)
        results.rows[i].provider[0] = '\0'; /* no row is by a BLAS */
    assert_left_out("threads");
}

static void test_governor_and_power(void **state)
{
    (void)state;
    set_fact(&manifest.environment.governor, "powersave", "");
    assert_sick("governor", "CPU frequency governor: powersave", "cpupower frequency-set -g performance");
    set_fact(&manifest.environment.governor, "mixed: performance,powersave", "");
    assert_sick("governor", "mixed", "cpupower");
    set_fact(&manifest.environment.governor, "", "no such file");
    assert_sick("governor", "unknown (no such file)", "cpupower"); /* unknown is not well */
    set_fact(&manifest.environment.ac_power, "battery", "");
    assert_sick("power", "power supply: battery", "plug the machine in");
    set_fact(&manifest.environment.ac_power, "", "none listed");
    assert_sick("power", "unknown (none listed)", "plug the machine in");
}

static void test_more_threads_than_cpus(void **state)
{
    (void)state;
    manifest.environment.affinity_count = 0;
    assert_left_out("cpus");
    manifest.environment.affinity_count = 2;
    results.rows[0].threads = 2;
    assert_well("cpus", "asked for: 2, CPUs that this process may run on: 2");
    results.rows[0].threads = 3;
    assert_sick("cpus", "asked for: 3", "ask for 2 at most");
    results.rows[0].threads = 1;
    manifest.threads = 3; /* asked for, though no row was measured so */
    assert_sick("cpus", "asked for: 3", "taskset");
}

static void test_quota(void **state)
{
    (void)state;
    static const struct {
        const char *quota;
        int threads;
        bool ok;
    } known[] = {{"0.50", 1, false}, {"1.00", 1, true}, {"1.50", 1, true},
                 {"1.50", 2, false}, {"2.00", 2, true}, {"none", 64, true}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        set_fact(&manifest.environment.cgroup_quota, known[i].quota, "");
        results.rows[0].threads = known[i].threads;
        if (known[i].ok)
            assert_well("quota", known[i].quota);
        else
            assert_sick("quota", known[i].quota, "raise the container's CPU limit");
    }
    set_fact(&manifest.environment.cgroup_quota, "", "unreadable");
    assert_sick("quota", "unknown (unreadable)", "CPU limit");
}

static void test_steal(void **state)
{
    (void)state;
    manifest.after.steal_s = 5.1; /* 0.1 of 10.1 s */
    assert_well("steal", "0.99 %");
    manifest.after.steal_s = 6;
    assert_sick("steal", "9.09 %", "other virtual machines took the CPU away");
    manifest.after.busy_s = manifest.before.busy_s; /* nothing was done: no share */
    manifest.after.steal_s = manifest.before.steal_s;
    assert_well("steal", "0.00 %");
    manifest.after.steal_s -= 0.01; /* the kernel's counter can step back by a tick */
    assert_well("steal", ": 0.00 %");
    manifest.after = (mm_counters){.reason = "gone"};
    assert_sick("steal", "unknown (gone)", "repeat the run");
    manifest.before = (mm_counters){.reason = "/proc/stat: no access"};
    assert_sick("steal", "unknown (/proc/stat: no access)", "repeat the run");
}

#define CHECK_TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CHECK_TEST(test_a_healthy_run),
        CHECK_TEST(test_missing_rows_leave_checks_out),
        CHECK_TEST(test_agreement),
        CHECK_TEST(test_naive_above_100_mflops),
        CHECK_TEST(test_slow_blas),
        CHECK_TEST(test_small_blas_rows_prove_nothing),
        CHECK_TEST(test_other_libraries_prove_nothing),
        CHECK_TEST(test_blas_over_naive),
        CHECK_TEST(test_roof_exceeded),
        CHECK_TEST(test_kernel_for_an_older_cpu),
        CHECK_TEST(test_slow_for_another_reason),
        CHECK_TEST(test_threads),
        CHECK_TEST(test_governor_and_power),
        CHECK_TEST(test_more_threads_than_cpus),
        CHECK_TEST(test_quota),
        CHECK_TEST(test_steal),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("checks", tests, NULL, NULL);
}
