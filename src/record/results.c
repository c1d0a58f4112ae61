/* The rows' container. Writing is in results_json.c, reading in results_read.c. */
#include "record/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "record/results_private.h"

const char *mm_row_status_name(mm_row_status status)
{
    static const char *const names[] = {
        [MM_ROW_MEASURED] = "measured",
        [MM_ROW_EXTRAPOLATED] = "extrapolated",
        [MM_ROW_SKIPPED] = "skipped",
        [MM_ROW_FAILED] = "failed",
    };
    return names[status];
}

double mm_row_flop(const mm_row *row)
{
    return 2.0 * (double)row->m * (double)row->n * (double)row->k;
}

double mm_row_gflops(const mm_row *row)
{
    return mm_row_has_time(row) ? mm_row_flop(row) / row->median_s / 1e9 : 0.0;
}

bool mm_row_has_time(const mm_row *row)
{
    bool timed = row->status == MM_ROW_MEASURED || row->status == MM_ROW_EXTRAPOLATED;
    return timed && row->median_s > 0;
}

bool mm_row_is_cut_short(const mm_row *row)
{
    return row->status == MM_ROW_MEASURED && *row->reason;
}

double mm_row_percent_of_peak(const mm_results *results, const mm_row *row)
{
    const mm_peak *peak = &results->roofline.peak;
    if (!results->has_roofline || peak->dtype != row->dtype || row->threads > 1 || !mm_row_has_time(row))
        return NAN;
    return 100.0 * mm_row_gflops(row) / peak->gflops;
}

const mm_row *mm_results_fastest(const mm_results *results)
{
    const mm_row *fastest = NULL;
    for (int i = 0; i < results->row_count && results->has_roofline; i++) {
        const mm_row *row = &results->rows[i];
        if (row->status == MM_ROW_MEASURED && row->threads == 1 &&
            row->dtype == results->roofline.peak.dtype &&
            (!fastest || mm_row_gflops(row) > mm_row_gflops(fastest)))
            fastest = row;
    }
    return fastest;
}

bool mm_results_any_measured(const mm_results *results)
{
    for (int i = 0; i < results->row_count; i++)
        if (results->rows[i].status == MM_ROW_MEASURED)
            return true;
    return false;
}

bool mm_results_roof_holds(const mm_results *results)
{
    const mm_row *fastest = mm_results_fastest(results);
    return !fastest || mm_row_gflops(fastest) <= MM_ROOF_TOLERANCE * results->roofline.peak.gflops;
}

void mm_results_free(mm_results *results)
{
    for (int i = 0; i < results->row_count; i++)
        free(results->rows[i].samples_s);
    free(results->rows);
    free(results->checks);
    *results = (mm_results){0};
}

mm_row *mm_results_add_row(mm_results *results, const mm_row *row)
{
    mm_row *rows = mm_array_room(results->rows, results->row_count, &results->row_capacity, sizeof *row);
    if (!rows)
        return NULL;
    results->rows = rows;
    rows[results->row_count] = *row;
    return &rows[results->row_count++];
}

mm_check *mm_results_add_check(mm_results *results, const mm_check *check)
{
    mm_check *checks =
        mm_array_room(results->checks, results->check_count, &results->check_capacity, sizeof *check);
    if (!checks)
        return NULL;
    results->checks = checks;
    checks[results->check_count] = *check;
    return &checks[results->check_count++];
}

static int three_way(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_rows(const void *left, const void *right)
{
    const mm_row *a = left, *b = right;
    const int order[] = {
        strcmp(a->frontend, b->frontend),
        strcmp(a->method, b->method),
        three_way(a->dtype, b->dtype),
        three_way((double)a->m, (double)b->m),
        three_way((double)a->n, (double)b->n),
        three_way((double)a->k, (double)b->k),
        three_way(a->threads, b->threads),
        strcmp(a->provider, b->provider),
        /* Beyond the keys, so that equal rows stand in one order too, whatever order they came in. */
        strcmp(a->kernel, b->kernel),
        three_way(a->status, b->status),
        three_way(a->median_s, b->median_s),
    };
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (order[i] != 0)
            return order[i];
    return 0;
}

void mm_rows_sort(mm_row *rows, int count)
{
    if (count > 1)
        qsort(rows, (size_t)count, sizeof *rows, compare_rows);
}

void mm_results_sort(mm_results *results)
{
    mm_rows_sort(results->rows, results->row_count);
}

const mm_row *mm_results_find(const mm_results *results, const char *frontend, const char *method,
                              mm_dtype dtype, int64_t n, int threads)
{
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *row = &results->rows[i];
        if (row->m == n && row->n == n && row->k == n && row->threads == threads && row->dtype == dtype &&
            strcmp(row->frontend, frontend) == 0 && strcmp(row->method, method) == 0)
            return row;
    }
    return NULL;
}
