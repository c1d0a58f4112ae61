/* The paths: which routine each expression of each front end reached; then the exercise, the overhead of a
 * call, and many small products against one large. */
#include <math.h>
#include <string.h>

#include "report/path_table.h"
#include "report/report_private.h"

enum { MANY_SIZE = 64, MANY_LARGE = 640 }; /* as many operations in 1000 of 64 as in one of 640 */

static bool is_of(const mm_path_row *row, const mm_path_frontend *frontend)
{
    return strcmp(row->frontend, frontend->name) == 0 && strcmp(row->version, frontend->version) == 0;
}

/* "openblas 0.3.21, Cooperlake" */
static const char *name_server(const mm_report *report, const mm_path_call *call, char text[200])
{
    if (!call)
        return mm_report_message(report, MM_SAY_PATHS_NO_BLAS);
    snprintf(text, 200, "%s%s%s%s%s", call->provider, *call->version ? " " : "", call->version,
             *call->kernel ? ", " : "", call->kernel);
    return text;
}

/* --- The front ends. */

static void tell_frontend(const mm_report *report, const mm_path_frontend *frontend)
{
    char server[200];
    const mm_path_row *row = mm_path_map_row(report->paths, frontend->name, frontend->version, "product");
    const mm_path_call *call = row && row->call_count > 0 ? row->calls : NULL;
    const mm_slot slots[] = {mm_slot_fact("title", frontend->title),
                             mm_slot_fact("version", frontend->version),
                             mm_slot_fact("interpreter", frontend->interpreter),
                             mm_slot_fact("language", frontend->language),
                             mm_slot_fact("server", name_server(report, call, server)),
                             mm_slot_fact("library", call ? call->library : ""),
                             mm_slot_fact("reason", frontend->reason),
                             {0}};
    mm_report_say(report, *frontend->reason ? MM_SAY_PATHS_FRONTEND_MISSING : MM_SAY_PATHS_FRONTEND, slots);
}

static void tell_frontends(const mm_report *report)
{
    static const mm_picture picture = {"perf.png", "mm_plot_paths", "paths.json", MM_SAY_PATHS_PICTURE};
    mm_report_say(report, MM_SAY_PATHS_INTRODUCTION, NULL);
    if (report->paths->timing_count > 0)
        mm_report_picture(report, &picture);
    mm_report_interrupted(report);
    mm_report_say(report, MM_SAY_PATHS_FRONTENDS_HEADING, NULL);
    for (int i = 0; i < report->paths->frontend_count; i++)
        tell_frontend(report, &report->paths->frontends[i]);
    fputc('\n', report->out);
}

/* --- The map. */

/* "dgemm NN 60x50x40 (3)" of each call */
static void write_calls(const mm_report *report, const mm_path_row *row, char *text, size_t size)
{
    size_t used = 0;
    snprintf(text, size, "%s", mm_report_message(report, MM_SAY_PATHS_NO_BLAS));
    for (int i = 0; i < row->call_count && used < size; i++) {
        char call[MM_PATH_CALL_TEXT_SIZE], times[32] = "";
        int64_t calls;
        if (!mm_path_row_tell(row, i, call, &calls))
            continue;
        if (calls > 1)
            snprintf(times, sizeof times, " (%lld)", (long long)calls);
        used += (size_t)snprintf(text + used, size - used, "%s`%s`%s", used ? ", " : "", call, times);
    }
}

/* The names that were called, each once. */
static void write_symbols(const mm_path_row *row, char *text, size_t size)
{
    size_t used = 0;
    *text = '\0';
    for (int i = 0; i < row->call_count && used < size; i++) {
        bool is_known = false;
        for (int j = 0; j < i; j++)
            is_known = is_known || strcmp(row->calls[j].symbol, row->calls[i].symbol) == 0;
        if (!is_known)
            used += (size_t)snprintf(text + used, size - used, "%s`%s`", i ? ", " : "", row->calls[i].symbol);
    }
}

static void tell_row(const mm_report *report, const mm_path_row *row)
{
    char calls[1024], symbols[512];
    write_calls(report, row, calls, sizeof calls);
    write_symbols(row, symbols, sizeof symbols);
    const mm_slot slots[] = {mm_slot_text("expression", row->expression),
                             mm_slot_text("calls", calls),
                             mm_slot_text("symbols", symbols),
                             mm_slot_text("expected", row->expected),
                             mm_slot_fact("reason", row->reason),
                             {0}};
    if (*row->reason)
        mm_report_say(report, MM_SAY_PATHS_FAILED, slots);
    else
        mm_report_say(report, mm_path_row_is_as_expected(row) ? MM_SAY_PATHS_LINE : MM_SAY_PATHS_UNEXPECTED,
                      slots);
}

