/* s = __mm_time__ (calls, name, value, ...): see octave/mm_time.m. Each call is a function handle without
 * arguments, or {method, A, B} for a compiled method of the table. s is timings.json as a structure. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <octave/quit.h>

#include "bench/derive.h"
#include "measure/clock.h"
#include "methods.h"
#include "mm_mex.h"
#include "mm_mex_json.h"
#include "record/file.h"
#include "report/progress.h"

typedef struct timed_call {
    const mxArray *handle; /* NULL: method */
    const mm_method *method;
    mm_matrix A, B, C;
} timed_call;

/* Everything that Octave does not free by itself. */
typedef struct session {
    int count;
    timed_call *calls;
    mm_series *series;
    mm_timings timings;
    mm_manifest manifest;
    mm_sampler sampler;
    const char *out; /* "": nothing is written */
    double start_s, budget_s, roofline_s;
    bool made_folder;
    bool measuring; /* times may be there that are not written yet */
    char *text;
    cJSON *json;
} session;

/* --- The end, reached in every case: also when an error or Ctrl-C unwinds. */

static mm_status save(session *s, bool interrupted, mm_error *err)
{
    s->measuring = false;
    mm_manifest_end(&s->manifest);
    s->manifest.interrupted = interrupted;
    for (int i = 0; i < s->count; i++)
        if (!mm_timing_take(&s->timings.items[i], &s->series[i],
                            interrupted ? "the run was stopped before it" : "does not fit the budget"))
            return mm_fail_memory(err, 1e4);
    mm_timings_sort(&s->timings);
    mm_status status = mm_timings_analyse(&s->timings, err);
    if (status == MM_OK && *s->out)
        status = mm_timings_write(s->out, &s->timings, &s->manifest, err);
    return status;
}

static bool has_times(const session *s)
{
    for (int i = 0; i < s->count; i++)
        if (s->series[i].count > 0)
            return true;
    return false;
}

static void close_session(session *s)
{
    mm_progress(NULL);
    if (s->measuring && has_times(s)) /* without news an older file is worth more */
        save(s, true, NULL);
    else if (s->measuring && s->made_folder)
        rmdir(s->out); /* if it is empty */
    for (int i = 0; s->series && i < s->count; i++)
        mm_series_free(&s->series[i]);
    free(s->calls);
    free(s->series);
    mm_timings_free(&s->timings);
    cJSON_Delete(s->json);
    free(s->text);
}

/* --- The calls. */

static mm_status run_handle(void *context, mm_error *err)
{
    (void)err; /* an error passes through as Octave's own */
    timed_call *call = context;
    mxArray *args[] = {(mxArray *)call->handle}; /* mexCallMATLAB does not write to its arguments */
    mexCallMATLAB(0, NULL, 1, args, "feval");
    return MM_OK;
}

static mm_status run_method(void *context, mm_error *err)
{
    (void)err;
    timed_call *call = context;
    const mm_problem problem = {.A = &call->A, .B = &call->B, .C = &call->C, .threads = 1};
    call->method->run(call->method, &problem);
    return MM_OK;
}

static void read_method(timed_call *call, const mxArray *cell)
{
    mm_error err;
    if (!mxIsCell(cell) || mxGetNumberOfElements(cell) != 3)
        mm_mex_fail("badCall",
                    "a call must be a function handle without arguments or {method, A, B}; got a %s",
                    mxGetClassName(cell));
    const char *name = mm_mex_text(mxGetCell(cell, 0), "the method of a call");
    const mxArray *const operands[] = {mxGetCell(cell, 1), mxGetCell(cell, 2)};
    mm_mex_product product = mm_mex_product_read(operands);
    mm_mex_product_size(&product, 'N', 'N');
    if (mm_method_find(name, "cli", &call->method, &err) != MM_OK)
        mm_mex_raise(&err);
    if (!call->method->run)
        mm_mex_fail("unknownMethod", "method '%s' is not compiled; give it as a function handle", name);
    call->A = product.A;
    call->B = product.B;
    mxArray *result; /* from Octave's allocator, as the results of expressions; Octave frees it */
    call->C = mm_mex_output(product.A.dtype, product.m, product.n, &result);
}

