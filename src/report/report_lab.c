#include "report/report_private.h"

static void introduce(const mm_report *report)
{
    static const mm_picture picture = {"perf.png", "mm_plot", "results.json", MM_SAY_LAB_PICTURE};
    const mm_slot slots[] = {mm_slot_text("dtype", mm_report_precision(report->dtype)), {0}};
    mm_report_say(report, MM_SAY_LAB_INTRODUCTION, slots);
    mm_report_picture(report, &picture);
    mm_report_interrupted(report);
}

/* The lab's questions are about one BLAS; where there are several, the question is what tells them apart. */
static mm_section *const of_libraries[] = {
    mm_report_libraries, mm_report_rows, mm_report_not_measured, mm_report_checks, mm_report_conditions,
    mm_report_repeat,    NULL,
};

mm_status mm_report_lab(const mm_results *results, const char *manifest_json, const char *dir,
                        const mm_language *language, char **text, mm_error *err)
{
    static mm_section *const sections[] = {
        introduce,
        mm_report_speed_up,
        mm_report_factors,
        mm_report_place_on_roofline,
        mm_report_intensity,
        mm_report_interpreted_blocking,
        mm_report_surprises,
        mm_report_rows,
        mm_report_not_measured,
        mm_report_checks,
        mm_report_conditions,
        mm_report_repeat,
        NULL,
    };
    return mm_report_make((mm_report){.results = results, .dir = dir}, manifest_json, language,
                          mm_report_has_libraries(results) ? of_libraries : sections, text, err);
}
