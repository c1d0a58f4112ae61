/* The lab's second question: what the speed-up is made of. The arithmetic is in ladder.c. */
#include <string.h>

#include "report/ladder.h"
#include "report/report_private.h"

enum { RANGE_SIZE = 2 * MM_NUMBER_SIZE + 8 };

const char *mm_report_differs(const mm_report *report, const mm_rung *rung)
{
    static const struct {
        const char *frontend, *name;
        bool all_threads;
        mm_message message;
    } words[] = {
        {"octave", "naive", false, MM_SAY_DIFFERS_LOOPS},
        {"cli", "naive", false, MM_SAY_DIFFERS_INTERPRETER},
        {"cli", "reordered", false, MM_SAY_DIFFERS_ORDER},
        {"cli", "blocked", false, MM_SAY_DIFFERS_BLOCKING},
        {"cli", "vectorised", false, MM_SAY_DIFFERS_SIMD},
        {"cli", "tiled", false, MM_SAY_DIFFERS_TILES},
        {"cli", "packed", false, MM_SAY_DIFFERS_PACKING},
        {"cli", "blas", false, MM_SAY_DIFFERS_CRAFT},
        {"cli", "blas", true, MM_SAY_DIFFERS_THREADS},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        bool same = words[i].all_threads == rung->all_threads &&
                    strcmp(words[i].frontend, rung->method->frontend) == 0 &&
                    strcmp(words[i].name, rung->method->name) == 0;
        const char *translated = same ? mm_report_message(report, words[i].message) : NULL;
        if (translated)
            return translated;
    }
    return rung->differs;
}

/* "low .. high" between two texts; "" where there is no interval. */
static void format_range(const mm_ratio *ratio, const char *before, const char *after, char text[RANGE_SIZE])
{
    char low[MM_NUMBER_SIZE], high[MM_NUMBER_SIZE];
    text[0] = '\0';
    if (ratio->low <= 0)
        return;
    mm_report_format_number(ratio->low, low);
    mm_report_format_number(ratio->high, high);
    snprintf(text, RANGE_SIZE, "%s%s .. %s%s", before, low, high, after);
}

static const char *mark_of(const mm_report *report, const mm_row *row)
{
    return row->status == MM_ROW_EXTRAPOLATED ? mm_report_message(report, MM_SAY_EXTRAPOLATED_MARK) : "";
}

static void tell_step(const mm_report *report, const mm_ladder *ladder, const mm_step *step)
{
    const mm_ladder_rung *from = &ladder->rungs[step->from], *to = &ladder->rungs[step->to];
    char from_name[MM_RUNG_NAME_SIZE], to_name[MM_RUNG_NAME_SIZE], range[RANGE_SIZE];
    mm_ladder_rung_name(from, from_name);
    mm_ladder_rung_name(to, to_name);
    format_range(&step->factor, "", "", range);
    const mm_slot slots[] = {mm_slot_text("what", mm_report_differs(report, &to->rung)),
                             mm_slot_text("from", from_name),
                             mm_slot_text("to", to_name),
                             mm_slot_text("from_mark", mark_of(report, from->row)),
                             mm_slot_text("to_mark", mark_of(report, to->row)),
                             mm_slot_number("from_gflops", mm_row_gflops(from->row)),
                             mm_slot_number("to_gflops", mm_row_gflops(to->row)),
                             mm_slot_number("factor", step->factor.value),
                             mm_slot_text("range", range),
                             {0}};
    mm_report_say(report, MM_SAY_FACTOR_LINE, slots);
}

static void tell_missing(const mm_report *report, const mm_ladder *ladder)
{
    for (int r = 0; r < ladder->rung_count; r++) {
        if (ladder->rungs[r].row)
            continue;
        char name[MM_RUNG_NAME_SIZE];
        mm_ladder_rung_name(&ladder->rungs[r], name);
        const mm_slot slots[] = {mm_slot_text("method", name), mm_slot_whole("n", ladder->n), {0}};
        mm_message message = r < ladder->total.from ? MM_SAY_RUNG_MISSING_BELOW
                             : r < ladder->total.to ? MM_SAY_RUNG_BRIDGED
                                                    : MM_SAY_RUNG_MISSING_ABOVE;
        mm_report_say(report, message, slots);
    }
}

static void tell_product(const mm_report *report, const mm_ladder *ladder)
{
    char from[MM_RUNG_NAME_SIZE], to[MM_RUNG_NAME_SIZE], range[RANGE_SIZE];
    mm_ladder_rung_name(&ladder->rungs[ladder->total.from], from);
    mm_ladder_rung_name(&ladder->rungs[ladder->total.to], to);
    format_range(&ladder->total.factor, " (", ")", range);
    const mm_slot slots[] = {mm_slot_whole("count", ladder->step_count),
                             mm_slot_number("product", ladder->product),
                             mm_slot_number("total", ladder->total.factor.value),
                             mm_slot_text("from", from),
                             mm_slot_text("to", to),
                             mm_slot_text("range", range),
                             {0}};
    mm_report_say(report, MM_SAY_FACTORS_PRODUCT, slots);
}

void mm_report_factors(const mm_report *report)
{
    static const mm_picture picture = {"ladder.png", "mm_plot_ladder", "ladder.json", MM_SAY_LADDER_PICTURE};
    mm_ladder ladder;
    mm_ladder_build(report->results, report->dtype, report->n, &ladder);
    const mm_slot slots[] = {mm_slot_whole("n", report->n), {0}};
    mm_report_say(report, MM_SAY_FACTORS_HEADING, slots);
    mm_report_picture(report, &picture);
    mm_report_say(report, MM_SAY_FACTORS_TABLE, NULL);
    if (ladder.step_count == 0) {
        mm_report_say(report, MM_SAY_FACTORS_NONE, slots);
        return;
    }
    for (int s = 0; s < ladder.step_count; s++)
        tell_step(report, &ladder, &ladder.steps[s]);
    tell_missing(report, &ladder);
    tell_product(report, &ladder);
}