static void read_calls(session *s, const mxArray *cells)
{
    if (!mxIsCell(cells))
        mm_mex_fail("badCall", "calls must be a cell array; got a %s", mxGetClassName(cells));
    if (mxGetNumberOfElements(cells) == 0)
        mm_mex_fail("badCall", "got no call to time; expected one or more, as in mm_time (@() A * B)");
    s->calls = calloc((size_t)mxGetNumberOfElements(cells), sizeof *s->calls);
    s->series = calloc((size_t)mxGetNumberOfElements(cells), sizeof *s->series);
    if (!s->calls || !s->series)
        mm_mex_fail("noMemory", "out of memory for %d calls", (int)mxGetNumberOfElements(cells));
    s->count = (int)mxGetNumberOfElements(cells);
    for (int i = 0; i < s->count; i++) {
        const mxArray *cell = mxGetCell(cells, i);
        if (mxIsFunctionHandle(cell))
            s->calls[i].handle = cell;
        else
            read_method(&s->calls[i], cell);
        s->series[i] =
            (mm_series){.run = s->calls[i].handle ? run_handle : run_method, .context = &s->calls[i]};
    }
}

/* --- What is known of them. */

typedef struct words {
    const mxArray *names, *texts;
    mm_matrix sizes, flop, bytes; /* empty: not known */
} words;

static void read_cells(const mxArray *value, const char *name, void *target)
{
    if (!mxIsCell(value))
        mm_mex_fail("notText", "%s must be a cell array of text; got a %s", name, mxGetClassName(value));
    *(const mxArray **)target = value;
}

static double number_at(const session *s, const mm_matrix *numbers, const char *name, int i)
{
    if (numbers->rows * numbers->cols == 0)
        return 0;
    if (numbers->rows * numbers->cols != s->count)
        mm_mex_fail("badSize", "%s must have a number for each of the %d calls; got %lld", name, s->count,
                    (long long)(numbers->rows * numbers->cols));
    double value = mm_matrix_get(numbers, i % numbers->rows, i / numbers->rows);
    if (!(value >= 0 && isfinite(value)))
        mm_mex_fail("badSize", "%s must be finite and at least 0; got %g", name, value);
    return value;
}

static void copy_text(const session *s, const mxArray *cells, const char *name, int i, char *out, size_t size)
{
    if (!cells || (int64_t)mxGetNumberOfElements(cells) != s->count)
        mm_mex_fail("badSize", "%s must have a text for each of the %d calls", name, s->count);
    const char *text = mm_mex_text(mxGetCell(cells, i), name);
    snprintf(out, size, "%s", *text ? text : "?");
}

static void add_items(session *s, const words *w)
{
    for (int i = 0; i < s->count; i++) {
        mm_timing item = {.size = (int64_t)number_at(s, &w->sizes, "sizes", i),
                          .flop = number_at(s, &w->flop, "flop", i),
                          .bytes = number_at(s, &w->bytes, "bytes", i)};
        copy_text(s, w->names, "names", i, item.name, sizeof item.name);
        copy_text(s, w->texts, "texts", i, item.call, sizeof item.call);
        if (!mm_timings_add(&s->timings, &item))
            mm_mex_fail("noMemory", "out of memory for %d calls", s->count);
    }
}

static bool poll_interrupt(void)
{
    OCTAVE_QUIT; /* an exception: close_session saves */
    return false;
}

static void show_rounds(void *context)
{
    const session *s = context;
    char line[96];
    int done = 0;
    for (int i = 0; i < s->count; i++)
        done += s->series[i].finished;
    snprintf(line, sizeof line, "%5.0f s  %d of %d calls timed", mm_clock_s() - s->start_s, done, s->count);
    mm_progress(line);
}

