/* The sections that reports share: rows, what was not measured, checks, conditions, how to repeat. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/report_private.h"

void mm_report_interrupted(const mm_report *report)
{
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(report->manifest, "interrupted")))
        mm_report_say(report, MM_SAY_INTERRUPTED, NULL);
}

bool mm_report_has_file(const mm_report *report, const char *name)
{
    char path[4096];
    return report->dir && snprintf(path, sizeof path, "%s/%s", report->dir, name) < (int)sizeof path &&
           access(path, F_OK) == 0;
}

void mm_report_picture(const mm_report *report, const mm_picture *picture)
{
    const mm_slot slots[] = {
        mm_slot_text("file", picture->file), mm_slot_text("function", picture->function), {0}};
    if (mm_report_has_file(report, picture->file))
        mm_report_say(report, picture->message, NULL);
    else if (mm_report_has_file(report, picture->data))
        mm_report_say(report, MM_SAY_NO_PICTURE, slots);
}

static void write_number_or_gap(FILE *out, double value)
{
    char text[MM_NUMBER_SIZE] = "";
    if (isfinite(value) && value > 0)
        mm_report_format_number(value, text);
    fputs(text, out);
}

static void write_interval(FILE *out, const mm_row *row)
{
    if (row->ci95_s[0] <= 0)
        return;
    char low[MM_NUMBER_SIZE], high[MM_NUMBER_SIZE];
    mm_report_format_number(mm_row_flop(row) / row->ci95_s[1] / 1e9, low);
    mm_report_format_number(mm_row_flop(row) / row->ci95_s[0] / 1e9, high);
    fprintf(out, "%s .. %s", low, high);
}

static void write_verdict(const mm_report *report, const mm_row *row)
{
    const mm_slot slots[] = {mm_slot_number("share", row->max_error / row->error_bound), {0}};
    if (row->verified)
        mm_report_say(report, row->verified_ok ? MM_SAY_RIGHT : MM_SAY_WRONG, slots);
}

static const char *status_word(const mm_report *report, mm_row_status status)
{
    static const mm_message words[] = {[MM_ROW_MEASURED] = MM_SAY_STATUS_MEASURED,
                                       [MM_ROW_EXTRAPOLATED] = MM_SAY_STATUS_EXTRAPOLATED,
                                       [MM_ROW_SKIPPED] = MM_SAY_STATUS_SKIPPED,
                                       [MM_ROW_FAILED] = MM_SAY_STATUS_FAILED};
    return mm_report_message(report, words[status]);
}

static void write_row(const mm_report *report, const mm_row *row)
{
    FILE *out = report->out;
    bool timed = mm_row_has_time(row);
    char time[MM_NUMBER_SIZE] = "";
    if (timed)
        mm_report_format_seconds(row->median_s, time);
    char name[MM_ROW_NAME_SIZE];
    mm_report_name_row(report, row, name);
    fputs("| `", out);
    mm_report_write_escaped(out, name);
    fprintf(out, "` | %lld x %lld x %lld | %d | %s | ", (long long)row->m, (long long)row->n,
            (long long)row->k, row->threads, time);
    write_number_or_gap(out, mm_row_gflops(row));
    fputs(" | ", out);
    if (timed)
        write_interval(out, row);
    fputs(" | ", out);
    write_number_or_gap(out, mm_row_percent_of_peak(report->results, row));
    fprintf(out, " | %s | ", status_word(report, row->status));
    write_verdict(report, row);
    fputs(" |\n", out);
}

void mm_report_rows(const mm_report *report)
{
    if (report->results->row_count == 0)
        return;
    mm_report_say(report, MM_SAY_ROWS_HEADING, NULL);
    for (int i = 0; i < report->results->row_count; i++)
        write_row(report, &report->results->rows[i]);
    mm_report_say(report, MM_SAY_ROWS_NOTE, NULL);
}

/* Rows told in one line: the same name, not measured for the same reason. */
static bool told_together(const mm_report *report, const mm_row *a, const mm_row *b)
{
    char name_a[MM_ROW_NAME_SIZE], name_b[MM_ROW_NAME_SIZE];
    mm_report_name_row(report, a, name_a);
    mm_report_name_row(report, b, name_b);
    return strcmp(name_a, name_b) == 0 && a->status == b->status && strcmp(a->reason, b->reason) == 0;
}

