/* A whole benchmark, with compiled methods and with a front end of the test's own, whose methods take as long
 * as they are told, compute what they are told, and fail when they are told. */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "bench/bench.h"
#include "bench/lab.h"
#include "kernels/kernels.h"
#include "measure/clock.h"
#include "record/file.h"
#include "scratch.h"

/* --- The clock: this process's CPU time, in which other programs have no part, set forward by the fake
 * methods, so that minutes pass in no time. It takes the place of measure/clock.c, which the linker then
 * leaves in the library. */

static double skipped_s;

double mm_clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec + skipped_s;
}

double mm_clock_tick_s(void)
{
    return 1e-7;
}

/* --- The front end. */

enum { N_MAX = 512 };

typedef enum fault_kind {
    NO_FAULT,
    WRONG,
    LAZY,
    BROKEN,
    UNPREPARED,
    UNAVAILABLE,
    INTERRUPTED,
    EXIT_THREAD
} fault_kind;

/* A method of the front end; the tests set it up, and read the counts. */
typedef struct fake {
    fault_kind fault;
    int64_t fault_n;                /* only at this size; 0: at all */
    bool fault_when_timed;          /* at the third call that is timed, instead of when verified */
    double call_s;                  /* at N = 16; in proportion to the operations otherwise */
    double timed_call_s;            /* the same, for calls that are timed; 0: as call_s */
    int verified, timed[N_MAX + 1]; /* calls, with and without a product wanted; timed by size */
} fake;

enum { FAKES = 3 };
static fake fakes[FAKES];
static int prepared_count, released_count;

static const mm_method fake_methods[FAKES] = {
    {.frontend = "fake", .name = "first", .summary = "", .octave_call = "first"},
    {.frontend = "fake", .name = "second", .summary = "", .octave_call = "second"},
    {.frontend = "fake", .name = "third", .summary = "", .octave_call = "third", .uses_blas = true},
};

typedef struct prepared {
    fake *method;
    mm_matrix A, B;
} prepared;

static bool is_faulty(const fake *method, int64_t n, bool timed)
{
    bool due = !timed || method->timed[n] == 3;
    return method->fault != NO_FAULT && timed == method->fault_when_timed && due &&
           (method->fault_n == 0 || method->fault_n == n);
}

/* The inputs are those of NumPy's generator, for everybody. */
static void assert_inputs(const mm_matrix *A, const mm_matrix *B)
{
    mm_matrix a, b;
    assert_int_equal(mm_random_inputs(42, A->dtype, A->rows, B->cols, A->cols, &a, &b, NULL), MM_OK);
    assert_memory_equal(A->data, a.data, (size_t)(A->rows * A->cols) * mm_dtype_bytes(A->dtype));
    assert_memory_equal(B->data, b.data, (size_t)(B->rows * B->cols) * mm_dtype_bytes(B->dtype));
    mm_matrix_free(&a);
    mm_matrix_free(&b);
}

static void *prepare(void *context, const mm_method *method, const mm_matrix *A, const mm_matrix *B,
                     mm_error *err)
{
    assert_ptr_equal(context, fakes);
    fake *f = &fakes[method - fake_methods];
    assert_inputs(A, B);
    if (f->fault == UNPREPARED && is_faulty(f, B->cols, false)) {
        mm_fail(err, MM_IO, "unprepared", "could not be prepared");
        return NULL;
    }
    prepared *made = malloc(sizeof *made);
    assert_non_null(made);
    *made = (prepared){f, *A, *B};
    prepared_count++;
    return made;
}

static void release(void *context, void *call)
{
    assert_ptr_equal(context, fakes);
    free(call);
    released_count++;
}

static mm_status misbehave(const fake *f, mm_error *err)
{
    switch (f->fault) {
    case BROKEN:
        return mm_fail(err, MM_FINDING, "broke", "the method broke");
    case UNAVAILABLE:
        return mm_fail(err, MM_UNAVAILABLE, "missing", "the front end is missing");
    case INTERRUPTED:
        return mm_fail(err, MM_INTERRUPTED, "interrupted", "by the front end");
    case EXIT_THREAD:
        pthread_exit(NULL); /* unwinds as an exception does */
    default:
        return MM_OK;
    }
}

