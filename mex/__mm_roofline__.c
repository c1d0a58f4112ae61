/* [s, page] = __mm_roofline__ (name, value, ...): see octave/mm_roofline.m. s is roofline.json as a
 * structure. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <octave/quit.h>

#include "measure/threads.h"
#include "mm_mex.h"
#include "mm_mex_json.h"
#include "record/file.h"
#include "record/manifest.h"
#include "record/roofline_file.h"
#include "report/progress.h"
#include "report/roofline_page.h"

/* Everything that Octave does not free by itself, and what must be saved where Ctrl-C unwinds through us. */
typedef struct session {
    mm_machine_roofline_options measure;
    mm_machine_roofline roofline;
    mm_manifest manifest;
    char **command_line;
    const char *out, *octave_version;
    mm_uint128 seed;
    bool measuring, made_folder;
    char *text, *page;
    cJSON *json;
} session;

static mm_status save(session *s, mm_error *err)
{
    mm_manifest_end(&s->manifest);
    s->manifest.interrupted = s->measuring;
    mm_status status = mm_machine_roofline_to_text(&s->roofline, &s->text, err);
    if (status == MM_OK && *s->out)
        status = mm_record_write_text(s->out, "roofline.json", s->text, &s->manifest, err);
    return status;
}

static void close_session(session *s)
{
    mm_progress(NULL);
    if (s->measuring && s->roofline.peak_count > 0) { /* without news an older file is worth more */
        mm_machine_roofline_stopped(&s->measure, &s->roofline);
        save(s, NULL);
    } else if (s->measuring && s->made_folder) {
        rmdir(s->out); /* if it is empty */
    }
    cJSON_Delete(s->json);
    free(s->text);
    free(s->page);
}

/* Octave answers Ctrl-C by an exception, which unwinds through the measurement. */
static bool poll_interrupt(void)
{
    OCTAVE_QUIT;
    return false;
}

static void set_dtypes(session *s, const char *text)
{
    bool both = strcmp(text, "both") == 0;
    mm_dtype dtype = MM_F32;
    if (!both && mm_dtype_parse(text, &dtype, NULL) != MM_OK)
        mm_mex_fail("badDtype", "dtype '%s' is not known: use f32, f64 or both", text);
    s->measure.dtypes[MM_F32] = both || dtype == MM_F32;
    s->measure.dtypes[MM_F64] = both || dtype == MM_F64;
}

static void read_options(session *s, int nrhs, const mxArray *prhs[])
{
    const char *dtype = "both", *command = "", *seed = "42";
    int64_t threads = mm_threads_all();
    s->out = s->octave_version = "";
    s->measure.seconds_s = 10;
    mm_mex_option options[] = {
        {"dtype", mm_mex_read_text, &dtype},
        {"threads", mm_mex_read_integer, &threads},
        {"seconds", mm_mex_read_number, &s->measure.seconds_s},
        {"out", mm_mex_read_text, &s->out},
        {"seed", mm_mex_read_text, &seed}, /* of the methods measured next to it; for the manifest */
        {"octave_version", mm_mex_read_text, &s->octave_version},
        {"command", mm_mex_read_text, &command},
        {NULL, NULL, NULL},
    };
    mm_mex_options(nrhs, prhs, options);
    set_dtypes(s, dtype);
    mm_error err;
    if (mm_seed_parse(seed, &s->seed, &err) != MM_OK)
        mm_mex_raise(&err);
    if (threads > mm_threads_all())
        mm_mex_fail("badThreads", "threads is %lld, but this process may run on %d CPUs", (long long)threads,
                    mm_threads_all());
    if (!(s->measure.seconds_s >= 0 && s->measure.seconds_s < 1e9))
        mm_mex_fail("badSeconds", "seconds is %g, expected a number of 0 or more", s->measure.seconds_s);
    s->measure.threads = (int)threads;
    s->command_line = mm_mex_words(command);
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    __attribute__((cleanup(close_session))) session s = {0};
    mm_error err = {0};
    read_options(&s, nrhs, prhs);
    s.measure.interrupted = poll_interrupt;
    s.measure.progress = mm_progress;
    mm_manifest_begin(&s.manifest, s.command_line, s.seed, s.measure.threads);
    snprintf(s.manifest.octave_version, sizeof s.manifest.octave_version, "%s", s.octave_version);
    if (mm_folder_prepare(*s.out ? s.out : NULL, &s.made_folder, &err) != MM_OK)
        mm_mex_raise(&err);
    s.measuring = true;
    mm_status status = mm_machine_roofline_measure(&s.measure, &s.roofline, &err);
    s.measuring = false;
    if (status == MM_OK)
        status = save(&s, &err);
    if (status == MM_OK)
        status = mm_roofline_page(&s.roofline, &s.page, &err);
    if (status != MM_OK)
        mm_mex_raise(&err);
    s.json = cJSON_Parse(s.text);
    if (!s.json)
        mm_mex_fail("noMemory", "out of memory for the roofline");
    plhs[0] = mm_mex_json(s.json);
    if (nlhs > 1)
        plhs[1] = mxCreateString(s.page);
}
