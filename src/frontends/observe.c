#include "frontends/observe.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure/clock.h"
#include "record/json.h"

enum { PARALLEL_MAX = 16, BASELINE = -1, FILE_SIZE = PATH_MAX + 32 };
static const double LIMIT_S =
    120; /* an expression takes milliseconds; loading its front end may take seconds */

/* --- Running. Job i is the expression i of the table; BASELINE evaluates none. */

typedef struct job {
    pid_t pid; /* 0: none */
    double end_s;
} job;

static void name_file(const mm_frontends *f, const char *kind, int which, char file[FILE_SIZE])
{
    snprintf(file, FILE_SIZE, "%s/%s%d", f->folder, kind, which);
}

static job start(const mm_frontends *f, const mm_front_end *frontend, int which)
{
    mm_frontend_command command;
    char file[FILE_SIZE], log[FILE_SIZE];
    char *words[MM_FRONTEND_WORDS + 8] = {"/proc/self/exe", "trace", "--json", file, "--"};
    mm_frontend_command_of(f, frontend, which == BASELINE ? "nothing" : frontend->table[which].id, &command);
    for (int i = 0; command.words[i]; i++)
        words[5 + i] = command.words[i];
    name_file(f, "trace", which, file);
    name_file(f, "log", which, log);
    unlink(file);
    return (job){.pid = mm_talk_spawn(words, f->environment, log), .end_s = mm_clock_s() + LIMIT_S};
}

/* Has it ended? One that takes too long is ended. */
static bool has_ended(job *j)
{
    if (j->pid > 0 && mm_clock_s() > j->end_s)
        kill(-j->pid, SIGKILL);
    if (j->pid > 0 && waitpid(j->pid, NULL, WNOHANG) != j->pid)
        return false;
    j->pid = 0;
    return true;
}

static void end_all(job jobs[PARALLEL_MAX])
{
    for (int i = 0; i < PARALLEL_MAX; i++)
        if (jobs[i].pid > 0) {
            kill(-jobs[i].pid, SIGKILL);
            waitpid(jobs[i].pid, NULL, 0);
        }
}

static void show(const mm_frontends *f, const mm_front_end *frontend, int done)
{
    char line[160];
    snprintf(line, sizeof line, "%s %s: %d of %d expressions traced", frontend->about.title,
             frontend->about.version, done, frontend->table_count);
    if (f->options->progress)
        f->options->progress(line);
}

static bool is_chosen(const mm_front_end *frontend, int which, const char *only)
{
    return which == BASELINE || !only || strcmp(frontend->table[which].id, only) == 0;
}

static mm_status run_all(const mm_frontends *f, const mm_front_end *frontend, const char *only, int parallel,
                         mm_error *err)
{
    job jobs[PARALLEL_MAX] = {{0}};
    int next = BASELINE, running;
    parallel = parallel > PARALLEL_MAX ? PARALLEL_MAX : parallel;
    do {
        running = 0;
        for (int i = 0; i < parallel; i++) {
            if (!has_ended(&jobs[i])) {
                running++;
                continue;
            }
            while (next < frontend->table_count && !is_chosen(frontend, next, only))
                next++;
            if (next >= frontend->table_count)
                continue;
            jobs[i] = start(f, frontend, next++);
            running++;
            show(f, frontend, next > 0 ? next - 1 : 0);
        }
        if (f->options->interrupted && f->options->interrupted()) {
            end_all(jobs);
            return mm_fail(err, MM_INTERRUPTED, "interrupted", "interrupted");
        }
        usleep(2000);
    } while (running > 0);
    return MM_OK;
}

/* --- Reading what was traced. */

static int64_t extent_of(mm_json_reader *json, const cJSON *row, const char *key)
{
    if (mm_json_is_null(json, row, key))
        return MM_PATH_NONE;
    return mm_json_get_integer(json, row, key, -MM_JSON_INTEGER_MAX, MM_JSON_INTEGER_MAX);
}