static mm_status run(void *context, void *call, mm_matrix *C, mm_error *err)
{
    assert_ptr_equal(context, fakes);
    const prepared *p = call;
    fake *f = p->method;
    int64_t m = p->A.rows, n = p->B.cols, k = p->A.cols;
    bool timed = !C;
    f->verified += !timed;
    f->timed[n] += timed;
    double call_s = timed && f->timed_call_s > 0 ? f->timed_call_s : f->call_s;
    skipped_s += call_s * (double)m * (double)n * (double)k / (16 * 16 * 16);
    bool faulty = is_faulty(f, n, timed);
    mm_status status = faulty ? misbehave(f, err) : MM_OK;
    if (status != MM_OK || timed || (faulty && f->fault == LAZY))
        return status;
    mm_naive_f32(m, n, k, p->A.data, p->A.ld, p->B.data, p->B.ld, C->data, C->ld);
    if (faulty && f->fault == WRONG)
        mm_matrix_set(C, m - 1, n - 1, mm_matrix_get(C, m - 1, n - 1) + 1);
    return MM_OK;
}

static const mm_frontend frontend = {"fake", prepare, run, release, fakes};

/* --- A run, ready to be changed by a test. */

static mm_entry entries[8];
static mm_shape shapes[8];
static mm_results results;
static mm_manifest manifest;
static mm_error err;
static char *command_line[] = {"test", "bench", NULL};
static char out_dir[512];

/* Methods of 1 ms at N = 16, no faults, and a budget that has room for all that is small. (The roofline,
 * which is real, takes its share of the budget.) */
static mm_bench begin(int fake_count, const char *out)
{
    skipped_s = 0;
    prepared_count = released_count = 0;
    memset(fakes, 0, sizeof fakes);
    for (int i = 0; i < FAKES; i++)
        fakes[i].call_s = 0.001;
    for (int i = 0; i < fake_count; i++)
        entries[i] = (mm_entry){.method = &fake_methods[i], .threads = 1};
    results = (mm_results){0};
    manifest = (mm_manifest){0};
    err = (mm_error){0};
    if (out)
        snprintf(out_dir, sizeof out_dir, "%s", scratch_path(out));
    return (mm_bench){.entries = entries,
                      .entry_count = fake_count,
                      .shapes = shapes,
                      .dtype = MM_F32,
                      .seed = 42,
                      .min_reps = 6,
                      .min_time_s = 0.001,
                      .budget_s = 3,
                      .out_dir = out ? out_dir : NULL,
                      .command_line = command_line,
                      .frontend = &frontend};
}

/* Methods of 10 ms at N = 16 and 12 s for everything: 0.01, 0.08 and 0.64 s a call fit, six times and the
 * warm-up; the 5.12 s of N = 128 do not. */
static mm_bench begin_with_budget(int fake_count, const char *out)
{
    mm_bench bench = begin(fake_count, out);
    bench.budget_s = 12;
    for (int i = 0; i < FAKES; i++)
        fakes[i].call_s = 0.01;
    return bench;
}

static void set_sizes(mm_bench *bench, int count, const int64_t *sizes)
{
    bench->shape_count = count;
    for (int i = 0; i < count; i++)
        shapes[i] = (mm_shape){sizes[i], sizes[i], sizes[i]};
}

static mm_status finish(const mm_bench *bench)
{
    mm_status status = mm_bench_run(bench, &results, &manifest, &err);
    assert_int_equal(prepared_count, released_count);
    return status;
}

static const mm_row *row_of(const char *method, int64_t n)
{
    const mm_row *found = NULL;
    for (int i = 0; i < results.row_count; i++)
        if (strcmp(results.rows[i].method, method) == 0 && results.rows[i].n == n) {
            assert_null(found); /* once */
            found = &results.rows[i];
        }
    if (!found)
        fail_msg("no row for %s at N = %lld", method, (long long)n);
    return found;
}

static const mm_check *check_of(const char *id)
{
    for (int i = 0; i < results.check_count; i++)
        if (strcmp(results.checks[i].id, id) == 0)
            return &results.checks[i];
    return NULL;
}

