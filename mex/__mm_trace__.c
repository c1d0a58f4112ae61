/* __mm_trace__ ("on"), ("off"), [trace, text] = ("report"), yes = ("is_on"), slots = ("slots"): see
 * octave/mm_trace.m. What "on" begins, "off" or the end of Octave ends; in between the MEX file is locked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/clock.h"
#include "mm_mex.h"
#include "mm_mex_json.h"
#include "report/trace_table.h"
#include "trace/rebind.h"
#include "trace/recorder.h"

static bool is_on, was_on;
static double begin_s, end_s;
static int slot_count; /* that lead to wrappers, when last looked at */

static void stop(void)
{
    if (!is_on)
        return;
    end_s = mm_clock_s();
    mm_trace_pause(true);
    mm_rebind_undo();
    is_on = false;
}

/* --- On and off. */

/* The recorder begins once in the life of the process. */
static void begin_recorder(void)
{
    static bool has_begun;
    const char *folder = getenv("MM_TRACE_DIR");
    if (has_begun)
        return;
    if (folder && *folder)
        mm_mex_fail("cannotTrace", "this Octave runs under 'mmcli trace', which counts its calls already");
    if (!mm_rebind_stay() || !mm_trace_begin(NULL, 0, NULL))
        mm_mex_fail("cannotTrace", "no memory for the record, or this MEX file cannot be kept loaded");
    mm_trace_pause(true);
    has_begun = true;
}

static void switch_on(void)
{
    begin_recorder();
    if (!is_on) {
        mexAtExit(stop);
        mexLock();
    }
    mm_trace_pause(true);
    mm_trace_clear();
    is_on = was_on = true;
    slot_count = mm_rebind_all();
    begin_s = mm_clock_s();
    mm_trace_pause(false);
}

static void switch_off(void)
{
    if (is_on)
        mexUnlock();
    stop();
}

/* --- The report. */

/* Everything that Octave does not free by itself. */
typedef struct session {
    mm_trace trace;
    char *json_text, *table;
    cJSON *json;
} session;

static void close_session(session *s)
{
    mm_trace_free(&s->trace);
    free(s->json_text);
    free(s->table);
    cJSON_Delete(s->json);
}

/* What holds for a program in general is known better here: the expression was Octave's. */
static void explain(mm_trace *trace)
{
    static const char *const reasons[] = {
        "integers, logicals and characters have no BLAS routine; double (...) or single (...) converts them",
        "sparse, diagonal and permutation matrices are multiplied by loops of Octave's own",
        "so are a scalar with anything, element-by-element operations (.*) and empty matrices",
        "functions such as sum, cumsum, norm or filter do not need BLAS",
        "what Octave starts by system () or popen () is another process: mmcli trace -- PROGRAM sees it",
    };
    trace->not_seen_count = 0;
    if (trace->calls > 0)
        return;
    if (slot_count == 0)
        snprintf(trace->not_seen[trace->not_seen_count++], MM_TRACE_NOTE_SIZE,
                 "no loaded file imports a BLAS routine by its name: this Octave has its BLAS inside");
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        snprintf(trace->not_seen[trace->not_seen_count++], MM_TRACE_NOTE_SIZE, "%s", reasons[i]);
}

static mm_status read_record(mm_trace *trace, mm_error *err)
{
    static char *command[] = {"mm_trace", NULL};
    size_t size;
    const void *record = mm_trace_memory(&size);
    void *copy = malloc(size);
    trace->command = command;
    trace->wall_s = (is_on ? mm_clock_s() : end_s) - begin_s;
    if (!copy)
        return mm_fail_memory(err, (double)size);
    memcpy(copy, record, size);
    mm_status status = mm_trace_add(trace, "the record", copy, size, err);
    mm_trace_finish(trace);
    if (mm_rebind_failed() > 0)
        mm_trace_warn(trace, "%d of the places where BLAS routines are imported could not be watched",
                      mm_rebind_failed());
    return status;
}

static mm_status print(session *s, mm_error *err)
{
    size_t size = 0;
    FILE *out = open_memstream(&s->table, &size);
    if (!out)
        return mm_fail_memory(err, 1e4);
    mm_status status =
        mm_trace_print(out, &s->trace, MM_TRACE_BY_SHAPE, "rows = mm_trace (...) has all", err);
    return fclose(out) == 0 ? status : mm_fail_memory(err, 1e4);
}

static void report(int nlhs, mxArray *plhs[])
{
    __attribute__((cleanup(close_session))) session s = {0};
    mm_error err;
    if (!was_on)
        mm_mex_fail("notTraced", "nothing was traced yet; 'mm_trace on' begins");
    if (is_on) /* what was loaded meanwhile in other ways than Octave's */
        slot_count = mm_rebind_all();
    mm_status status = read_record(&s.trace, &err);
    explain(&s.trace);
    if (status == MM_OK)
        status = mm_trace_to_text(&s.trace, &s.json_text, &err);
    if (status == MM_OK)
        status = print(&s, &err);
    if (status != MM_OK)
        mm_mex_raise(&err);
    s.json = cJSON_Parse(s.json_text);
    if (!s.json)
        mm_mex_fail("noMemory", "out of memory for the trace");
    plhs[0] = mm_mex_json(s.json);
    if (nlhs > 1)
        plhs[1] = mxCreateString(s.table);
}

/* --- For tests: where each slot is, what it holds, and whether that is a wrapper, a row each. */

static mxArray *list_slots(void)
{
    __attribute__((cleanup(mm_got_free))) mm_got_list list = mm_rebind_slots();
    mxArray *array = mxCreateNumericMatrix(list.count, 3, mxUINT64_CLASS, mxREAL);
    uint64_t *value = mxGetData(array);
    for (int i = 0; i < list.count; i++) {
        value[i] = (uintptr_t)list.slots[i].place;
        value[i + list.count] = (uintptr_t)list.slots[i].original;
        value[i + 2 * list.count] = mm_got_is_own(list.slots[i].original);
    }
    return array;
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    mm_mex_count(nrhs, 1, 1, "(command)");
    const char *command = mm_mex_text(prhs[0], "command");
    if (strcmp(command, "on") == 0)
        switch_on();
    else if (strcmp(command, "off") == 0)
        switch_off();
    else if (strcmp(command, "report") == 0)
        report(nlhs, plhs);
    else if (strcmp(command, "is_on") == 0)
        plhs[0] = mxCreateLogicalScalar(is_on);
    else if (strcmp(command, "slots") == 0)
        plhs[0] = list_slots();
    else
        mm_mex_fail("badCommand", "got '%.64s', expected on, report, off, or a function handle", command);
}