static void tell_map_of(const mm_report *report, const mm_path_frontend *frontend)
{
    int count = 0, as_expected = 0;
    const mm_path_map *map = report->paths;
    const mm_slot heading[] = {
        mm_slot_fact("title", frontend->title), mm_slot_fact("version", frontend->version), {0}};
    mm_report_say(report, MM_SAY_PATHS_MAP_HEADING, heading);
    for (int i = 0; i < map->row_count; i++) {
        if (!is_of(&map->rows[i], frontend))
            continue;
        tell_row(report, &map->rows[i]);
        count++;
        as_expected += mm_path_row_is_as_expected(&map->rows[i]);
    }
    const mm_slot slots[] = {mm_slot_whole("as_expected", as_expected), mm_slot_whole("count", count), {0}};
    mm_report_say(report, MM_SAY_PATHS_SUMMARY, slots);
}

static void tell_map(const mm_report *report)
{
    mm_report_say(report, MM_SAY_PATHS_MAP, NULL);
    for (int i = 0; i < report->paths->frontend_count; i++)
        if (!*report->paths->frontends[i].reason)
            tell_map_of(report, &report->paths->frontends[i]);
}

/* --- The exercise. */

static int64_t largest_size(const mm_path_map *map)
{
    int64_t largest = 0;
    for (int i = 0; i < map->timing_count; i++)
        if (map->timings[i].time.size > largest)
            largest = map->timings[i].time.size;
    return largest;
}

static const char *title_of(const mm_path_map *map, const mm_path_timing *timing, char text[80])
{
    const mm_path_frontend *frontend = mm_path_map_frontend(map, timing->frontend, timing->version);
    snprintf(text, 80, "%s%s%s", frontend ? frontend->title : "C", frontend ? " " : "", timing->version);
    return text;
}

static void tell_timing(const mm_report *report, const mm_path_timing *timing)
{
    char title[80], overhead[MM_NUMBER_SIZE] = "", server[128], right[64] = "";
    const mm_timing *time = &timing->time;
    if (isfinite(timing->overhead_s))
        snprintf(overhead, sizeof overhead, "%+.2g %%",
                 100 * timing->overhead_s / fmax(time->min_s - timing->overhead_s, 1e-12));
    if (timing->verified)
        snprintf(right, sizeof right, "%s",
                 mm_report_message(report, timing->verified_ok ? MM_SAY_YES : MM_SAY_NO));
    snprintf(server, sizeof server, "%s%s%s", timing->provider, *timing->kernel ? ", " : "", timing->kernel);
    const mm_slot slots[] = {mm_slot_text("title", title_of(report->paths, timing, title)),
                             mm_slot_text("expression", time->call),
                             mm_slot_text("routine", *timing->routine ? timing->routine : "-"),
                             mm_slot_fact("server", *server ? server : "-"),
                             mm_slot_seconds("time", time->median_s),
                             mm_slot_number("tflops", mm_timing_gflops(time) / 1e3),
                             mm_slot_text("overhead", overhead),
                             mm_slot_text("right", right),
                             mm_slot_fact("reason", time->reason),
                             {0}};
    mm_report_say(report, time->reps > 0 ? MM_SAY_PATHS_EXERCISE_LINE : MM_SAY_PATHS_EXERCISE_MISSING, slots);
}

static void tell_exercise(const mm_report *report)
{
    const mm_path_map *map = report->paths;
    int64_t n = largest_size(map);
    const mm_slot slots[] = {mm_slot_whole("n", n), {0}};
    if (n == 0)
        return;
    mm_report_say(report, MM_SAY_PATHS_EXERCISE_HEADING, slots);
    for (int i = 0; i < map->timing_count; i++)
        if (map->timings[i].time.size == n && strcmp(map->timings[i].what, "product") == 0)
            tell_timing(report, &map->timings[i]);
    mm_report_say(report, MM_SAY_PATHS_EXERCISE_NOTE, slots);
}

/* --- What a call costs. */

enum { COLUMNS_MAX = 8 };

/* The sizes of the table, ascending: the smallest, where overhead is most of a call. */
static int list_columns(const mm_path_map *map, int64_t sizes[COLUMNS_MAX])
{
    int count = 0;
    for (int i = 0; i < map->timing_count && count < COLUMNS_MAX; i++)
        if (count == 0 || map->timings[i].time.size > sizes[count - 1])
            sizes[count++] = map->timings[i].time.size;
    return count;
}