static void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in: %s", part, text);
}

/* The path of a file in the run's folder; good until the next call. */
static const char *out_path(const char *name)
{
    static char path[sizeof out_dir + 64];
    snprintf(path, sizeof path, "%s/%s", out_dir, name);
    return path;
}

static cJSON *read_json(const char *name)
{
    char *text = NULL;
    assert_int_equal(mm_file_read(out_path(name), &text, NULL, NULL), MM_OK);
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    free(text);
    return json;
}

/* The files say the same as what was returned. */
static void assert_files(int rows, bool interrupted)
{
    cJSON *json = read_json("manifest.json");
    assert_int_equal(cJSON_IsTrue(cJSON_GetObjectItem(json, "interrupted")), interrupted);
    assert_int_equal(manifest.interrupted, interrupted);
    cJSON_Delete(json);
    json = read_json("results.json");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(json, "results")), rows);
    assert_int_equal(results.row_count, rows);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(json, "checks")), results.check_count);
    assert_true(results.check_count > 0);
    cJSON_Delete(json);
}

/* --- Compiled methods. */

static void assert_measured(const mm_row *row, int min_reps)
{
    assert_int_equal(row->status, MM_ROW_MEASURED);
    assert_true(row->reps >= min_reps && row->calls_per_rep >= 1 && row->samples_s);
    assert_true(row->min_s > 0 && row->min_s <= row->median_s);
    assert_true(row->ci95_s[0] <= row->median_s && row->median_s <= row->ci95_s[1]);
    assert_true(row->verified && row->verified_ok && row->max_error <= row->error_bound);
    assert_true(row->extrapolated_from[0] == 0);
    double total_s = 0;
    for (int i = 0; i < row->reps; i++) {
        assert_true(row->samples_s[i] >= row->min_s);
        total_s += row->samples_s[i] * (double)row->calls_per_rep;
    }
    assert_true(total_s >= 0.001 * (1 - 1e-9));
}

static void test_rows_of_compiled_methods(void **state)
{
    (void)state;
    static const char *const names[] = {"naive", "blocked", "vectorised", "einsum", "blas"};
    enum { NAMES = sizeof names / sizeof *names };
    mm_bench bench = begin(0, "compiled");
    bench.frontend = NULL;
    bench.budget_s = 0;
    bench.entry_count = NAMES;
    bench.shape_count = 3;
    shapes[0] = (mm_shape){5, 3, 4};
    shapes[1] = (mm_shape){33, 20, 7};
    shapes[2] = (mm_shape){40, 40, 40};
    for (int i = 0; i < NAMES; i++) {
        entries[i] = (mm_entry){.threads = 1};
        assert_int_equal(mm_method_find(names[i], "cli", &entries[i].method, NULL), MM_OK);
    }
    assert_int_equal(finish(&bench), MM_OK);
    assert_files(3 * NAMES, false);
    for (int i = 0; i < NAMES; i++)
        for (int s = 0; s < 3; s++) {
            const mm_row *row = row_of(names[i], shapes[s].n);
            assert_measured(row, 6);
            assert_string_equal(row->reason, "");
            assert_string_equal(row->frontend, "cli");
            assert_int_equal(row->dtype, MM_F32);
            assert_true(row->m == shapes[s].m && row->k == shapes[s].k && row->threads == 1);
            assert_int_equal(*row->provider != '\0', entries[i].method->uses_blas);
        }
    assert_true(results.has_roofline ? results.roofline.peak.gflops > 0 : *results.roofline_reason != '\0');
    assert_true(check_of("agreement")->ok);
    assert_true(manifest.seed == 42 && manifest.threads == 1);
    assert_true(manifest.end.tv_sec >= manifest.start.tv_sec);
    mm_results_free(&results);
    assert_int_equal(validate("results.schema.json", out_path("results.json"), false), 0);
    assert_int_equal(validate("manifest.schema.json", out_path("manifest.json"), false), 0);
}

