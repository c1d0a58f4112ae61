/* trace.json, written. The order of the keys here is the canonical one. */
#include <math.h>
#include <string.h>

#include "record/json.h"
#include "trace/symbols.h"
#include "trace/trace.h"

static void add_extent(mm_json_writer *json, cJSON *row, const char *key, int64_t value)
{
    if (value == MM_TRACE_NONE)
        mm_json_null(json, row, key);
    else
        mm_json_integer(json, row, key, value);
}

/* Anything that is not among the letters is "?". */
static void add_flag(mm_json_writer *json, cJSON *row, const char *key, char flag, const char *letters)
{
    char text[2] = {flag, '\0'};
    if (flag != '\0' && !strchr(letters, flag))
        text[0] = '?';
    mm_json_text(json, row, key, text);
}

static void add_shape(mm_json_writer *json, cJSON *row, const mm_trace_key *key)
{
    const char *order = key->order == 'R' ? "row" : key->order == 'C' ? "column" : "";
    mm_json_text(json, row, "order", order);
    add_extent(json, row, "m", key->m);
    add_extent(json, row, "n", key->n);
    add_extent(json, row, "k", key->k);
    add_extent(json, row, "batch", key->batch);
    add_flag(json, row, "trans_a", key->trans_a, "NTCR");
    add_flag(json, row, "trans_b", key->trans_b, "NTCR");
    add_flag(json, row, "side", key->side, "LR");
    add_flag(json, row, "uplo", key->uplo, "UL");
    add_flag(json, row, "diag", key->diag, "NU");
}

static void add_rates(mm_json_writer *json, cJSON *parent, const mm_trace_item *item)
{
    const mm_trace_row *row = &item->row;
    double flops = mm_trace_item_flops(item);
    const char *reason = "";
    if (isnan(flops))
        reason = "the operations depend on the data or on the method";
    else if (row->ns == 0)
        reason = "too short for the clock";
    mm_json_integer(json, parent, "calls", (int64_t)row->calls);
    mm_json_integer(json, parent, "calls_nested", (int64_t)row->nested);
    mm_json_number(json, parent, "seconds", (double)row->ns * 1e-9);
    mm_json_number(json, parent, "seconds_exclusive", (double)row->exclusive_ns * 1e-9);
    mm_json_number(json, parent, "flops", flops);
    mm_json_number(json, parent, "gflops", *reason ? NAN : flops / (double)row->ns);
    mm_json_text(json, parent, "gflops_reason", reason);
}

static void add_library(mm_json_writer *json, cJSON *row, const mm_trace_item *item)
{
    mm_json_text(json, row, "caller", item->caller);
    mm_json_string(json, row, "library", *item->library ? item->library : "unknown");
    mm_json_string(json, row, "provider", *item->provider ? item->provider : "unknown");
    mm_json_text(json, row, "version", item->version);
    mm_json_text(json, row, "kernel", item->kernel);
    mm_json_text(json, row, "kernel_reason", *item->kernel ? "" : "this library does not tell");
    if (item->threads > 0)
        mm_json_integer(json, row, "threads", item->threads);
    else
        mm_json_null(json, row, "threads");
}

static void add_row(mm_json_writer *json, cJSON *rows, const mm_trace *trace, const mm_trace_item *item)
{
    const mm_trace_symbol *symbol = mm_trace_symbol_at(item->row.key.symbol);
    cJSON *row = mm_json_object(json, rows, NULL);
    mm_json_integer(json, row, "pid", trace->processes[item->process].pid);
    mm_json_string(json, row, "routine", mm_trace_routine_at(symbol->routine)->name);
    mm_json_string(json, row, "symbol", symbol->name);
    mm_json_string(json, row, "interface", symbol->is_cblas ? "cblas" : "fortran");
    mm_json_integer(json, row, "integer_bits", item->row.key.integer_bits == 64 ? 64 : 32);
    add_shape(json, row, &item->row.key);
    add_rates(json, row, item);
    add_library(json, row, item);
}

static void add_notes(mm_json_writer *json, cJSON *root, const char *key,
                      const char notes[][MM_TRACE_NOTE_SIZE], int count)
{
    cJSON *array = mm_json_array(json, root, key);
    for (int i = 0; i < count; i++)
        mm_json_string(json, array, NULL, notes[i]);
}

static void add_unseen(mm_json_writer *json, cJSON *root, const mm_trace *trace)
{
    cJSON *array = mm_json_array(json, root, "unseen_libraries");
    for (int i = 0; i < trace->unseen_count; i++) {
        cJSON *object = mm_json_object(json, array, NULL);
        mm_json_integer(json, object, "pid", trace->processes[trace->unseen[i].process].pid);
        mm_json_string(json, object, "library", trace->unseen[i].library);
        mm_json_string(json, object, "reason", MM_TRACE_UNSEEN_REASON);
    }
}

static void add_processes(mm_json_writer *json, cJSON *root, const mm_trace *trace)
{
    cJSON *processes = mm_json_array(json, root, "processes");
    for (int i = 0; i < trace->process_count; i++) {
        const mm_trace_process *process = &trace->processes[i];
        cJSON *object = mm_json_object(json, processes, NULL);
        mm_json_integer(json, object, "pid", process->pid);
        mm_json_integer(json, object, "parent_pid", process->parent_pid);
        mm_json_string(json, object, "program", process->program);
        mm_json_integer(json, object, "calls", process->calls);
        mm_json_number(json, object, "seconds", process->seconds);
    }
}

static void add_summary(mm_json_writer *json, cJSON *root, const mm_trace *trace)
{
    cJSON *command = mm_json_array(json, root, "command");
    for (char **word = trace->command; *word; word++)
        mm_json_string(json, command, NULL, *word);
    if (trace->signal == 0)
        mm_json_integer(json, root, "exit_status", trace->exit_status);
    else
        mm_json_null(json, root, "exit_status");
    if (trace->signal != 0)
        mm_json_integer(json, root, "signal", trace->signal);
    else
        mm_json_null(json, root, "signal");
    mm_json_number(json, root, "wall_seconds", trace->wall_s);
    mm_json_integer(json, root, "process_count", trace->process_count);
    mm_json_integer(json, root, "calls", trace->calls);
    mm_json_integer(json, root, "calls_nested", trace->calls_nested);
    mm_json_number(json, root, "blas_seconds", trace->blas_s);
    mm_json_number(json, root, "blas_share", trace->calls > 0 ? trace->blas_s / trace->wall_s : NAN);
    mm_json_text(json, root, "blas_share_reason", trace->calls > 0 ? "" : "no BLAS call was seen");
}

mm_status mm_trace_to_text(const mm_trace *trace, char **text, mm_error *err)
{
    mm_json_writer json = {0};
    cJSON *root = mm_json_object(&json, NULL, NULL);
    mm_json_string(&json, root, "schema", "gemmlab-trace/1");
    add_summary(&json, root, trace);
    add_notes(&json, root, "not_seen", trace->not_seen, trace->not_seen_count);
    add_unseen(&json, root, trace);
    add_notes(&json, root, "warnings", trace->warnings, trace->warning_count);
    add_processes(&json, root, trace);
    cJSON *rows = mm_json_array(&json, root, "rows");
    for (int i = 0; i < trace->item_count; i++)
        add_row(&json, rows, trace, &trace->items[i]);
    return mm_json_finish(&json, text, err);
}
