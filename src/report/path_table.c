#include "report/path_table.h"

#include <locale.h>
#include <math.h>
#include <string.h>

void mm_path_call_format(const mm_path_call *call, char text[MM_PATH_CALL_TEXT_SIZE])
{
    const int64_t extents[] = {call->m, call->n, call->k};
    const char *gap = " ";
    size_t used = (size_t)snprintf(text, MM_PATH_CALL_TEXT_SIZE, "%s%s%s%s", call->routine,
                                   *call->trans_a ? " " : "", call->trans_a, call->trans_b);
    for (int i = 0; i < 3; i++) {
        if (extents[i] == MM_PATH_NONE)
            continue;
        used += (size_t)snprintf(text + used, MM_PATH_CALL_TEXT_SIZE - used, "%s%lld", gap,
                                 (long long)extents[i]);
        gap = "x";
    }
    if (call->batch != MM_PATH_NONE)
        snprintf(text + used, MM_PATH_CALL_TEXT_SIZE - used, " batch %lld", (long long)call->batch);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Calls of one routine in more shapes than this are told in one line. */
enum { SHAPES_TOLD = 3 };

bool mm_path_row_tell(const mm_path_row *row, int which, char text[MM_PATH_CALL_TEXT_SIZE], int64_t *calls)
{
    const mm_path_call *call = &row->calls[which];
    int first = -1, shapes = 0;
    int64_t all_calls = 0;
    for (int i = 0; i < row->call_count; i++) {
        if (strcmp(row->calls[i].routine, call->routine) != 0)
            continue;
        first = first < 0 ? i : first;
        shapes++;
        all_calls += row->calls[i].calls;
    }
    *calls = shapes > SHAPES_TOLD ? all_calls : call->calls;
    if (shapes > SHAPES_TOLD)
        snprintf(text, MM_PATH_CALL_TEXT_SIZE, "%s ...", call->routine);
    else
        mm_path_call_format(call, text);
    return shapes <= SHAPES_TOLD || which == first;
}

static void print_call(FILE *out, const mm_path_row *row, int which)
{
    const mm_path_call *call = &row->calls[which];
    char text[MM_PATH_CALL_TEXT_SIZE];
    int64_t calls;
    if (!mm_path_row_tell(row, which, text, &calls))
        return;
    fprintf(out, "  %-44.44s %-28s %4lld  %s", which == 0 ? row->expression : "", text, (long long)calls,
            call->provider);
    if (*call->version)
        fprintf(out, " %s", call->version);
    if (*call->kernel)
        fprintf(out, " %s", call->kernel);
    fprintf(out, ", %s\n", base_name(call->library));
}

static void print_row(FILE *out, const mm_path_row *row)
{
    if (*row->reason) {
        fprintf(out, "  %-44.44s failed: %s\n", row->expression, row->reason);
        return;
    }
    for (int i = 0; i < row->call_count; i++)
        print_call(out, row, i);
    if (row->call_count == 0)
        fprintf(out, "  %-44.44s no BLAS\n", row->expression);
    if (!mm_path_row_is_as_expected(row))
        fprintf(out, "  %-44s not as expected: %s\n", "", row->expected);
}

static void print_frontend(FILE *out, const mm_path_map *map, const mm_path_frontend *frontend)
{
    if (*frontend->reason) {
        fprintf(out, "%s: not run: %s\n", frontend->title, frontend->reason);
        return;
    }
    fprintf(out, "%s %s (%s%s%s)\n", frontend->title, frontend->version, frontend->interpreter,
            *frontend->language ? ", " : "", frontend->language);
    for (int i = 0; i < map->row_count; i++)
        if (strcmp(map->rows[i].frontend, frontend->name) == 0 &&
            strcmp(map->rows[i].version, frontend->version) == 0)
            print_row(out, &map->rows[i]);
}

static void print_timing(FILE *out, const mm_path_timing *timing)
{
    const mm_timing *time = &timing->time;
    char name[64], overhead[32] = "-";
    snprintf(name, sizeof name, "%s %s", timing->frontend, timing->version);
    if (isfinite(timing->overhead_s))
        snprintf(overhead, sizeof overhead, "%.3g us", 1e6 * timing->overhead_s);
    fprintf(out, "%5lld  %-18s %-34.34s %-7s ", (long long)time->size, name, time->call, timing->routine);
    if (time->reps > 0)
        fprintf(out, "%10.4g us %8.3g %12s  %s%s%s\n", 1e6 * time->median_s, mm_timing_gflops(time), overhead,
                timing->provider, *timing->kernel ? " " : "", timing->kernel);
    else
        fprintf(out, "%s\n", time->reason);
}

void mm_path_table_print(FILE *out, const mm_path_map *map)
{
    locale_t numeric = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0), before = uselocale(numeric);
    for (int i = 0; i < map->frontend_count; i++)
        print_frontend(out, map, &map->frontends[i]);
    if (map->timing_count > 0)
        fprintf(out, "\n%5s  %-18s %-34s %-7s %13s %8s %12s\n", "N", "front end", "expression", "routine",
                "median", "GFLOPS", "overhead");
    for (int i = 0; i < map->timing_count; i++)
        print_timing(out, &map->timings[i]);
    uselocale(before);
    if (numeric)
        freelocale(numeric);
}