static void test_verify_only(void **state)
{
    (void)state;
    mm_bench bench = begin(2, "verify");
    bench.verify_only = true;
    bench.budget_s = 0;
    entries[2] = (mm_entry){.threads = 1};
    assert_int_equal(mm_method_find("cli:blocked", "cli", &entries[2].method, NULL), MM_OK);
    bench.entry_count = 3;
    set_sizes(&bench, 2, (const int64_t[]){7, 20});
    assert_int_equal(finish(&bench), MM_OK);
    assert_files(6, false);
    assert_false(results.has_roofline);
    for (int i = 0; i < results.row_count; i++) {
        assert_int_equal(results.rows[i].status, MM_ROW_SKIPPED);
        assert_string_equal(results.rows[i].reason, "verified, not timed");
        assert_true(results.rows[i].verified && results.rows[i].verified_ok);
        assert_true(results.rows[i].reps == 0 && results.rows[i].median_s == 0);
    }
    for (int n = 0; n <= N_MAX; n++)
        assert_int_equal(fakes[0].timed[n], 0);
    mm_results_free(&results);
}

static void test_threads_at_the_largest_shape_only(void **state)
{
    (void)state;
    mm_bench bench = begin(2, NULL);
    entries[1] = (mm_entry){.method = &fake_methods[0], .threads = 2, .largest_only = true};
    set_sizes(&bench, 2, (const int64_t[]){8, 16});
    assert_int_equal(finish(&bench), MM_OK);
    assert_int_equal(results.row_count, 3);
    assert_non_null(mm_results_find(&results, "fake", "first", MM_F32, 8, 1));
    assert_non_null(mm_results_find(&results, "fake", "first", MM_F32, 16, 1));
    assert_non_null(mm_results_find(&results, "fake", "first", MM_F32, 16, 2));
    mm_results_free(&results);
}

/* The checks are about the threads asked for, whichever row came last. */
static void test_threads_are_set_back_before_the_checks(void **state)
{
    (void)state;
    mm_bench bench = begin(0, NULL);
    bench.frontend = NULL;
    bench.entry_count = 2;
    entries[0] = (mm_entry){.threads = 1, .smallest_only = true};
    entries[1] = (mm_entry){.threads = 2, .largest_only = true};
    for (int i = 0; i < 2; i++)
        assert_int_equal(mm_method_find("blas", "cli", &entries[i].method, NULL), MM_OK);
    set_sizes(&bench, 2, (const int64_t[]){8, 16});
    assert_int_equal(finish(&bench), MM_OK);
    assert_int_equal(check_of("threads")->ok, manifest.blas.threads == 1); /* 0: the library does not tell */
    mm_results_free(&results);
}

/* --- The budget. */

static void test_what_does_not_fit_is_extrapolated(void **state)
{
    (void)state;
    mm_bench bench = begin_with_budget(1, "budget");
    set_sizes(&bench, 6, (const int64_t[]){16, 32, 64, 128, 0, 256});
    shapes[4] = (mm_shape){100, 200, 300};
    assert_int_equal(finish(&bench), MM_OK);
    assert_files(6, false);
    for (int64_t n = 16; n <= 64; n *= 2)
        assert_measured(row_of("first", n), 6);
    const mm_row *measured = row_of("first", 64);
    assert_true(measured->median_s >= 0.64);
    for (int s = 3; s < 6; s++) {
        const mm_row *row = row_of("first", shapes[s].n);
        double ratio = mm_shape_flop(&shapes[s]) / (2.0 * 64 * 64 * 64);
        assert_int_equal(row->status, MM_ROW_EXTRAPOLATED);
        for (int i = 0; i < 3; i++)
            assert_int_equal(row->extrapolated_from[i], 64);
        assert_true(row->median_s == measured->median_s * ratio);
        assert_true(row->ci95_s[0] == 0 &&
                    row->ci95_s[1] == 0); /* caches may give way: nothing is promised */
        assert_true(row->min_s == 0 && row->reps == 0 && !row->samples_s && !row->verified);
        assert_contains(row->reason, "does not fit the budget");
        assert_contains(row->reason, "extrapolated from N=64 by T(N) = 8 T(N/2)");
        assert_int_equal(fakes[0].timed[shapes[s].n], 0);
    }
    assert_true(row_of("first", 128)->median_s == 8 * measured->median_s);
    assert_true(row_of("first", 256)->median_s == 64 * measured->median_s);
    assert_int_equal(prepared_count, 1 + 3); /* the agreement, and a shape each */
    mm_results_free(&results);
}

