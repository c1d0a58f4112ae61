/* Three of the four questions of the lab, each answered from rows; the second is in report_ladder.c. */
#include <math.h>
#include <string.h>

#include "report/report_private.h"

enum { NAME_SIZE = 64 };

static void name_row(const mm_row *row, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "%s:%s", row->frontend, row->method);
}

/* BLAS in one thread at the report's size: called from C, or from Octave where it was not. */
static const mm_row *blas_row(const mm_report *report)
{
    const mm_row *row = mm_report_row(report, "cli", "blas", 1);
    return row ? row : mm_report_row(report, "octave", "blas", 1);
}

static void say_missing(const mm_report *report, const char *method)
{
    const mm_slot slots[] = {mm_slot_text("method", method), mm_slot_whole("n", report->n), {0}};
    mm_report_say(report, MM_SAY_ROW_MISSING, slots);
}

static void say_ratio(const mm_report *report, mm_message message, const mm_row *slow, const mm_row *fast)
{
    char slow_name[NAME_SIZE], fast_name[NAME_SIZE];
    name_row(slow, slow_name);
    name_row(fast, fast_name);
    const mm_slot slots[] = {mm_slot_whole("n", slow->n),
                             mm_slot_text("slow", slow_name),
                             mm_slot_text("fast", fast_name),
                             mm_slot_seconds("slow_time", slow->median_s),
                             mm_slot_seconds("fast_time", fast->median_s),
                             mm_slot_number("ratio", slow->median_s / fast->median_s),
                             mm_slot_whole("from", slow->extrapolated_from[1]),
                             {0}};
    mm_report_say(report, message, slots);
}

/* --- 1 */

/* The largest size at which both rows were measured, as a report at that size; n = 0 where there is none. */
static mm_report measured_together(const mm_report *report, const char *frontend_a, const char *method_a,
                                   const char *frontend_b, const char *method_b)
{
    mm_report best = *report, at = *report;
    best.n = 0;
    for (int i = 0; i < report->results->row_count; i++) {
        at.n = report->results->rows[i].n;
        const mm_row *a = mm_report_row(&at, frontend_a, method_a, 1);
        const mm_row *b = mm_report_row(&at, frontend_b, method_b, 1);
        if (at.n > best.n && a && b && a->status == MM_ROW_MEASURED && b->status == MM_ROW_MEASURED)
            best.n = at.n;
    }
    return best;
}

static void say_extrapolation(const mm_report *report, const mm_row *slow, const mm_row *fast)
{
    say_ratio(report, MM_SAY_SPEED_UP_EXTRAPOLATED, slow, fast);
    mm_report at = measured_together(report, slow->frontend, slow->method, fast->frontend, fast->method);
    if (at.n)
        say_ratio(&at, MM_SAY_SPEED_UP_MEASURED, mm_report_row(&at, slow->frontend, slow->method, 1),
                  mm_report_row(&at, fast->frontend, fast->method, 1));
}

void mm_report_speed_up(const mm_report *report)
{
    mm_report_say(report, MM_SAY_SPEED_UP_HEADING, NULL);
    const mm_row *fast = blas_row(report);
    const mm_row *slow = mm_report_row(report, "octave", "naive", 1);
    const mm_row *compiled = mm_report_row(report, "cli", "naive", 1);
    if (!fast) {
        mm_report_say(report, MM_SAY_NO_ANSWER, NULL);
        return;
    }
    if (!slow) {
        if (compiled)
            say_ratio(report, MM_SAY_SPEED_UP_COMPILED, compiled, fast);
        else
            say_missing(report, "octave:naive");
        return;
    }
    say_ratio(report, MM_SAY_SPEED_UP, slow, fast);
    if (slow->status == MM_ROW_EXTRAPOLATED)
        say_extrapolation(report, slow, fast);
    const mm_row *times = mm_report_row(report, "octave", "mtimes", 1);
    if (times)
        say_ratio(report, MM_SAY_OCTAVE_TIMES, slow, times);
    bool enough = slow->median_s >= 50 * fast->median_s;
    mm_report_say(report, enough ? MM_SAY_SPEED_UP_ENOUGH : MM_SAY_SPEED_UP_TOO_SMALL, NULL);
}

/* --- 3 */

static void tell_place(const mm_report *report, const mm_row *row)
{
    const mm_roofline *roof = &report->results->roofline;
    double intensity = mm_report_compulsory_intensity(report->dtype, (double)report->n);
    char name[NAME_SIZE];
    name_row(row, name);
    const mm_slot slots[] = {mm_slot_whole("n", report->n),
                             mm_slot_text("method", name),
                             mm_slot_number("gflops", mm_row_gflops(row)),
                             mm_slot_number("percent", 100 * mm_row_gflops(row) / roof->peak.gflops),
                             mm_slot_whole("divisor", (int64_t)mm_report_size_of_intensity(report->dtype, 1)),
                             mm_slot_number("intensity", intensity),
                             mm_slot_number("allowed", roof->triad.gbytes_per_s * intensity),
                             mm_slot_whole("crossing", (int64_t)ceil(mm_report_size_of_intensity(
                                                           report->dtype, roof->ridge_flop_per_byte))),
                             {0}};
    mm_report_say(report, MM_SAY_PLACE, slots);
    bool compute_bound = intensity >= roof->ridge_flop_per_byte;
    mm_report_say(report, compute_bound ? MM_SAY_COMPUTE_BOUND : MM_SAY_MEMORY_BOUND, slots);
}

