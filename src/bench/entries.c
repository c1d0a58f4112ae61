#include "bench/entries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static mm_status add(mm_entry **entries, int *count, const mm_entry *entry, mm_error *err)
{
    mm_entry *longer = realloc(*entries, (size_t)(*count + 1) * sizeof *longer);
    if (!longer)
        return mm_fail_memory(err, (double)(*count + 1) * sizeof *longer);
    *entries = longer;
    longer[(*count)++] = *entry;
    return MM_OK;
}

static mm_status add_named(const char *name, const char *frontend, int threads, mm_entry **entries,
                           int *count, mm_error *err)
{
    mm_entry entry = {.threads = threads};
    mm_status status = mm_method_find(name, frontend, &entry.method, err);
    if (status != MM_OK)
        return status;
    for (int i = 0; i < *count; i++)
        if ((*entries)[i].method == entry.method)
            return mm_fail(err, MM_USAGE, "badValue", "method '%s' stands twice in the list", name);
    return add(entries, count, &entry, err);
}

mm_status mm_entries_parse(const char *names, const char *frontend, int threads, mm_entry **entries,
                           int *count, mm_error *err)
{
    *entries = NULL;
    *count = 0;
    mm_status status = MM_OK;
    for (const char *item = names; status == MM_OK;) {
        char name[64];
        size_t length = strcspn(item, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, item);
        status = add_named(name, frontend, threads, entries, count, err);
        if (!item[length])
            break;
        item += length + 1;
    }
    return status;
}

/* A rung on all CPUs of this process; nothing where that is one CPU, and the rung would be the one below
 * again. */
static mm_status add_all_threads(const mm_method *method, bool largest_only, mm_entry **entries, int *count,
                                 mm_error *err)
{
    mm_environment environment;
    mm_environment_read(&environment);
    mm_entry entry = {.method = method, .threads = environment.affinity_count, .largest_only = largest_only};
    return entry.threads > 1 ? add(entries, count, &entry, err) : MM_OK;
}

mm_status mm_entries_lab(mm_entry **entries, int *count, mm_error *err)
{
    *entries = NULL;
    *count = 0;
    mm_status status = MM_OK;
    for (int i = 0; i < mm_method_count && status == MM_OK; i++) {
        mm_entry entry = {.method = &mm_methods[i], .threads = 1};
        if (mm_methods[i].in_lab)
            status = add(entries, count, &entry, err);
    }
    for (int i = 0; i < mm_method_count && status == MM_OK; i++)
        if (mm_methods[i].in_lab && mm_methods[i].differs_threads)
            status = add_all_threads(&mm_methods[i], true, entries, count, err);
    return status;
}

mm_status mm_entries_ladder(const char *only_frontend, mm_entry **entries, int *count, mm_error *err)
{
    *entries = NULL;
    *count = 0;
    mm_rung rungs[MM_RUNGS_MAX];
    int rung_count = mm_method_rungs(rungs);
    mm_status status = MM_OK;
    for (int r = 0; r < rung_count && status == MM_OK; r++) {
        mm_entry entry = {.method = rungs[r].method, .threads = 1};
        if (only_frontend && strcmp(entry.method->frontend, only_frontend) != 0)
            continue;
        status = rungs[r].all_threads ? add_all_threads(entry.method, false, entries, count, err)
                                      : add(entries, count, &entry, err);
    }
    return status;
}
