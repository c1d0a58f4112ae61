/* A trace for people. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cleanup.h"
#include "report/trace_table.h"
#include "trace/symbols.h"

enum { LINES_MAX = 40 };

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void format_seconds(double seconds, char *text, size_t size)
{
    if (seconds >= 1)
        snprintf(text, size, "%.3f s", seconds);
    else if (seconds >= 1e-3)
        snprintf(text, size, "%.3f ms", seconds * 1e3);
    else
        snprintf(text, size, "%.3f us", seconds * 1e6);
}

static void format_extent(int64_t extent, char *text, size_t size)
{
    if (extent == MM_TRACE_NONE)
        snprintf(text, size, "-");
    else
        snprintf(text, size, "%lld", (long long)extent);
}

/* The flags in the order of the routine's arguments: "NT", "LUNN". */
static void format_flags(const mm_trace_key *key, char *text)
{
    const char flags[] = {key->side, key->uplo, key->trans_a, key->trans_b, key->diag};
    for (size_t i = 0; i < sizeof flags; i++)
        if (flags[i] != '\0')
            *text++ = flags[i] >= 'A' && flags[i] <= 'Z' ? flags[i] : '?';
    *text = '\0';
}

/* A share that is there is never shown as none. */
static void format_share(double share, char *text, size_t size)
{
    if (share > 0 && share < 1e-4)
        snprintf(text, size, "<0.01 %%");
    else
        snprintf(text, size, "%.2f %%", 100 * share);
}

static void print_head(FILE *out, mm_trace_by by)
{
    fprintf(out, "%-18s", by == MM_TRACE_BY_SHAPE ? "called" : "routine");
    if (by == MM_TRACE_BY_SHAPE)
        fprintf(out, " %6s %6s %6s %-5s", "m", "n", "k", "flags");
    fprintf(out, " %9s %12s %8s %8s  %-28s %s", "calls", "time", "GFLOPS", "of wall", "library", "kernel");
    fprintf(out, "%s\n", by == MM_TRACE_BY_CALLER ? "  called from" : "");
}

static void print_group(FILE *out, const mm_trace *trace, mm_trace_by by, const mm_trace_group *group)
{
    const mm_trace_item *item = group->item;
    const mm_trace_key *key = &item->row.key;
    const mm_trace_symbol *symbol = mm_trace_symbol_at(key->symbol);
    char time[32], share[32], rate[32] = "-";
    format_seconds(group->seconds, time, sizeof time);
    format_share(group->seconds / trace->wall_s, share, sizeof share);
    if (!isnan(group->flops) && group->seconds > 0)
        snprintf(rate, sizeof rate, "%.4g", group->flops / group->seconds / 1e9);
    fprintf(out, "%-18s",
            by == MM_TRACE_BY_SHAPE ? symbol->name : mm_trace_routine_at(symbol->routine)->name);
    if (by == MM_TRACE_BY_SHAPE) {
        char m[24], n[24], k[24], flags[8];
        format_extent(key->m, m, sizeof m);
        format_extent(key->n, n, sizeof n);
        format_extent(key->k, k, sizeof k);
        format_flags(key, flags);
        fprintf(out, " %6s %6s %6s %-5s", m, n, k, flags);
    }
    fprintf(out, " %9lld %12s %8s %8s  %-28s %s", (long long)group->calls, time, rate, share,
            base_name(item->library), *item->kernel ? item->kernel : "-");
    if (by == MM_TRACE_BY_CALLER)
        fprintf(out, "  %s", *item->caller ? base_name(item->caller) : "-");
    fprintf(out, "%s\n",
            group->nested > 0 ? group->nested == group->calls ? "  (nested)" : "  (partly nested)" : "");
}

static void print_summary(FILE *out, const mm_trace *trace)
{
    char wall[32], time[32], share[32];
    format_seconds(trace->wall_s, wall, sizeof wall);
    format_seconds(trace->blas_s, time, sizeof time);
    format_share(trace->blas_s / trace->wall_s, share, sizeof share);
    fprintf(out, "\n%lld call%s, %s in them: %s of %s wall time; %d process%s traced\n",
            (long long)trace->calls, trace->calls == 1 ? "" : "s", time, share, wall, trace->process_count,
            trace->process_count == 1 ? "" : "es");
}

static bool is_told(const mm_trace *trace, int i)
{
    for (int earlier = 0; earlier < i; earlier++)
        if (strcmp(trace->unseen[earlier].library, trace->unseen[i].library) == 0)
            return true;
    return false;
}

static void print_unseen(FILE *out, const mm_trace *trace)
{
    if (trace->unseen_count > 0)
        fprintf(out, "Loaded BLAS libraries of which a process has no recorded call (%s):\n",
                MM_TRACE_UNSEEN_REASON);
    for (int i = 0; i < trace->unseen_count; i++)
        if (!is_told(trace, i))
            fprintf(out, "  - %s, in process %d\n", trace->unseen[i].library,
                    trace->processes[trace->unseen[i].process].pid);
}

static void print_notes(FILE *out, const mm_trace *trace)
{
    if (trace->not_seen_count > 0)
        fprintf(out, "No BLAS call seen%s. What that may come from:\n",
                trace->calls > 0 ? " beyond these, which do no work to speak of" : "");
    for (int i = 0; i < trace->not_seen_count; i++)
        fprintf(out, "  - %s\n", trace->not_seen[i]);
    print_unseen(out, trace);
    for (int i = 0; i < trace->warning_count; i++)
        fprintf(out, "warning: %s\n", trace->warnings[i]);
}

mm_status mm_trace_print(FILE *out, const mm_trace *trace, mm_trace_by by, const char *more, mm_error *err)
{
    mm_trace_group *groups MM_FREED = NULL;
    int count;
    mm_status status = mm_trace_group_by(trace, by, &groups, &count, err);
    if (status != MM_OK)
        return status;
    if (count > 0)
        print_head(out, by);
    for (int i = 0; i < count && i < LINES_MAX; i++)
        print_group(out, trace, by, &groups[i]);
    if (count > LINES_MAX)
        fprintf(out, "... and %d lines more: %s\n", count - LINES_MAX, more);
    if (count > 0)
        print_summary(out, trace);
    print_notes(out, trace);
    return MM_OK;
}