static void tell_floor(const mm_report *report, const mm_row *row)
{
    const mm_roofline *roof = &report->results->roofline;
    double floor = mm_report_floor_intensity(report->dtype);
    double allowed = floor * roof->triad.gbytes_per_s;
    char name[NAME_SIZE];
    name_row(row, name);
    const mm_slot slots[] = {mm_slot_text("method", name),
                             mm_slot_exact("floor", floor),
                             mm_slot_whole("bytes", (int64_t)(2 * mm_dtype_bytes(report->dtype))),
                             mm_slot_number("allowed", allowed),
                             mm_slot_number("ratio", mm_row_gflops(row) / allowed),
                             mm_slot_number("reached", mm_row_gflops(row) / roof->triad.gbytes_per_s),
                             {0}};
    mm_report_say(report, MM_SAY_FLOOR, slots);
    mm_report_say(report, mm_row_gflops(row) > allowed ? MM_SAY_ABOVE_FLOOR : MM_SAY_BELOW_FLOOR, slots);
    const mm_row *naive = mm_report_row(report, "cli", "naive", 1);
    if (!naive) {
        fputc('\n', report->out);
        return;
    }
    const mm_slot naive_slots[] = {mm_slot_number("gflops", mm_row_gflops(naive)), {0}};
    mm_report_say(report,
                  mm_row_gflops(naive) > allowed ? MM_SAY_NAIVE_ABOVE_FLOOR : MM_SAY_NAIVE_BELOW_FLOOR,
                  naive_slots);
}

void mm_report_place_on_roofline(const mm_report *report)
{
    mm_report_say(report, MM_SAY_PLACE_HEADING, NULL);
    const mm_row *row = blas_row(report);
    const mm_roofline *roof = &report->results->roofline;
    const mm_slot slots[] = {mm_slot_text("reason", report->results->roofline_reason),
                             mm_slot_number("peak", roof->peak.gflops),
                             mm_slot_text("isa", mm_isa_label(roof->peak.isa)),
                             mm_slot_number("bandwidth", roof->triad.gbytes_per_s),
                             mm_slot_number("ridge", roof->ridge_flop_per_byte),
                             {0}};
    if (!report->results->has_roofline) {
        mm_report_say(report, MM_SAY_NO_ROOFLINE, slots);
        return;
    }
    mm_report_say(report, MM_SAY_ROOF, slots);
    if (mm_report_has_file(report, "../01-roofline/roofline.json")) /* as bench_lab01 lays its folders */
        mm_report_say(report, MM_SAY_ROOF_ALONE, NULL);
    if (!row) {
        mm_report_say(report, MM_SAY_NO_ANSWER, NULL);
        return;
    }
    tell_place(report, row);
    tell_floor(report, row);
}

/* --- 4 */

/* What a multiply-add costs in the interpreter, against the same in C at the report's size, memory included.
 */
static void tell_why_hidden(const mm_report *report, const mm_row *interpreted)
{
    const mm_row *compiled = mm_report_row(report, "cli", "naive", 1);
    if (!compiled)
        return;
    double interpreted_s = interpreted->median_s / (mm_row_flop(interpreted) / 2);
    double compiled_s = compiled->median_s / (mm_row_flop(compiled) / 2);
    const mm_slot slots[] = {mm_slot_whole("n", report->n),
                             mm_slot_seconds("interpreted", interpreted_s),
                             mm_slot_seconds("compiled", compiled_s),
                             mm_slot_number("share", 100 * compiled_s / interpreted_s),
                             {0}};
    mm_report_say(report, MM_SAY_BLOCKING_WHY, slots);
}

static void tell_compiled_blocking(const mm_report *report)
{
    const mm_row *naive = mm_report_row(report, "cli", "naive", 1);
    const mm_row *reordered = mm_report_row(report, "cli", "reordered", 1);
    const mm_row *blocked = mm_report_row(report, "cli", "blocked", 1);
    if (!naive || !reordered || !blocked) {
        say_missing(report, !blocked ? "cli:blocked" : naive ? "cli:reordered" : "cli:naive");
        return;
    }
    const mm_slot slots[] = {mm_slot_whole("n", report->n),
                             mm_slot_number("over_naive", naive->median_s / blocked->median_s),
                             mm_slot_number("over_reordered", reordered->median_s / blocked->median_s),
                             {0}};
    mm_report_say(report, MM_SAY_BLOCKING_COMPILED, slots);
}

/* Within 10 % the two interpreted loops count as equally fast: that is less than what calls to the
 * interpreter vary. */
static mm_message judge_blocking(double ratio)
{
    if (ratio > 1.1)
        return MM_SAY_BLOCKING_HELPS;
    return ratio < 0.9 ? MM_SAY_BLOCKING_HURTS : MM_SAY_BLOCKING_HELPS_NOT;
}

void mm_report_interpreted_blocking(const mm_report *report)
{
    mm_report_say(report, MM_SAY_BLOCKING_HEADING, NULL);
    mm_report at = measured_together(report, "octave", "naive", "octave", "blocked");
    if (!at.n) {
        mm_report_say(report, MM_SAY_BLOCKING_MISSING, NULL);
        return;
    }
    const mm_row *naive = mm_report_row(&at, "octave", "naive", 1);
    const mm_row *blocked = mm_report_row(&at, "octave", "blocked", 1);
    double ratio = naive->median_s / blocked->median_s;
    const mm_slot slots[] = {mm_slot_whole("n", at.n),
                             mm_slot_text("verdict", mm_report_message(report, judge_blocking(ratio))),
                             mm_slot_seconds("naive_time", naive->median_s),
                             mm_slot_seconds("blocked_time", blocked->median_s),
                             mm_slot_number("ratio", ratio),
                             {0}};
    mm_report_say(report, MM_SAY_BLOCKING_RATIO, slots);
    tell_why_hidden(report, naive);
    tell_compiled_blocking(report);
}