/* A quick method has all its sizes beside a slow one that does not. */
static void test_each_method_has_its_own_limit(void **state)
{
    (void)state;
    mm_bench bench = begin_with_budget(2, NULL);
    fakes[1].call_s = 0.0001;
    set_sizes(&bench, 4, (const int64_t[]){16, 32, 64, 128});
    assert_int_equal(finish(&bench), MM_OK);
    for (int s = 0; s < 4; s++) {
        assert_int_equal(row_of("first", shapes[s].n)->status, s < 3 ? MM_ROW_MEASURED : MM_ROW_EXTRAPOLATED);
        assert_int_equal(row_of("second", shapes[s].n)->status, MM_ROW_MEASURED);
    }
    mm_results_free(&results);
}

static void test_nothing_fits(void **state)
{
    (void)state;
    mm_bench bench = begin_with_budget(1, "nothing");
    fakes[0].call_s = 10;
    set_sizes(&bench, 2, (const int64_t[]){16, 32});
    assert_int_equal(finish(&bench), MM_OK);
    assert_files(2, false); /* it is the answer to what was asked */
    for (int s = 0; s < 2; s++) {
        const mm_row *row = row_of("first", shapes[s].n);
        assert_int_equal(row->status, MM_ROW_SKIPPED);
        assert_string_equal(row->reason,
                            "does not fit the budget, and nothing smaller was measured to extrapolate from");
    }
    mm_results_free(&results);
}

/* Calls that turn out slower than they were predicted run into the deadline. */
static void test_cut_short_by_the_budget(void **state)
{
    (void)state;
    mm_bench bench = begin_with_budget(1, NULL);
    fakes[0].timed_call_s = 4;
    set_sizes(&bench, 2, (const int64_t[]){16, 32});
    assert_int_equal(finish(&bench), MM_OK);
    const mm_row *row = row_of("first", 16);
    assert_int_equal(row->status, MM_ROW_MEASURED);
    assert_true(row->reps >= 1 && row->reps <= 3);
    assert_contains(row->reason, "cut short by the budget");
    assert_true(row->ci95_s[0] == 0 && row->ci95_s[1] == 0);
    assert_int_equal(row_of("first", 32)->status, MM_ROW_EXTRAPOLATED);
    mm_results_free(&results);
}

/* --- Methods that are wrong. */

static void check_wrong_everywhere(fault_kind fault)
{
    mm_bench bench = begin(2, "wrong");
    fakes[1].fault = fault;
    set_sizes(&bench, 2, (const int64_t[]){8, 16});
    assert_int_equal(finish(&bench), MM_FINDING);
    assert_string_equal(err.id, "wrongResult");
    assert_contains(err.text, "fake:second");
    assert_files(4, false);
    for (int s = 0; s < 2; s++) {
        const mm_row *row = row_of("second", shapes[s].n);
        assert_int_equal(row->status, MM_ROW_FAILED);
        assert_true(row->verified && !row->verified_ok && row->reps == 0 && !row->samples_s);
        assert_contains(row->reason, "wrong result at 64x64x64");
        assert_int_equal(fakes[1].timed[shapes[s].n], 0);
        assert_measured(row_of("first", shapes[s].n), 6); /* the others go on */
    }
    assert_false(check_of("agreement")->ok);
    mm_results_free(&results);
}

static void test_wrong_methods_are_not_timed(void **state)
{
    (void)state;
    check_wrong_everywhere(WRONG);
    check_wrong_everywhere(LAZY); /* C keeps what was in it: not a product */
}