/* Tells of rows[0] and those that follow it for the same reason; returns how many they are. */
static int tell_not_measured(const mm_report *report, const mm_row *rows, int count)
{
    char method[MM_ROW_NAME_SIZE], sizes[256] = "";
    mm_report_name_row(report, rows, method);
    int told = 0;
    while (told < count && told_together(report, rows, &rows[told])) {
        size_t used = strlen(sizes);
        snprintf(sizes + used, sizeof sizes - used, "%s%lld", told ? ", " : "", (long long)rows[told].n);
        told++;
    }
    const mm_slot slots[] = {mm_slot_fact("method", method),
                             mm_slot_text("n", sizes),
                             mm_slot_text("status", status_word(report, rows->status)),
                             mm_slot_text("reason", rows->reason),
                             {0}};
    mm_report_say(report, MM_SAY_NOT_MEASURED, slots);
    return told;
}

/* Lists the sizes of the rows cut short with rows[first]'s name; none where an earlier row has that name. */
static int list_sizes_cut_short(const mm_report *report, int first, FILE *out)
{
    char name[MM_ROW_NAME_SIZE], other[MM_ROW_NAME_SIZE];
    const mm_row *rows = report->results->rows;
    int count = 0;
    mm_report_name_row(report, &rows[first], name);
    for (int i = 0; i < report->results->row_count; i++) {
        mm_report_name_row(report, &rows[i], other);
        if (!mm_row_is_cut_short(&rows[i]) || strcmp(name, other) != 0)
            continue;
        if (i < first)
            return 0;
        if (count == 0)
            fprintf(out, "%s`%s`", ftell(out) > 0 ? "; " : "", name);
        fprintf(out, "%s %lld", count ? "," : "", (long long)rows[i].n);
        count++;
    }
    return count;
}

/* "`cli:blas` 512, 1024; `cli:naive` 64": the rows cut short. Returns how many they are. */
static int list_cut_short(const mm_report *report, FILE *out)
{
    int count = 0;
    for (int i = 0; i < report->results->row_count; i++)
        if (mm_row_is_cut_short(&report->results->rows[i]))
            count += list_sizes_cut_short(report, i, out);
    return count;
}

static void tell_cut_short(const mm_report *report)
{
    char *rows = NULL;
    size_t size = 0;
    FILE *list = open_memstream(&rows, &size);
    int count = list ? list_cut_short(report, list) : 0;
    if (list && fclose(list) == 0 && count > 0) {
        const mm_slot slots[] = {mm_slot_whole("count", count), mm_slot_text("rows", rows), {0}};
        mm_report_say(report, MM_SAY_CUT_SHORT, slots);
    }
    free(rows);
}

void mm_report_not_measured(const mm_report *report)
{
    const mm_results *results = report->results;
    int as_asked = 0;
    for (int i = 0; i < results->row_count; i++)
        as_asked += results->rows[i].status == MM_ROW_MEASURED && !mm_row_is_cut_short(&results->rows[i]);
    if (as_asked == results->row_count)
        return;
    mm_report_say(report, MM_SAY_NOT_MEASURED_HEADING, NULL);
    tell_cut_short(report);
    for (int i = 0; i < results->row_count;)
        if (results->rows[i].status == MM_ROW_MEASURED)
            i++;
        else
            i += tell_not_measured(report, &results->rows[i], results->row_count - i);
    fputc('\n', report->out);
}

void mm_report_checks(const mm_report *report)
{
    const mm_results *results = report->results;
    if (results->check_count == 0)
        return;
    mm_report_say(report, MM_SAY_CHECKS_HEADING, NULL);
    for (int i = 0; i < results->check_count; i++) {
        const mm_check *check = &results->checks[i];
        const mm_slot slots[] = {mm_slot_text("id", check->id),
                                 mm_slot_text("message", check->message),
                                 mm_slot_text("fix", check->fix),
                                 {0}};
        mm_report_say(report, check->ok ? MM_SAY_CHECK_OK : MM_SAY_CHECK_FINDING, slots);
    }
    fputc('\n', report->out);
}

void mm_report_conditions(const mm_report *report)
{
    mm_report_say(report, MM_SAY_CONDITIONS, NULL);
}

void mm_report_repeat(const mm_report *report)
{
    mm_report_say(report, MM_SAY_REPEAT_HEADING, NULL);
    mm_report_write_command(report->out, report->manifest);
    mm_report_say(report,
                  report->timings ? MM_SAY_REPEAT_TIMINGS
                  : report->paths ? MM_SAY_REPEAT_PATHS
                                  : MM_SAY_REPEAT,
                  NULL);
}
