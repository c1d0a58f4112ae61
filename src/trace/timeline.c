/* The calls one by one, as a Chrome trace (chrome://tracing and Perfetto read it): "Trace Event Format",
 * complete events, times in microseconds. */
#include "record/json.h"
#include "trace/symbols.h"
#include "trace/trace.h"

static void add_extent(mm_json_writer *json, cJSON *object, const char *key, int64_t value)
{
    if (value != MM_TRACE_NONE)
        mm_json_integer(json, object, key, value);
}

static void add_event(mm_json_writer *json, cJSON *events, const mm_trace_process *process,
                      const mm_trace_event *event, uint64_t begin_ns)
{
    const mm_trace_key *key = mm_trace_key_at(process, event->row);
    if (!key)
        return;
    const mm_trace_symbol *symbol = mm_trace_symbol_at(key->symbol);
    char trans[] = {key->trans_a >= 'A' && key->trans_a <= 'Z' ? key->trans_a : '\0',
                    key->trans_b >= 'A' && key->trans_b <= 'Z' ? key->trans_b : '\0', '\0'};
    cJSON *object = mm_json_object(json, events, NULL);
    mm_json_string(json, object, "name", mm_trace_routine_at(symbol->routine)->name);
    mm_json_string(json, object, "cat", symbol->name);
    mm_json_string(json, object, "ph", "X");
    mm_json_number(json, object, "ts", (double)(event->start_ns - begin_ns) * 1e-3);
    mm_json_number(json, object, "dur", (double)event->duration_ns * 1e-3);
    mm_json_integer(json, object, "pid", process->pid);
    mm_json_integer(json, object, "tid", event->thread);
    cJSON *arguments = mm_json_object(json, object, "args");
    add_extent(json, arguments, "m", key->m);
    add_extent(json, arguments, "n", key->n);
    add_extent(json, arguments, "k", key->k);
    add_extent(json, arguments, "batch", key->batch);
    if (*trans)
        mm_json_string(json, arguments, "trans", trans);
}

/* The events of a process that are kept, the oldest first: the ring has the last ones. */
static uint64_t kept(const mm_trace_process *process, uint64_t *first)
{
    const mm_trace_header *record = process->record;
    uint64_t next = record->timeline_next, capacity = record->timeline_capacity;
    *first = next > capacity ? next - capacity : 0;
    return next - *first;
}

static const mm_trace_event *event_at(const mm_trace_process *process, uint64_t i)
{
    return &mm_trace_events(process)[i % process->record->timeline_capacity];
}

/* Times are counted from the first call of all. */
static uint64_t find_begin(const mm_trace *trace)
{
    uint64_t begin = UINT64_MAX, first;
    for (int p = 0; p < trace->process_count; p++) {
        const mm_trace_process *process = &trace->processes[p];
        uint64_t count = mm_trace_events(process) ? kept(process, &first) : 0;
        for (uint64_t i = 0; i < count; i++) /* a call that holds others ends, and is noted, after them */
            if (event_at(process, first + i)->start_ns < begin)
                begin = event_at(process, first + i)->start_ns;
    }
    return begin;
}

mm_status mm_trace_timeline(const mm_trace *trace, char **text, int64_t *dropped, mm_error *err)
{
    mm_json_writer json = {0};
    uint64_t begin_ns = find_begin(trace), first;
    cJSON *root = mm_json_object(&json, NULL, NULL);
    cJSON *events = mm_json_array(&json, root, "traceEvents");
    *dropped = trace->calls;
    for (int p = 0; p < trace->process_count; p++) {
        const mm_trace_process *process = &trace->processes[p];
        uint64_t count = mm_trace_events(process) ? kept(process, &first) : 0;
        for (uint64_t i = 0; i < count; i++)
            add_event(&json, events, process, event_at(process, first + i), begin_ns);
        *dropped -= (int64_t)count;
    }
    mm_json_string(&json, root, "displayTimeUnit", "ms");
    mm_json_integer(&json, mm_json_object(&json, root, "otherData"), "dropped", *dropped);
    return mm_json_finish(&json, text, err);
}
