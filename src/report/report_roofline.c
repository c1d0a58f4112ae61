#include <math.h>

#include "report/report_private.h"

static void introduce(const mm_report *report)
{
    mm_report_say(report, MM_SAY_ROOFLINE_INTRODUCTION, NULL);
    mm_report_interrupted(report);
}

static void tell_roof(const mm_report *report)
{
    const mm_roofline *roof = &report->results->roofline;
    mm_dtype dtype = roof->peak.dtype;
    double floor = mm_report_floor_intensity(dtype);
    const mm_slot slots[] = {mm_slot_text("reason", report->results->roofline_reason),
                             mm_slot_text("dtype", mm_report_precision(dtype)),
                             mm_slot_text("isa", mm_isa_name(roof->peak.isa)),
                             mm_slot_number("peak", roof->peak.gflops),
                             mm_slot_number("peak_median", roof->peak.median_gflops),
                             mm_slot_number("bandwidth", roof->triad.gbytes_per_s),
                             mm_slot_number("bandwidth_median", roof->triad.median_gbytes_per_s),
                             mm_slot_number("ridge", roof->ridge_flop_per_byte),
                             mm_slot_whole("divisor", (int64_t)mm_report_size_of_intensity(dtype, 1)),
                             mm_slot_whole("crossing", (int64_t)ceil(mm_report_size_of_intensity(
                                                           dtype, roof->ridge_flop_per_byte))),
                             mm_slot_exact("floor", floor),
                             mm_slot_number("allowed", floor * roof->triad.gbytes_per_s),
                             mm_slot_number("percent", 100 * floor / roof->ridge_flop_per_byte),
                             mm_slot_number("working_set", (double)roof->triad.working_set_bytes / 1e6),
                             {0}};
    if (!report->results->has_roofline) {
        mm_report_say(report, MM_SAY_NO_ROOFLINE, slots);
        return;
    }
    mm_report_say(report, MM_SAY_ROOFLINE_TABLE, slots);
    mm_report_say(report, MM_SAY_ROOFLINE_MEANING, slots);
    mm_report_say(report, MM_SAY_ROOFLINE_HOW, slots);
}

mm_status mm_report_roofline(const mm_results *results, const char *manifest_json,
                             const mm_language *language, char **text, mm_error *err)
{
    static mm_section *const sections[] = {
        introduce,        tell_roof,
        mm_report_rows,   mm_report_not_measured,
        mm_report_checks, mm_report_conditions,
        mm_report_repeat, NULL,
    };
    return mm_report_make(results, manifest_json, language, sections, text, err);
}
