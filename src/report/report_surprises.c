/* What in the rows goes against expectation. */
#include <math.h>
#include <string.h>

#include "report/report_private.h"

/* Each tells of what it finds and returns how many there were. */
typedef int surprise(const mm_report *report);

static double size_of_matrices_bytes(const mm_report *report)
{
    return 3.0 * (double)report->n * (double)report->n * (double)mm_dtype_bytes(report->dtype);
}

/* Why blocking did not pay: measured arguments only. */
static void explain_slow_blocking(const mm_report *report, const mm_row *blocked)
{
    const mm_row *simd = mm_report_row(report, "cli", "vectorised", 1);
    double cache_bytes = mm_report_last_cache_bytes(report->manifest);
    const mm_slot slots[] = {mm_slot_number("ratio", simd ? blocked->median_s / simd->median_s : 0),
                             mm_slot_number("matrices", size_of_matrices_bytes(report) / 1e6),
                             mm_slot_number("cache", cache_bytes / 1e6),
                             {0}};
    if (simd && simd->median_s * 1.5 < blocked->median_s)
        mm_report_say(report, MM_SAY_BLOCKING_HIDDEN, slots);
    if (size_of_matrices_bytes(report) < cache_bytes)
        mm_report_say(report, MM_SAY_FITS_CACHE, slots);
}

static int find_slower_rungs(const mm_report *report)
{
    static const char *const rungs[] = {"naive", "reordered", "blocked", "vectorised", "blas"};
    int found = 0;
    for (size_t r = 1; r < sizeof rungs / sizeof *rungs; r++) {
        const mm_row *from = mm_report_row(report, "cli", rungs[r - 1], 1);
        const mm_row *to = mm_report_row(report, "cli", rungs[r], 1);
        if (!from || !to || to->median_s <= from->median_s)
            continue;
        char from_name[64], to_name[64];
        snprintf(from_name, sizeof from_name, "cli:%s", rungs[r - 1]);
        snprintf(to_name, sizeof to_name, "cli:%s", rungs[r]);
        const mm_slot slots[] = {mm_slot_text("from", from_name),
                                 mm_slot_text("to", to_name),
                                 mm_slot_number("factor", from->median_s / to->median_s),
                                 mm_slot_whole("n", report->n),
                                 {0}};
        mm_report_say(report, MM_SAY_RUNG_SLOWER, slots);
        if (strcmp(rungs[r], "blocked") == 0)
            explain_slow_blocking(report, to);
        fputc('\n', report->out);
        found++;
    }
    return found;
}

static int find_naive_drop(const mm_report *report)
{
    const mm_row *best = NULL, *here = mm_report_row(report, "cli", "naive", 1);
    mm_report at = *report;
    for (int i = 0; here && i < report->results->row_count; i++) {
        at.n = report->results->rows[i].n;
        const mm_row *row = at.n < report->n ? mm_report_row(&at, "cli", "naive", 1) : NULL;
        if (row && (!best || mm_row_gflops(row) > mm_row_gflops(best)))
            best = row;
    }
    if (!best || mm_row_gflops(here) > 0.5 * mm_row_gflops(best))
        return 0;
    const mm_slot slots[] = {mm_slot_number("best", mm_row_gflops(best)),
                             mm_slot_whole("best_n", best->n),
                             mm_slot_number("gflops", mm_row_gflops(here)),
                             mm_slot_whole("n", report->n),
                             {0}};
    mm_report_say(report, MM_SAY_NAIVE_DROPS, slots);
    return 1;
}

/* A method that hands its product to the same BLAS and yet is more than a tenth faster or slower. */
static int find_frontend_difference(const mm_report *report)
{
    static const char *const calls[][2] = {
        {"cli", "einsum"}, {"octave", "blas"}, {"octave", "einsum"}, {"octave", "mtimes"}};
    const mm_row *blas = mm_report_row(report, "cli", "blas", 1);
    int found = 0;
    for (size_t c = 0; blas && c < sizeof calls / sizeof *calls; c++) {
        const mm_row *row = mm_report_row(report, calls[c][0], calls[c][1], 1);
        if (!row || fabs(blas->median_s / row->median_s - 1) < 0.1)
            continue;
        char name[64];
        snprintf(name, sizeof name, "%s:%s", row->frontend, row->method);
        const mm_slot slots[] = {mm_slot_text("method", name),
                                 mm_slot_whole("n", report->n),
                                 mm_slot_number("percent", 100 * blas->median_s / row->median_s),
                                 {0}};
        mm_report_say(report, MM_SAY_FRONTEND_DIFFERS, slots);
        found++;
    }
    return found;
}

/* One line for the row in which value is largest, if that is above a limit. */
static int tell_extreme(const mm_report *report, mm_message message,
                        double value(const mm_results *results, const mm_row *row), double limit)
{
    const mm_row *extreme = NULL;
    for (int i = 0; i < report->results->row_count; i++) {
        const mm_row *row = &report->results->rows[i];
        double most = extreme ? value(report->results, extreme) : limit;
        if (mm_row_has_time(row) && value(report->results, row) > most)
            extreme = row;
    }
    if (!extreme)
        return 0;
    char name[64];
    snprintf(name, sizeof name, "%s:%s", extreme->frontend, extreme->method);
    const mm_slot slots[] = {mm_slot_text("method", name),
                             mm_slot_whole("n", extreme->n),
                             mm_slot_number("percent", value(report->results, extreme)),
                             {0}};
    mm_report_say(report, message, slots);
    return 1;
}

static double interval_percent(const mm_results *results, const mm_row *row)
{
    (void)results;
    return 100 * (row->ci95_s[1] - row->ci95_s[0]) / row->median_s;
}

/* 2 % is what clocks and boosts vary between the peak's measurement and the row's. */
static int find_above_roof(const mm_report *report)
{
    return tell_extreme(report, MM_SAY_ABOVE_ROOF, mm_row_percent_of_peak, 102);
}

static int find_noise(const mm_report *report)
{
    return tell_extreme(report, MM_SAY_NOISY, interval_percent, 20);
}

void mm_report_surprises(const mm_report *report)
{
    static surprise *const surprises[] = {find_slower_rungs, find_naive_drop, find_frontend_difference,
                                          find_above_roof, find_noise};
    mm_report_say(report, MM_SAY_SURPRISES_HEADING, NULL);
    int found = 0;
    for (size_t s = 0; s < sizeof surprises / sizeof *surprises; s++)
        found += surprises[s](report);
    if (found == 0)
        mm_report_say(report, MM_SAY_NO_SURPRISE, NULL);
    fputc('\n', report->out);
}