static void test_wrong_at_one_size(void **state)
{
    (void)state;
    mm_bench bench = begin(1, NULL);
    fakes[0].fault = WRONG;
    fakes[0].fault_n = 16;
    set_sizes(&bench, 3, (const int64_t[]){8, 16, 32});
    assert_int_equal(finish(&bench), MM_FINDING);
    assert_contains(err.text, "fake:first at 16x16x16");
    assert_measured(row_of("first", 8), 6);
    assert_measured(row_of("first", 32), 6);
    assert_int_equal(row_of("first", 16)->status, MM_ROW_FAILED);
    assert_contains(row_of("first", 16)->reason, "wrong result at this size");
    assert_int_equal(fakes[0].timed[16], 0);
    mm_results_free(&results);
}

/* --- Methods that fail. */

static void check_failing(fault_kind fault, int64_t n, const char *reason)
{
    mm_bench bench = begin(2, NULL);
    fakes[0].fault = fault;
    fakes[0].fault_n = n;
    set_sizes(&bench, 2, (const int64_t[]){8, 16});
    assert_int_equal(finish(&bench), MM_FINDING);
    for (int s = 0; s < 2; s++) {
        const mm_row *row = row_of("first", shapes[s].n);
        bool fails = n == 64 || n == shapes[s].n; /* at 64, all were asked to agree */
        assert_int_equal(row->status, fails ? MM_ROW_FAILED : MM_ROW_MEASURED);
        assert_string_equal(row->reason, fails ? reason : "");
        assert_true(!fails || !row->verified);
        assert_measured(row_of("second", shapes[s].n), 6);
    }
    mm_results_free(&results);
}

static void test_failing_methods_become_failed_rows(void **state)
{
    (void)state;
    static const int64_t sizes[] = {8, 64};
    for (int i = 0; i < 2; i++) {
        check_failing(BROKEN, sizes[i], "the method broke");
        check_failing(UNPREPARED, sizes[i], "could not be prepared");
    }
}

/* A failure while being timed ends the run; what was measured stays. */
static void test_failing_while_timed(void **state)
{
    (void)state;
    mm_bench bench = begin(1, "failing");
    fakes[0].fault = BROKEN;
    fakes[0].fault_n = 16;
    fakes[0].fault_when_timed = true;
    set_sizes(&bench, 3, (const int64_t[]){8, 16, 32});
    assert_int_equal(finish(&bench), MM_FINDING);
    assert_string_equal(err.text, "the method broke");
    assert_files(3, true);
    assert_measured(row_of("first", 8), 6);
    assert_int_equal(row_of("first", 16)->reps, 2);
    assert_contains(row_of("first", 16)->reason, "cut short as the run was stopped: 2 of 6");
    mm_results_free(&results);
}

static void test_missing_front_ends(void **state)
{
    (void)state;
    mm_bench bench = begin(1, "missing");
    set_sizes(&bench, 1, (const int64_t[]){8});
    bench.frontend = NULL;
    assert_int_equal(finish(&bench), MM_UNAVAILABLE);
    assert_string_equal(err.id, "noFrontend");
    assert_contains(err.text, "fake:first");
    mm_frontend other = frontend;
    other.name = "other";
    bench.frontend = &other;
    assert_int_equal(finish(&bench), MM_UNAVAILABLE);
    bench.frontend = &frontend;
    fakes[0].fault = UNAVAILABLE;
    assert_int_equal(finish(&bench), MM_UNAVAILABLE);
    assert_string_equal(err.text, "the front end is missing");
    assert_int_equal(access(scratch_path("missing/results.json"), F_OK), -1); /* nothing was written */
    mm_results_free(&results);
}

/* --- Interruptions. */

static bool interrupted_in_the_second_shape(void)
{
    return fakes[0].timed[16] >= 3;
}

static bool interrupted_at_once(void)
{
    return true;
}

/* What every way of stopping in the middle of N = 16 leaves: 8 whole, 16 in part, 32 by extrapolation. */
static void assert_stopped_part_way(int reps)
{
    assert_files(3, true);
    assert_measured(row_of("first", 8), 6);
    const mm_row *row = row_of("first", 16);
    assert_int_equal(row->status, MM_ROW_MEASURED);
    assert_int_equal(row->reps, reps);
    assert_contains(row->reason, "cut short as the run was stopped");
    row = row_of("first", 32);
    assert_int_equal(row->status, MM_ROW_EXTRAPOLATED);
    assert_contains(row->reason, "the run was stopped before it: extrapolated from N=16");
    mm_results_free(&results);
}

