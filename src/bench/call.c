#include <string.h>

#include "bench/run.h"
#include "blas/blas.h"

static bool is_compiled(const mm_entry *entry)
{
    return entry->method->run != NULL;
}

static void set_threads(mm_run *run, int threads)
{
    if (run->threads_now == threads)
        return;
    mm_blas_set_threads(threads); /* where it cannot be set, the check "threads" says so */
    run->threads_now = threads;
}

mm_status mm_call_make(void *context, mm_error *err)
{
    mm_call *call = context;
    mm_run *run = call->run;
    set_threads(run, call->entry->threads);
    if (is_compiled(call->entry)) {
        mm_problem problem = {&run->A, &run->B, &run->C, call->entry->threads};
        call->entry->method->run(call->entry->method, &problem);
        return MM_OK;
    }
    const mm_frontend *frontend = run->bench->frontend;
    return frontend->run(frontend->context, call->prepared, call->keep_product ? &run->C : NULL, err);
}

mm_status mm_call_prepare(mm_run *run, const mm_entry *entry, mm_call *call, mm_error *err)
{
    *call = (mm_call){.run = run, .entry = entry, .keep_product = true};
    if (entry->served || is_compiled(entry))
        return MM_OK;
    const mm_frontend *frontend = run->bench->frontend;
    call->prepared = frontend->prepare(frontend->context, entry->method, &run->A, &run->B, err);
    return call->prepared ? MM_OK : MM_IO;
}

void mm_call_release(mm_call *call)
{
    if (call->laid)
        mm_served_release(call);
    if (call->prepared)
        call->run->bench->frontend->release(call->run->bench->frontend->context, call->prepared);
    call->prepared = NULL;
}
