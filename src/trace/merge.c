/* Records of processes, checked and put together. */
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/symbols.h"
#include "trace/trace.h"

void mm_trace_warn(mm_trace *trace, const char *format, ...)
{
    va_list arguments;
    if (trace->warning_count == MM_TRACE_NOTES_MAX)
        return;
    va_start(arguments, format);
    vsnprintf(trace->warnings[trace->warning_count++], MM_TRACE_NOTE_SIZE, format, arguments);
    va_end(arguments);
}

/* --- A record may be cut short, or be of another version: nothing in it is followed unchecked. */

/* All but texts lie at multiples of 8. */
static const void *bytes_at(const mm_trace_header *record, uint32_t offset, size_t size)
{
    bool inside = offset >= sizeof *record && offset <= record->used && size <= record->used - offset;
    return inside && (size == 1 || offset % 8 == 0) ? (const char *)record + offset : NULL;
}

static const char *text_at(const mm_trace_header *record, uint32_t offset)
{
    const char *text = bytes_at(record, offset, 1);
    return text && memchr(text, '\0', record->used - offset) ? text : "";
}

static bool is_whole(const mm_trace_header *record, size_t size)
{
    return size >= sizeof *record && memcmp(record->magic, MM_TRACE_MAGIC, sizeof record->magic) == 0 &&
           record->symbol_count == (uint32_t)mm_trace_symbol_count() && record->used <= size &&
           record->used >= sizeof *record && record->object_count <= MM_TRACE_OBJECTS_MAX &&
           memchr(record->program, '\0', sizeof record->program);
}

static const mm_trace_table *table_at(const mm_trace_header *record, uint32_t offset)
{
    const mm_trace_table *table = bytes_at(record, offset, MM_TRACE_TABLE_HEAD);
    if (!table ||
        !bytes_at(record, offset, MM_TRACE_TABLE_HEAD + (size_t)table->capacity * sizeof(mm_trace_row)))
        return NULL;
    return table;
}

/* The newest of a thread's tables: it has all rows. */
static const mm_trace_table *newest(const mm_trace_header *record, uint32_t offset)
{
    const mm_trace_table *table = table_at(record, offset);
    while (table && table->successor > offset) { /* later tables lie behind */
        offset = table->successor;
        table = table_at(record, offset);
    }
    return table;
}

const char *mm_trace_loaded(const mm_trace_process *process, int i)
{
    return text_at(process->record, process->record->loaded[i]);
}

const char *mm_trace_loaded_for(const mm_trace_process *process, int i)
{
    return text_at(process->record, process->record->loaded_for[i]);
}

const mm_trace_event *mm_trace_events(const mm_trace_process *process)
{
    const mm_trace_header *record = process->record;
    size_t bytes = (size_t)record->timeline_capacity * sizeof(mm_trace_event);
    return record->timeline_capacity > 0 ? bytes_at(record, record->timeline, bytes) : NULL;
}

const mm_trace_key *mm_trace_key_at(const mm_trace_process *process, uint32_t row)
{
    const mm_trace_key *key = bytes_at(process->record, row, sizeof *key);
    return key && key->symbol < mm_trace_symbol_count() ? key : NULL;
}

/* --- Rows. */

static const char *path_of(const mm_trace_header *record, uint16_t object)
{
    return object > 0 && object < record->object_count ? text_at(record, record->objects[object].path) : "";
}

static const char *ended(const char *text, size_t size)
{
    return memchr(text, '\0', size) ? text : "";
}

static void describe(const mm_trace_header *record, mm_trace_item *item)
{
    const mm_trace_key *key = &item->row.key;
    const mm_trace_library *library = NULL;
    item->caller = path_of(record, key->caller);
    item->library = path_of(record, key->library);
    item->provider = item->version = item->kernel = "";
    if (key->library > 0 && key->library < record->object_count)
        library = bytes_at(record, record->objects[key->library].about, sizeof *library);
    if (!library)
        return;
    item->provider = ended(library->provider, sizeof library->provider);
    item->version = ended(library->version, sizeof library->version);
    item->kernel = ended(library->kernel, sizeof library->kernel);
    item->threads = library->threads;
}

static mm_status add_rows(mm_trace *trace, const mm_trace_table *table, mm_error *err)
{
    const mm_trace_row *rows = (const mm_trace_row *)((const char *)table + MM_TRACE_TABLE_HEAD);
    size_t bytes = ((size_t)trace->item_count + table->capacity) * sizeof *trace->items;
    mm_trace_item *items = realloc(trace->items, bytes);
    if (!items)
        return mm_fail_memory(err, (double)bytes);
    trace->items = items;
    for (uint32_t i = 0; i < table->capacity; i++)
        if (rows[i].calls > 0 && rows[i].key.symbol < mm_trace_symbol_count())
            items[trace->item_count++] = (mm_trace_item){.process = trace->process_count - 1, .row = rows[i]};
    return MM_OK;
}