static void test_interrupted_part_way(void **state)
{
    (void)state;
    mm_bench bench = begin(1, "interrupted");
    bench.interrupted = interrupted_in_the_second_shape;
    set_sizes(&bench, 3, (const int64_t[]){8, 16, 32});
    assert_int_equal(finish(&bench), MM_INTERRUPTED);
    assert_stopped_part_way(3);
}

static void *run_in_thread(void *bench)
{
    mm_bench_run(bench, &results, &manifest, &err);
    return (void *)"returned";
}

/* An exception of the front end (here the end of its thread, which unwinds the stack alike) saves and frees
 * all. */
static void test_an_exception_saves_and_frees(void **state)
{
    (void)state;
    mm_bench bench = begin(1, "exception");
    pthread_t thread;
    void *value = NULL;
    fakes[0].fault = EXIT_THREAD;
    fakes[0].fault_n = 16;
    fakes[0].fault_when_timed = true;
    set_sizes(&bench, 3, (const int64_t[]){8, 16, 32});
    assert_int_equal(pthread_create(&thread, NULL, run_in_thread, &bench), 0);
    assert_int_equal(pthread_join(thread, &value), 0);
    assert_null(value); /* it did not return */
    assert_int_equal(prepared_count, released_count);
    assert_stopped_part_way(2);
}

static void test_interrupted_by_the_front_end(void **state)
{
    (void)state;
    static const int64_t when[] = {16, 64};
    for (int i = 0; i < 2; i++) {
        mm_bench bench = begin(1, NULL);
        fakes[0].fault = INTERRUPTED;
        fakes[0].fault_n = when[i];
        set_sizes(&bench, 2, (const int64_t[]){8, 16});
        assert_int_equal(finish(&bench), MM_INTERRUPTED);
        assert_int_equal(row_of("first", 8)->status, when[i] == 16 ? MM_ROW_MEASURED : MM_ROW_SKIPPED);
        assert_int_equal(row_of("first", 16)->status, when[i] == 16 ? MM_ROW_EXTRAPOLATED : MM_ROW_SKIPPED);
        assert_contains(row_of("first", 16)->reason, "the run was stopped before it");
        mm_results_free(&results);
    }
}

/* A run that measured nothing has nothing that is worth an older file. */
static void test_without_news_an_older_file_stays(void **state)
{
    (void)state;
    static const char old[] = "an older run's results\n";
    mm_bench bench = begin(1, "older");
    char *text = NULL;
    assert_int_equal(mm_folder_make(out_dir, NULL), MM_OK);
    scratch_put(out_path("results.json"), old, strlen(old));
    bench.interrupted = interrupted_at_once;
    set_sizes(&bench, 1, (const int64_t[]){8});
    assert_int_equal(finish(&bench), MM_INTERRUPTED);
    assert_int_equal(mm_file_read(out_path("results.json"), &text, NULL, NULL), MM_OK);
    assert_string_equal(text, old);
    assert_int_equal(scratch_count(out_dir), 1);
    free(text);
    mm_results_free(&results);
}

static void test_an_unwritable_folder(void **state)
{
    (void)state;
    scratch_put(scratch_path("file"), "", 0);
    mm_bench bench = begin(1, "file/folder");
    set_sizes(&bench, 1, (const int64_t[]){8});
    assert_int_equal(finish(&bench), MM_IO);
    assert_contains(err.text, "file/folder");
    assert_int_equal(results.row_count, 0); /* refused before time was spent on what could not be kept */
    mm_results_free(&results);
}

/* --- Small parts. */

static int progress_lines;

static void take_line(const char *line)
{
    assert_null(strchr(line, '\n'));
    progress_lines++;
}

static void test_progress_is_told(void **state)
{
    (void)state;
    mm_bench bench = begin(1, NULL);
    bench.progress = take_line;
    set_sizes(&bench, 1, (const int64_t[]){8});
    progress_lines = 0;
    assert_int_equal(finish(&bench), MM_OK);
    assert_true(progress_lines >= 2 + 6); /* roofline, agreement, and each round */
    mm_results_free(&results);
}

