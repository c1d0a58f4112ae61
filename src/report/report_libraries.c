/* BLAS libraries and kernels beside each other (mmcli bench --provider): who is how many times as fast as
 * whom. */
#include <stdlib.h>
#include <string.h>

#include "report/report_private.h"

static bool same_product(const mm_row *a, const mm_row *b)
{
    return a->m == b->m && a->n == b->n && a->k == b->k && a->threads == b->threads && a->dtype == b->dtype;
}

static bool same_method(const mm_row *a, const mm_row *b)
{
    return strcmp(a->frontend, b->frontend) == 0 && strcmp(a->method, b->method) == 0;
}

static bool same_library(const mm_row *a, const mm_row *b)
{
    return strcmp(a->provider, b->provider) == 0 && strcmp(a->kernel, b->kernel) == 0;
}

/* Did another library or kernel compute that product by the same method? */
static bool has_rival(const mm_results *results, const mm_row *row)
{
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *other = &results->rows[i];
        if (*row->provider && *other->provider && same_method(row, other) && same_product(row, other) &&
            !same_library(row, other))
            return true;
    }
    return false;
}

bool mm_report_has_libraries(const mm_results *results)
{
    for (int i = 0; i < results->row_count; i++)
        if (has_rival(results, &results->rows[i]))
            return true;
    return false;
}

void mm_report_name_row(const mm_report *report, const mm_row *row, char name[MM_ROW_NAME_SIZE])
{
    if (report->libraries && *row->provider && strcmp(row->method, "blas") == 0)
        snprintf(name, MM_ROW_NAME_SIZE, "%s%s%s", row->provider, *row->kernel ? " " : "", row->kernel);
    else
        snprintf(name, MM_ROW_NAME_SIZE, "%s:%s", row->frontend, row->method);
}

/* One row of each contender, in the order of the rows; returns how many they are. */
static int list_contenders(const mm_results *results, const mm_row **contenders)
{
    int count = 0;
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *row = &results->rows[i];
        int c = 0;
        while (c < count && !(same_method(row, contenders[c]) && same_library(row, contenders[c])))
            c++;
        if (c == count)
            contenders[count++] = row;
    }
    return count;
}

/* The contender's row of the same product, NULL where it has no time. */
static const mm_row *find_beside(const mm_results *results, const mm_row *row, const mm_row *contender)
{
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *other = &results->rows[i];
        if (same_method(other, contender) && same_library(other, contender) && same_product(other, row))
            return mm_row_has_time(other) ? other : NULL;
    }
    return NULL;
}

static void write_columns(const mm_report *report, const mm_row *const *contenders, int count)
{
    mm_report_say(report, MM_SAY_LIBRARIES_COLUMNS, NULL);
    for (int c = 0; c < count; c++) {
        char name[MM_ROW_NAME_SIZE];
        mm_report_name_row(report, contenders[c], name);
        const mm_slot slots[] = {mm_slot_fact("name", name), {0}};
        mm_report_say(report, MM_SAY_LIBRARIES_COLUMN, slots);
    }
    fputs("\n| --- | ---: | --- | ---: |", report->out);
    for (int c = 0; c < count; c++)
        fputs(" ---: |", report->out);
    fputc('\n', report->out);
}

static void write_ratios(const mm_report *report, const mm_row *row, const mm_row *const *contenders,
                         int count)
{
    FILE *out = report->out;
    char name[MM_ROW_NAME_SIZE], number[MM_NUMBER_SIZE];
    mm_report_name_row(report, row, name);
    mm_report_format_number(mm_row_gflops(row), number);
    fprintf(out, "| %lld x %lld x %lld | %d | ", (long long)row->m, (long long)row->n, (long long)row->k,
            row->threads);
    mm_report_write_escaped(out, name);
    fprintf(out, " | %s |", number);
    for (int c = 0; c < count; c++) {
        const mm_row *other = find_beside(report->results, row, contenders[c]);
        if (other)
            mm_report_format_number(other->median_s / row->median_s, number);
        fprintf(out, " %s |", other ? number : "");
    }
    fputc('\n', out);
}

/* Product by product, the contenders in one order. */
static void write_table(const mm_report *report, const mm_row *const *contenders, int count)
{
    const mm_results *results = report->results;
    write_columns(report, contenders, count);
    for (int i = 0; i < results->row_count; i++) {
        int first = 0;
        while (!same_product(&results->rows[first], &results->rows[i]))
            first++;
        if (first < i)
            continue;
        for (int c = 0; c < count; c++) {
            const mm_row *row = find_beside(results, &results->rows[i], contenders[c]);
            if (row)
                write_ratios(report, row, contenders, count);
        }
    }
    mm_report_say(report, MM_SAY_LIBRARIES_NOTE, NULL);
}

void mm_report_libraries(const mm_report *report)
{
    static const mm_picture picture = {"perf.png", "mm_plot", "results.json", MM_SAY_LIBRARIES_PICTURE};
    const mm_slot slots[] = {mm_slot_text("dtype", mm_report_precision(report->dtype)), {0}};
    mm_report_say(report, MM_SAY_LIBRARIES_INTRODUCTION, slots);
    mm_report_picture(report, &picture);
    mm_report_interrupted(report);
    mm_report_say(report, MM_SAY_LIBRARIES_HEADING, NULL);
    const mm_row **contenders = calloc((size_t)report->results->row_count, sizeof(mm_row *));
    if (contenders)
        write_table(report, contenders, list_contenders(report->results, contenders));
    free(contenders);
}