static void read_call(mm_json_reader *json, const cJSON *row, mm_path_call *call)
{
    char library[PATH_MAX];
    mm_json_get_text(json, row, "routine", MM_JSON_REQUIRED, call->routine, sizeof call->routine);
    mm_json_get_text(json, row, "symbol", MM_JSON_REQUIRED, call->symbol, sizeof call->symbol);
    mm_json_get_text(json, row, "order", MM_JSON_NULLABLE, call->order, sizeof call->order);
    mm_json_get_text(json, row, "trans_a", MM_JSON_NULLABLE, call->trans_a, sizeof call->trans_a);
    mm_json_get_text(json, row, "trans_b", MM_JSON_NULLABLE, call->trans_b, sizeof call->trans_b);
    mm_json_get_text(json, row, "library", MM_JSON_REQUIRED, library, sizeof library);
    mm_json_get_text(json, row, "provider", MM_JSON_REQUIRED, call->provider, sizeof call->provider);
    mm_json_get_text(json, row, "version", MM_JSON_NULLABLE, call->version, sizeof call->version);
    mm_json_get_text(json, row, "kernel", MM_JSON_NULLABLE, call->kernel, sizeof call->kernel);
    mm_json_get_text(json, row, "kernel_reason", MM_JSON_NULLABLE, call->kernel_reason,
                     sizeof call->kernel_reason);
    snprintf(call->library, sizeof call->library, "%.511s", mm_frontend_short_path(library));
    call->m = extent_of(json, row, "m");
    call->n = extent_of(json, row, "n");
    call->k = extent_of(json, row, "k");
    call->batch = extent_of(json, row, "batch");
    call->calls = mm_json_get_integer(json, row, "calls", 1, MM_JSON_INTEGER_MAX) -
                  mm_json_get_integer(json, row, "calls_nested", 0, MM_JSON_INTEGER_MAX);
}

static bool is_same(const mm_path_call *a, const mm_path_call *b)
{
    return strcmp(a->symbol, b->symbol) == 0 && strcmp(a->library, b->library) == 0 && a->m == b->m &&
           a->n == b->n && a->k == b->k && a->batch == b->batch && strcmp(a->order, b->order) == 0 &&
           strcmp(a->trans_a, b->trans_a) == 0 && strcmp(a->trans_b, b->trans_b) == 0;
}

static mm_path_call *find_same(mm_path_row *row, const mm_path_call *call)
{
    for (int i = 0; i < row->call_count; i++)
        if (is_same(&row->calls[i], call))
            return &row->calls[i];
    return NULL;
}

/* Those of several callers and processes together. */
static void read_calls(mm_json_reader *json, mm_path_row *row)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, mm_json_get_array(json, json->root, "rows"))
    {
        mm_path_call call = {0};
        read_call(json, item, &call);
        mm_path_call *same = find_same(row, &call);
        if (json->status != MM_OK || call.calls <= 0)
            continue;
        if (same)
            same->calls += call.calls;
        else if (!mm_path_row_add_call(row, &call))
            json->status = mm_fail_memory(json->err, sizeof call);
    }
}

/* The calls of a job; its failure is the row's reason. */
static void read_trace(const mm_frontends *f, int which, mm_path_row *row)
{
    char file[FILE_SIZE], log[FILE_SIZE], words[200];
    mm_error why = {0};
    mm_json_reader json;
    name_file(f, "trace", which, file);
    name_file(f, "log", which, log);
    mm_talk_last_words(log, words, sizeof words);
    if (access(file, F_OK) != 0) {
        snprintf(row->reason, sizeof row->reason, "no trace was written%s%s", *words ? ": " : "", words);
        return;
    }
    mm_json_open(&json, file, &why);
    bool ended_well = json.status == MM_OK && !mm_json_is_null(&json, json.root, "exit_status") &&
                      mm_json_get_integer(&json, json.root, "exit_status", 0, 255) == 0;
    if (json.status == MM_OK && !ended_well)
        snprintf(row->reason, sizeof row->reason, "%s", *words ? words : "it did not end well");
    else if (json.status == MM_OK)
        read_calls(&json, row);
    if (mm_json_close(&json) != MM_OK)
        snprintf(row->reason, sizeof row->reason, "%.255s", why.text);
}

/* Takes off what a process calls that evaluates nothing. */
static void subtract(mm_path_row *row, const mm_path_row *baseline)
{
    int kept = 0;
    for (int i = 0; i < baseline->call_count; i++) {
        mm_path_call *same = find_same(row, &baseline->calls[i]);
        if (same)
            same->calls -= baseline->calls[i].calls;
    }
    for (int i = 0; i < row->call_count; i++)
        if (row->calls[i].calls > 0)
            row->calls[kept++] = row->calls[i];
    row->call_count = kept;
}

mm_status mm_observe(const mm_frontends *f, const mm_front_end *frontend, const char *only, int parallel,
                     mm_path_map *map, mm_error *err)
{
    mm_path_row baseline = {0};
    mm_status status = run_all(f, frontend, only, parallel, err);
    if (status != MM_OK)
        return status;
    read_trace(f, BASELINE, &baseline);
    if (*baseline.reason)
        status = mm_fail(err, MM_UNAVAILABLE, "noTrace", "%s %s could not be traced: %s",
                         frontend->about.title, frontend->about.version, baseline.reason);
    for (int i = 0; i < frontend->table_count && status == MM_OK; i++) {
        if (!is_chosen(frontend, i, only))
            continue;
        mm_path_row row = frontend->table[i];
        read_trace(f, i, &row);
        subtract(&row, &baseline);
        if (mm_path_map_add_row(map, &row))
            continue;
        free(row.calls);
        status = mm_fail_memory(err, sizeof row);
    }
    free(baseline.calls);
    return status;
}
