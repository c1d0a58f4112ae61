/* [s, status] = __mm_bench__ (methods, name, value, ...): see octave/mm_bench.m, which gives every option.
 * methods "" stands for the lab's rows, "ladder" for the rungs of the ladder. s is results.json as a
 * structure; status is mmcli's exit code. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <octave/quit.h>

#include "bench/entries.h"
#include "bench/lab.h"
#include "mm_mex.h"
#include "mm_mex_frontend.h"
#include "mm_mex_json.h"
#include "report/progress.h"

/* Everything that Octave does not free by itself. */
typedef struct session {
    mm_bench bench;
    mm_results results;
    mm_manifest manifest;
    char *text;
    cJSON *json;
} session;

static void close_session(session *s)
{
    mm_progress(NULL);
    cJSON_Delete(s->json);
    free(s->text);
    free(s->bench.entries);
    free(s->bench.shapes);
    mm_results_free(&s->results);
}

/* Octave answers Ctrl-C by an exception, which unwinds through the run; what was measured is saved on the
 * way. */
static bool poll_interrupt(void)
{
    OCTAVE_QUIT;
    return false;
}

/* Rows of m, n, k, ascending (octave/mm_bench.m sorts). */
static void set_shapes(session *s, const mm_matrix *shapes)
{
    s->bench.shape_count = (int)shapes->rows;
    s->bench.shapes = calloc((size_t)shapes->rows + 1, sizeof *s->bench.shapes);
    if (!s->bench.shapes)
        mm_mex_fail("noMemory", "out of memory for %lld shapes", (long long)shapes->rows);
    for (int i = 0; i < s->bench.shape_count; i++)
        s->bench.shapes[i] =
            (mm_shape){(int64_t)mm_matrix_get(shapes, i, 0), (int64_t)mm_matrix_get(shapes, i, 1),
                       (int64_t)mm_matrix_get(shapes, i, 2)};
}

/* "apart": the interpreted methods, some thousand times slower, at the smallest shape only, and the others at
 * the largest only. */
static void place_interpreted(mm_bench *bench, const char *where)
{
    if (strcmp(where, "beside") == 0)
        return;
    if (strcmp(where, "apart") != 0)
        mm_mex_fail("badValue", "interpreted must be \"beside\" or \"apart\"; got \"%.64s\"", where);
    for (int i = 0; i < bench->entry_count; i++) {
        bench->entries[i].smallest_only = bench->entries[i].method->interpreted;
        bench->entries[i].largest_only = !bench->entries[i].method->interpreted;
    }
}

static mm_status read_methods(session *s, const char *methods, int threads, mm_error *err)
{
    mm_entry **entries = &s->bench.entries;
    int *count = &s->bench.entry_count;
    if (!*methods)
        return mm_entries_lab(entries, count, err);
    if (strcmp(methods, "ladder") == 0)
        return mm_entries_ladder(NULL, entries, count, err);
    return mm_entries_parse(methods, "octave", threads, entries, count, err);
}

/* Reads all options; returns the folder for the roofline experiment, or "". */
static const char *read_options(session *s, int nrhs, const mxArray *prhs[])
{
    const char *dtype = "f32", *seed = "42", *out = "", *roofline_out = "", *version = "", *command = "",
               *interpreted = "beside";
    int64_t threads = 1, reps = 6;
    mm_matrix shapes = {0};
    mm_mex_option options[] = {
        {"shapes", mm_mex_read_matrix, &shapes},
        {"dtype", mm_mex_read_text, &dtype},
        {"threads", mm_mex_read_threads, &threads},
        {"seed", mm_mex_read_text, &seed},
        {"reps", mm_mex_read_integer, &reps},
        {"min_time", mm_mex_read_number, &s->bench.min_time_s},
        {"budget", mm_mex_read_number, &s->bench.budget_s},
        {"out", mm_mex_read_text, &out},
        {"roofline_out", mm_mex_read_text, &roofline_out},
        {"interpreted", mm_mex_read_text, &interpreted},
        {"octave_version", mm_mex_read_text, &version},
        {"gnuplot_version", mm_mex_read_text, &s->bench.gnuplot_version},
        {"command", mm_mex_read_text, &command},
        {NULL, NULL, NULL},
    };
    mm_error err;
    const char *methods = mm_mex_text(prhs[0], "methods");
    mm_mex_options(nrhs - 1, prhs + 1, options);
    s->bench.min_reps = (int)reps;
    s->bench.out_dir = *out ? out : NULL;
    s->bench.octave_version = version;
    s->bench.command_line = mm_mex_words(command);
    set_shapes(s, &shapes);
    mm_status status = mm_dtype_parse(dtype, &s->bench.dtype, &err);
    if (status == MM_OK)
        status = mm_seed_parse(seed, &s->bench.seed, &err);
    if (status == MM_OK)
        status = read_methods(s, methods, (int)threads, &err);
    if (status != MM_OK)
        mm_mex_raise(&err);
    place_interpreted(&s->bench, interpreted);
    return roofline_out;
}

static mxArray *to_octave(session *s)
{
    mm_error err;
    if (mm_results_to_text(&s->results, &s->text, &err) != MM_OK)
        mm_mex_raise(&err);
    s->json = cJSON_Parse(s->text);
    if (!s->json)
        mm_mex_fail("noMemory", "out of memory for the results");
    return mm_mex_json(s->json);
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    __attribute__((cleanup(close_session))) session s = {0};
    mm_error err = {0};
    mm_mex_count(nrhs, 1, 27, "(methods, name, value, ...)");
    const char *roofline_out = read_options(&s, nrhs, prhs);
    mm_frontend frontend = mm_mex_frontend();
    s.bench.frontend = &frontend;
    s.bench.interrupted = poll_interrupt;
    s.bench.progress = mm_progress;
    mm_status status = mm_bench_run(&s.bench, &s.results, &s.manifest, &err);
    if (status != MM_OK && status != MM_FINDING)
        mm_mex_raise(&err);
    if (*roofline_out && mm_lab_write_roofline(roofline_out, &s.results, &s.manifest, &err) != MM_OK)
        mm_mex_raise(&err);
    plhs[0] = to_octave(&s);
    if (nlhs > 1)
        plhs[1] = mxCreateDoubleScalar(status);
}