static void read_options(session *s, int nrhs, const mxArray *prhs[])
{
    const char *seed = "42", *experiment = "", *version = "", *gnuplot = "", *command = "";
    int64_t reps = 9, threads = 1;
    words w = {0};
    s->sampler.min_time_s = 0.2;
    const mm_mex_option options[] = {
        {"names", read_cells, &w.names},
        {"texts", read_cells, &w.texts},
        {"sizes", mm_mex_read_matrix, &w.sizes},
        {"flop", mm_mex_read_matrix, &w.flop},
        {"bytes", mm_mex_read_matrix, &w.bytes},
        {"reps", mm_mex_read_integer, &reps},
        {"min_time", mm_mex_read_number, &s->sampler.min_time_s},
        {"budget", mm_mex_read_number, &s->budget_s},
        {"roofline", mm_mex_read_number, &s->roofline_s},
        {"threads", mm_mex_read_threads, &threads},
        {"seed", mm_mex_read_text, &seed},
        {"experiment", mm_mex_read_text, &experiment},
        {"out", mm_mex_read_text, &s->out},
        {"octave_version", mm_mex_read_text, &version},
        {"gnuplot_version", mm_mex_read_text, &gnuplot},
        {"command", mm_mex_read_text, &command},
        {NULL, NULL, NULL},
    };
    mm_error err;
    mm_uint128 number = 0;
    mm_mex_options(nrhs - 1, prhs + 1, options);
    if (mm_seed_parse(seed, &number, &err) != MM_OK || mm_experiment_check(experiment, &err) != MM_OK)
        mm_mex_raise(&err);
    add_items(s, &w);
    snprintf(s->timings.experiment, sizeof s->timings.experiment, "%s", experiment);
    s->sampler.min_reps = (int)reps;
    s->sampler.shuffle_seed = (uint64_t)number;
    mm_blas_set_threads((int)threads);
    mm_manifest_begin(&s->manifest, mm_mex_words(command), number, (int)threads);
    snprintf(s->manifest.octave_version, sizeof s->manifest.octave_version, "%s", version);
    snprintf(s->manifest.gnuplot_version, sizeof s->manifest.gnuplot_version, "%s", gnuplot);
}

/* --- The run. */

static void measure_roofline(session *s)
{
    mm_error err = {0};
    mm_timings *t = &s->timings;
    snprintf(t->roofline_reason, sizeof t->roofline_reason, "it was not asked for");
    if (!(s->roofline_s > 0))
        return;
    mm_progress("measuring the roofline");
    t->has_roofline = mm_roofline_measure(MM_F32, s->roofline_s, &t->roofline, &err) == MM_OK;
    snprintf(t->roofline_reason, sizeof t->roofline_reason, "%.250s", t->has_roofline ? "" : err.text);
}

static mm_status measure(session *s, mm_error *err)
{
    s->sampler.deadline_s = s->budget_s > 0 ? s->start_s + s->budget_s : INFINITY;
    s->sampler.interrupted = poll_interrupt;
    s->sampler.progress = show_rounds;
    s->sampler.progress_context = s;
    s->measuring = true;
    mm_status status = MM_OK;
    for (int i = 0; i < s->count && status == MM_OK; i++) {
        poll_interrupt();
        status = mm_sampler_warm_up(&s->sampler, &s->series[i], err);
    }
    return status == MM_OK ? mm_sampler_rounds(&s->sampler, s->series, s->count, err) : status;
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    __attribute__((cleanup(close_session))) session s = {.out = "", .start_s = mm_clock_s()};
    mm_error err = {0};
    mm_mex_count(nrhs, 1, 33, "(calls, name, value, ...)");
    read_calls(&s, prhs[0]);
    read_options(&s, nrhs, prhs);
    if (mm_folder_prepare(*s.out ? s.out : NULL, &s.made_folder, &err) != MM_OK)
        mm_mex_raise(&err);
    measure_roofline(&s);
    mm_status status = measure(&s, &err);
    if (status == MM_OK)
        status = save(&s, false, &err);
    if (status == MM_OK)
        status = mm_timings_to_text(&s.timings, &s.text, &err);
    if (status != MM_OK)
        mm_mex_raise(&err);
    s.json = cJSON_Parse(s.text);
    if (!s.json)
        mm_mex_fail("noMemory", "out of memory for the times");
    plhs[0] = mm_mex_json(s.json);
}
