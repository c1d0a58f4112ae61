/* Why a trace shows no call: what the records tell, then what is likely. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/trace.h"

/* NumPy, when it is imported, checks its dot product on two elements: 4 operations. */
enum { TRIVIAL_FLOPS = 32 };

bool mm_trace_is_idle(const mm_trace *trace)
{
    double flops = 0;
    for (int i = 0; i < trace->item_count; i++)
        flops += mm_trace_item_flops(&trace->items[i]);
    return flops < TRIVIAL_FLOPS; /* NaN, unknown, is not */
}

static void add(mm_trace *trace, const char *text)
{
    if (trace->not_seen_count < MM_TRACE_NOTES_MAX)
        snprintf(trace->not_seen[trace->not_seen_count++], MM_TRACE_NOTE_SIZE, "%s", text);
}

/* --- Libraries that were loaded. */

static bool has_served(const mm_trace *trace, int process, const char *library)
{
    for (int i = 0; i < trace->item_count; i++)
        if (trace->items[i].process == process && strcmp(trace->items[i].library, library) == 0)
            return true;
    return false;
}

void mm_trace_find_unseen(mm_trace *trace)
{
    size_t places = (size_t)trace->process_count * MM_TRACE_LOADED_MAX;
    trace->unseen = places > 0 ? calloc(places, sizeof *trace->unseen) : NULL;
    if (places > 0 && !trace->unseen)
        mm_trace_warn(trace, "no memory for the list of libraries that served no recorded call");
    for (int p = 0; trace->unseen && p < trace->process_count; p++)
        for (int i = 0; i < MM_TRACE_LOADED_MAX; i++) {
            const char *library = mm_trace_loaded(&trace->processes[p], i);
            const char *by = mm_trace_loaded_for(&trace->processes[p], i);
            if (*library && !has_served(trace, p, library) && !has_served(trace, p, by))
                trace->unseen[trace->unseen_count++] = (mm_trace_unseen){p, library};
        }
}

/* Where a process ended by _exit or a signal, what it loaded last was not noted. */
static void add_loaded(mm_trace *trace)
{
    bool have_ended = true;
    for (int p = 0; p < trace->process_count; p++)
        have_ended = have_ended && trace->processes[p].record->ended == 1;
    if (trace->unseen_count > 0)
        add(trace, "a BLAS library was loaded, and no work of its was seen: " MM_TRACE_UNSEEN_REASON);
    else if (have_ended)
        add(trace, "no BLAS library was loaded, as far as the end of each process told");
    else
        add(trace, "no BLAS library was seen to be loaded, but a process ended by _exit, exec or a signal, "
                   "before it told of what it had loaded last");
}

void mm_trace_explain(mm_trace *trace)
{
    if (trace->process_count == 0 && trace->warning_count > 0) {
        add(trace, "no process could write its record: the disk of TMPDIR is full, or the size of files is "
                   "limited (ulimit -f)");
        return;
    }
    if (trace->process_count == 0) {
        add(trace,
            "the tracer was not loaded: the program is linked statically, has special rights (setuid), or "
            "is not for this C library");
        return;
    }
    add_loaded(trace);
    add(trace, "integers, booleans, long doubles, sparse and diagonal matrices have no BLAS routine");
    add(trace, "loops of its own: NumPy's einsum without optimize=True, NumPy before 2.3 on strided arrays");
    add(trace, "a BLAS linked into the program or into the library that calls it (PyTorch from PyPI has MKL "
               "inside) cannot be seen from outside");
    add(trace, "JAX, Eigen, oneDNN and libraries for GPUs multiply by themselves, without BLAS's names");
}