static mm_status add_process(mm_trace *trace, const mm_trace_header *record, mm_error *err)
{
    size_t bytes = ((size_t)trace->process_count + 1) * sizeof *trace->processes;
    mm_trace_process *processes = realloc(trace->processes, bytes);
    if (!processes)
        return mm_fail_memory(err, (double)bytes);
    trace->processes = processes;
    processes[trace->process_count++] = (mm_trace_process){
        .pid = record->pid, .parent_pid = record->parent_pid, .program = record->program, .record = record};
    return MM_OK;
}

mm_status mm_trace_add(mm_trace *trace, const char *name, void *memory, size_t size, mm_error *err)
{
    const mm_trace_header *record = memory;
    if (!is_whole(record, size)) {
        mm_trace_warn(trace, "%.100s is not the whole record of a process; its calls are missing", name);
        free(memory);
        return MM_OK;
    }
    mm_status status = add_process(trace, record, err);
    if (status != MM_OK) {
        free(memory);
        return status;
    }
    const mm_trace_table *table;
    uint32_t left = record->used / MM_TRACE_TABLE_HEAD; /* a list that goes round ends all the same */
    for (uint32_t at = record->first_table;
         status == MM_OK && left-- > 0 && (table = table_at(record, at)) != NULL; at = table->next) {
        const mm_trace_table *last = newest(record, at);
        if (last)
            status = add_rows(trace, last, err);
    }
    if (record->lost_calls > 0)
        mm_trace_warn(trace, "process %d made %llu calls that found its record full", (int)record->pid,
                      (unsigned long long)record->lost_calls);
    if (record->unbound > 0)
        mm_trace_warn(trace,
                      "process %d looked up %u routines by name that no wrapper was left for: not traced",
                      (int)record->pid, record->unbound);
    return status;
}

/* --- Sums. */

static int by_key(const void *left, const void *right)
{
    const mm_trace_item *l = left, *r = right;
    return l->process != r->process ? l->process - r->process
                                    : memcmp(&l->row.key, &r->row.key, sizeof l->row.key);
}

static int by_time(const void *left, const void *right)
{
    const mm_trace_item *l = left, *r = right;
    if (l->process != r->process)
        return l->process - r->process;
    if (l->row.ns != r->row.ns)
        return l->row.ns < r->row.ns ? 1 : -1;
    return memcmp(&l->row.key, &r->row.key, sizeof l->row.key);
}

static void merge_threads(mm_trace *trace)
{
    int count = 0;
    if (trace->item_count == 0)
        return;
    qsort(trace->items, (size_t)trace->item_count, sizeof *trace->items, by_key);
    for (int i = 1; i < trace->item_count; i++) {
        mm_trace_row *into = &trace->items[count].row;
        const mm_trace_row *from = &trace->items[i].row;
        if (by_key(&trace->items[count], &trace->items[i]) != 0) {
            trace->items[++count] = trace->items[i];
            continue;
        }
        into->calls += from->calls;
        into->nested += from->nested;
        into->ns += from->ns;
        into->exclusive_ns += from->exclusive_ns;
        into->flops += from->flops;
    }
    trace->item_count = count + 1;
}

void mm_trace_finish(mm_trace *trace)
{
    merge_threads(trace);
    for (int i = 0; i < trace->item_count; i++) {
        mm_trace_item *item = &trace->items[i];
        mm_trace_process *process = &trace->processes[item->process];
        double own_s =
            (double)item->row.exclusive_ns * 1e-9; /* these add up to the time in outermost calls */
        describe(process->record, item);
        process->calls += (int64_t)item->row.calls;
        process->seconds += own_s;
        trace->calls += (int64_t)item->row.calls;
        trace->calls_nested += (int64_t)item->row.nested;
        trace->blas_s += own_s;
    }
    if (trace->item_count > 0)
        qsort(trace->items, (size_t)trace->item_count, sizeof *trace->items, by_time);
    mm_trace_find_unseen(trace);
    if (mm_trace_is_idle(trace))
        mm_trace_explain(trace);
}

double mm_trace_item_flops(const mm_trace_item *item)
{
    const mm_trace_key *key = &item->row.key;
    if (item->row.flops > 0)
        return item->row.flops;
    return (double)item->row.calls * mm_trace_flops(mm_trace_symbol_at(key->symbol)->routine, key->m, key->n,
                                                    key->k, key->batch, key->side);
}

void mm_trace_free(mm_trace *trace)
{
    for (int i = 0; i < trace->process_count; i++)
        free((void *)trace->processes[i].record);
    free(trace->processes);
    free(trace->items);
    free(trace->unseen);
    *trace = (mm_trace){0};
}