/* " (+566 ns)" */
static void write_overhead(FILE *out, double overhead_s)
{
    char text[MM_NUMBER_SIZE];
    mm_report_format_seconds(fabs(overhead_s), text); /* units go by the size, so that the sign is apart */
    fprintf(out, " (%c%s)", overhead_s < 0 ? '-' : '+', text);
}

static void tell_overhead_of(const mm_report *report, const mm_path_frontend *frontend, const int64_t *sizes,
                             int count)
{
    fprintf(report->out, "| %s %s |", frontend->title, frontend->version);
    for (int i = 0; i < count; i++) {
        char cell[MM_NUMBER_SIZE] = "-";
        const mm_path_timing *timing =
            mm_path_map_timing(report->paths, frontend->name, frontend->version, "product", sizes[i]);
        if (timing)
            mm_report_format_seconds(timing->time.min_s, cell);
        fprintf(report->out, " %s", cell);
        if (timing && isfinite(timing->overhead_s))
            write_overhead(report->out, timing->overhead_s);
        fputs(" |", report->out);
    }
    fputc('\n', report->out);
}

static void tell_overhead(const mm_report *report)
{
    const mm_path_map *map = report->paths;
    int64_t sizes[COLUMNS_MAX];
    int count = list_columns(map, sizes);
    if (count == 0)
        return;
    mm_report_say(report, MM_SAY_PATHS_OVERHEAD_HEADING, NULL);
    for (int i = 0; i < count; i++)
        fprintf(report->out, " N = %lld |", (long long)sizes[i]);
    fputs("\n| --- |", report->out);
    for (int i = 0; i < count; i++)
        fputs(" ---: |", report->out);
    fputc('\n', report->out);
    for (int i = 0; i < map->frontend_count; i++)
        if (!*map->frontends[i].reason)
            tell_overhead_of(report, &map->frontends[i], sizes, count);
    mm_report_say(report, MM_SAY_PATHS_OVERHEAD_NOTE, NULL);
}

/* --- Many small products. */

static double median_of(const mm_report *report, const mm_path_frontend *f, const char *what, int64_t n)
{
    const mm_path_timing *timing = mm_path_map_timing(report->paths, f->name, f->version, what, n);
    return timing ? timing->time.median_s : NAN;
}

static void tell_many_of(const mm_report *report, const mm_path_frontend *frontend)
{
    double loop_s = median_of(report, frontend, "loop", MANY_SIZE);
    double batch_s = median_of(report, frontend, "batch", MANY_SIZE);
    double one_s = median_of(report, frontend, "product", MANY_LARGE);
    char batch[MM_NUMBER_SIZE] = "-", gain[MM_NUMBER_SIZE] = "-", won[MM_NUMBER_SIZE] = "-";
    if (!isfinite(loop_s) || !isfinite(one_s))
        return;
    mm_report_format_number(loop_s / one_s, gain);
    if (isfinite(batch_s)) {
        mm_report_format_seconds(batch_s, batch);
        mm_report_format_number(loop_s / batch_s, won);
    }
    const mm_slot slots[] = {mm_slot_fact("title", frontend->title),
                             mm_slot_fact("version", frontend->version),
                             mm_slot_seconds("loop", loop_s),
                             mm_slot_text("batch", batch),
                             mm_slot_seconds("one", one_s),
                             mm_slot_text("ratio", gain),
                             mm_slot_text("won", won),
                             {0}};
    mm_report_say(report, MM_SAY_PATHS_MANY_LINE, slots);
}

static void tell_many(const mm_report *report)
{
    const mm_path_map *map = report->paths;
    bool any = false;
    for (int i = 0; i < map->frontend_count; i++)
        any = any || (isfinite(median_of(report, &map->frontends[i], "loop", MANY_SIZE)) &&
                      isfinite(median_of(report, &map->frontends[i], "product", MANY_LARGE)));
    if (!any)
        return;
    mm_report_say(report, MM_SAY_PATHS_MANY_HEADING, NULL);
    for (int i = 0; i < map->frontend_count; i++)
        tell_many_of(report, &map->frontends[i]);
    mm_report_say(report, MM_SAY_PATHS_MANY_NOTE, NULL);
}

mm_status mm_report_paths(const mm_path_map *map, const char *manifest_json, const char *dir,
                          const mm_language *language, char **text, mm_error *err)
{
    static mm_section *const sections[] = {tell_frontends, tell_exercise,        tell_overhead,    tell_many,
                                           tell_map,       mm_report_conditions, mm_report_repeat, NULL};
    return mm_report_make((mm_report){.paths = map, .dir = dir}, manifest_json, language, sections, text, err);
}
