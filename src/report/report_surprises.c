/* What in the rows goes against expectation. */
#include <math.h>
#include <string.h>

#include "blas/kernel_isa.h"
#include "report/ladder.h"
#include "report/report_private.h"

/* Each tells of what it finds and returns how many there were. */
typedef int surprise(const mm_report *report);

static double size_of_matrices_bytes(const mm_report *report)
{
    return 3.0 * (double)report->n * (double)report->n * (double)mm_dtype_bytes(report->dtype);
}

/* --- A rung slower than the one below it, and why: measured arguments only. Each returns whether it had one.
 */

typedef bool explanation(const mm_report *report, const mm_row *from, const mm_row *to);

static bool explain_hook(const mm_report *report, const mm_row *from, const mm_row *to)
{
    const mm_slot slots[] = {mm_slot_seconds("from_time", from->median_s / (mm_row_flop(from) / 2)),
                             mm_slot_seconds("to_time", to->median_s / (mm_row_flop(to) / 2)),
                             {0}};
    mm_report_say(report, MM_SAY_HOOK_COSTS, slots);
    return true;
}

static bool explain_blocking(const mm_report *report, const mm_row *from, const mm_row *blocked)
{
    (void)from;
    const mm_row *simd = mm_report_row(report, "cli", "vectorised", 1);
    double cache_bytes = mm_report_last_cache_bytes(report->manifest);
    const mm_slot slots[] = {mm_slot_number("ratio", simd ? blocked->median_s / simd->median_s : 0),
                             mm_slot_number("matrices", size_of_matrices_bytes(report) / 1e6),
                             mm_slot_number("cache", cache_bytes / 1e6),
                             {0}};
    bool hidden = simd && simd->median_s * 1.5 < blocked->median_s;
    bool fits = size_of_matrices_bytes(report) < cache_bytes;
    if (hidden)
        mm_report_say(report, MM_SAY_BLOCKING_HIDDEN, slots);
    if (fits)
        mm_report_say(report, MM_SAY_FITS_CACHE, slots);
    return hidden || fits;
}

/* The peak was measured with the widest instruction set, which the rungs below use, too. */
static bool explain_blas(const mm_report *report, const mm_row *from, const mm_row *blas)
{
    (void)from;
    mm_isa kernel_isa, isa = report->results->roofline.peak.isa;
    if (!report->results->has_roofline || !mm_kernel_isa(blas->provider, blas->kernel, &kernel_isa) ||
        kernel_isa >= isa)
        return false;
    const mm_slot slots[] = {mm_slot_text("kernel", blas->kernel),
                             mm_slot_text("kernel_isa", mm_isa_label(kernel_isa)),
                             mm_slot_text("isa", mm_isa_label(isa)),
                             {0}};
    mm_report_say(report, MM_SAY_OLD_KERNEL, slots);
    return true;
}

static bool explain_threads(const mm_report *report, const mm_row *from, const mm_row *to)
{
    (void)from, (void)to;
    mm_report_say(report, MM_SAY_THREADS_LOST, NULL);
    return true;
}

static bool explain_nothing(const mm_report *report, const mm_row *from, const mm_row *to)
{
    (void)report, (void)from, (void)to;
    return false;
}

static explanation *explanation_of(const mm_row *to)
{
    static const struct {
        const char *frontend, *method;
        explanation *explain;
    } known[] = {{"octave", "naive", explain_hook},
                 {"cli", "blocked", explain_blocking},
                 {"cli", "blas", explain_blas}};
    if (to->threads > 1)
        return explain_threads;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(to->frontend, known[i].frontend) == 0 && strcmp(to->method, known[i].method) == 0)
            return known[i].explain;
    return explain_nothing;
}

static int find_slower_rungs(const mm_report *report)
{
    int found = 0;
    mm_ladder ladder;
    mm_ladder_build(report->results, report->dtype, report->n, &ladder);
    for (int s = 0; s < ladder.step_count; s++) {
        const mm_step *step = &ladder.steps[s];
        const mm_ladder_rung *from = &ladder.rungs[step->from], *to = &ladder.rungs[step->to];
        if (!step->slower)
            continue;
        char from_name[MM_RUNG_NAME_SIZE], to_name[MM_RUNG_NAME_SIZE];
        mm_ladder_rung_name(from, from_name);
        mm_ladder_rung_name(to, to_name);
        const mm_slot slots[] = {mm_slot_text("from", from_name),
                                 mm_slot_text("to", to_name),
                                 mm_slot_number("factor", step->factor.value),
                                 mm_slot_whole("n", report->n),
                                 {0}};
        mm_report_say(report, MM_SAY_RUNG_SLOWER, slots);
        if (!explanation_of(to->row)(report, from->row, to->row))
            mm_report_say(report, MM_SAY_UNEXPLAINED, NULL);
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
    static surprise *const others[] = {find_naive_drop, find_frontend_difference, find_above_roof,
                                       find_noise};
    const mm_slot slots[] = {mm_slot_whole("n", report->n), {0}};
    mm_report_say(report, MM_SAY_SURPRISES_HEADING, NULL);
    int slower = find_slower_rungs(report), found = 0;
    for (size_t s = 0; s < sizeof others / sizeof *others; s++)
        found += others[s](report);
    if (slower == 0)
        mm_report_say(report, found > 0 ? MM_SAY_NO_RUNG_SLOWER : MM_SAY_NO_SURPRISE, slots);
    fputc('\n', report->out);
}
