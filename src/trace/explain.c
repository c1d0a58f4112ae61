/* Why a trace shows no call: what the records tell, then what is likely. */
#include <stdio.h>
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

static bool is_noted(const mm_trace *trace, const char *text)
{
    for (int i = 0; i < trace->not_seen_count; i++)
        if (strcmp(trace->not_seen[i], text) == 0)
            return true;
    return false;
}

/* What was loaded when the process ended in good order. */
static bool add_loaded(mm_trace *trace)
{
    char text[MM_TRACE_NOTE_SIZE];
    bool any = false;
    for (int p = 0; p < trace->process_count; p++)
        for (int i = 0; i < MM_TRACE_LOADED_MAX; i++) {
            const char *path = mm_trace_loaded(&trace->processes[p], i);
            const char *slash = strrchr(path, '/');
            if (!*path)
                break;
            snprintf(text, sizeof text, "%.100s was loaded, and did not do this work through BLAS's names",
                     slash ? slash + 1 : path);
            any = true;
            if (trace->not_seen_count < MM_TRACE_NOTES_MAX / 2 && !is_noted(trace, text))
                add(trace, text);
        }
    return any;
}

void mm_trace_explain(mm_trace *trace)
{
    if (trace->process_count == 0) {
        add(trace,
            "the tracer was not loaded: the program is linked statically, has special rights (setuid), or "
            "is not for this C library");
        return;
    }
    if (!add_loaded(trace))
        add(trace, "no BLAS library was loaded, as far as the end of each process told");
    add(trace, "integers, booleans, long doubles, sparse and diagonal matrices have no BLAS routine");
    add(trace, "loops of its own: NumPy's einsum without optimize=True, NumPy before 2.3 on strided arrays");
    add(trace, "a BLAS linked into the program or into the library that calls it (PyTorch from PyPI has MKL "
               "inside) cannot be seen from outside");
    add(trace, "JAX, Eigen, oneDNN and libraries for GPUs multiply by themselves, without BLAS's names");
}