static void test_shapes(void **state)
{
    (void)state;
    char text[MM_SHAPE_TEXT_SIZE];
    mm_shape square = {64, 64, 64}, ragged = {5, 64, 64}, largest = {MM_DIM_MAX, MM_DIM_MAX - 1, MM_DIM_MAX};
    mm_shape_format(&square, text);
    assert_string_equal(text, "N=64");
    mm_shape_format(&ragged, text);
    assert_string_equal(text, "5x64x64");
    mm_shape_format(&largest, text);
    assert_string_equal(text, "2147483647x2147483646x2147483647");
    assert_true(mm_shape_flop(&square) == 524288 && mm_shape_flop(&ragged) == 40960);
    assert_true(mm_shape_flop(&largest) > 1e28);
}

/* --- The roofline experiment's folder. */

static void add_row(const char *method, int64_t n, int threads)
{
    mm_row row = {
        .m = n, .n = n, .k = n, .threads = threads, .reps = 1, .calls_per_rep = 1, .median_s = 1, .min_s = 1};
    snprintf(row.frontend, sizeof row.frontend, "cli");
    snprintf(row.method, sizeof row.method, "%s", method);
    row.samples_s = malloc(sizeof *row.samples_s);
    assert_non_null(row.samples_s);
    row.samples_s[0] = 1;
    assert_non_null(mm_results_add_row(&results, &row));
}

static void test_roofline_folder(void **state)
{
    (void)state;
    begin(0, "roofline");
    mm_manifest_begin(&manifest, command_line, 42, 1);
    mm_manifest_end(&manifest);
    add_row("naive", 64, 1);
    add_row("naive", 128, 1);
    add_row("blas", 128, 1);
    add_row("blas", 128, 2);
    assert_int_equal(mm_lab_write_roofline(out_dir, &results, &manifest, &err), MM_OK);
    assert_int_equal(access(out_dir, F_OK), -1); /* no roof, no experiment */
    results.has_roofline = true;
    results.roofline = (mm_roofline){
        .peak = {MM_ISA_AVX2, MM_F32, 1, 100, 99, 5}, .triad = {10, 9, 1 << 20}, .ridge_flop_per_byte = 10};
    assert_int_equal(mm_lab_write_roofline(out_dir, &results, &manifest, &err), MM_OK);
    mm_results read = {0};
    assert_int_equal(mm_results_read(out_path("results.json"), &read, NULL), MM_OK);
    assert_int_equal(read.row_count, 2); /* one thread, largest size */
    assert_non_null(mm_results_find(&read, "cli", "naive", MM_F32, 128, 1));
    assert_non_null(mm_results_find(&read, "cli", "blas", MM_F32, 128, 1));
    assert_true(read.has_roofline && read.roofline.peak.gflops == 100);
    mm_results_free(&read);
    mm_results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_of_compiled_methods),
        cmocka_unit_test(test_verify_only),
        cmocka_unit_test(test_threads_at_the_largest_shape_only),
        cmocka_unit_test(test_threads_are_set_back_before_the_checks),
        cmocka_unit_test(test_what_does_not_fit_is_extrapolated),
        cmocka_unit_test(test_each_method_has_its_own_limit),
        cmocka_unit_test(test_nothing_fits),
        cmocka_unit_test(test_cut_short_by_the_budget),
        cmocka_unit_test(test_wrong_methods_are_not_timed),
        cmocka_unit_test(test_wrong_at_one_size),
        cmocka_unit_test(test_failing_methods_become_failed_rows),
        cmocka_unit_test(test_failing_while_timed),
        cmocka_unit_test(test_missing_front_ends),
        cmocka_unit_test(test_interrupted_part_way),
        cmocka_unit_test(test_an_exception_saves_and_frees),
        cmocka_unit_test(test_interrupted_by_the_front_end),
        cmocka_unit_test(test_without_news_an_older_file_stays),
        cmocka_unit_test(test_an_unwritable_folder),
        cmocka_unit_test(test_progress_is_told),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_roofline_folder),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("bench", tests, scratch_make, scratch_remove);
}
