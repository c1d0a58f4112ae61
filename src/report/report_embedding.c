/* The embedding: times, FLOPs, bytes, and the side of the ridge that each stands on. */
#include <math.h>
#include <string.h>

#include "report/report_private.h"

static const struct {
    const char *name;
    mm_message what;
} told[] = {
    {"octave:gather", MM_SAY_GATHER},           {"octave:gather_all", MM_SAY_GATHER_ALL},
    {"octave:one_hot", MM_SAY_ONE_HOT},         {"cli:one_hot", MM_SAY_ONE_HOT},
    {"octave:one_hot_all", MM_SAY_ONE_HOT_ALL}, {"cli:one_hot_all", MM_SAY_ONE_HOT_ALL},
    {"octave:projection", MM_SAY_PROJECTION},   {"cli:projection", MM_SAY_PROJECTION},
};

static const mm_timing *item_of(const mm_report *report, const char *name)
{
    return mm_timings_find(report->timings, name, 0);
}

static double derived_of(const mm_report *report, const char *name, const char *of)
{
    const mm_derived *derived = mm_timings_find_derived(report->timings, name, of, 0);
    return derived ? derived->value : NAN;
}

static double seconds_of(const mm_report *report, const char *name)
{
    return derived_of(report, "net_time", name);
}

static const char *side_of(const mm_report *report, const mm_timing *item)
{
    const char *side = mm_timing_side(report->timings, item);
    if (!side)
        return mm_report_message(report, MM_SAY_SIDE_UNKNOWN);
    return mm_report_message(report, strcmp(side, "left") == 0 ? MM_SAY_SIDE_LEFT : MM_SAY_SIDE_RIGHT);
}

static void tell_line(const mm_report *report, const mm_timing *item, mm_message what)
{
    double intensity = mm_timing_intensity(item);
    const mm_slot slots[] = {mm_slot_text("front", strncmp(item->name, "cli:", 4) == 0 ? "C" : "Octave"),
                             mm_slot_text("what", mm_report_message(report, what)),
                             mm_slot_text("call", item->call),
                             mm_slot_seconds("time", seconds_of(report, item->name)),
                             mm_slot_exact("flop", item->flop),
                             mm_slot_exact("bytes", item->bytes),
                             mm_slot_number("intensity", intensity),
                             mm_slot_text("side", side_of(report, item)),
                             mm_slot_number("gflops", derived_of(report, "net_gflops", item->name)),
                             mm_slot_number("roof", derived_of(report, "roof", item->name)),
                             {0}};
    mm_report_say(report, MM_SAY_EMBEDDING_LINE, slots);
}

static void tell_table(const mm_report *report)
{
    const mm_timing *harness = item_of(report, "harness");
    const mm_slot slots[] = {mm_slot_seconds("harness", harness ? harness->median_s : NAN), {0}};
    mm_report_say(report, MM_SAY_EMBEDDING_TABLE, NULL);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        const mm_timing *item = item_of(report, told[i].name);
        if (item)
            tell_line(report, item, told[i].what);
    }
    mm_report_say(report, MM_SAY_EMBEDDING_TABLE_END, slots);
}

static void say_no_time(const mm_report *report, const char *name, const char *derived_name)
{
    const mm_derived *derived = mm_timings_find_derived(report->timings, derived_name, name, 0);
    const mm_slot slots[] = {mm_slot_text("name", name),
                             mm_slot_text("reason", derived && *derived->reason
                                                        ? derived->reason
                                                        : mm_report_message(report, MM_SAY_MISSING)),
                             {0}};
    mm_report_say(report, MM_SAY_NO_TIME, slots);
}

static void tell_cost(const mm_report *report, const char *one_hot, const char *gather, mm_message message)
{
    const mm_timing *item = item_of(report, one_hot);
    double ratio = derived_of(report, "over_gather", one_hot);
    if (!item || !isfinite(ratio)) {
        say_no_time(report, one_hot, "over_gather");
        return;
    }
    const mm_slot slots[] = {mm_slot_seconds("gather", seconds_of(report, gather)),
                             mm_slot_seconds("one_hot", seconds_of(report, one_hot)),
                             mm_slot_number("ratio", ratio),
                             mm_slot_number("mflop", item->flop / 1e6),
                             {0}};
    mm_report_say(report, message, slots);
}

/* --- Which side. */

static void tell_side(const mm_report *report, const char *name, mm_message word)
{
    const mm_timing *item = item_of(report, name);
    double gflops = derived_of(report, "net_gflops", name), roof = derived_of(report, "roof", name);
    if (!item || !isfinite(gflops) || !isfinite(roof)) {
        say_no_time(report, name, "net_gflops");
        return;
    }
    char cache[8];
    const double E_bytes = 600 * 64 * 4;
    const mm_slot slots[] = {mm_slot_text("what", mm_report_message(report, word)),
                             mm_slot_number("intensity", mm_timing_intensity(item)),
                             mm_slot_text("side", side_of(report, item)),
                             mm_slot_number("gflops", gflops),
                             mm_slot_number("roof", roof),
                             mm_slot_number("bytes", E_bytes / 1e3),
                             mm_slot_text("cache", mm_report_cache_for(report, E_bytes, cache)),
                             {0}};
    mm_report_say(report, MM_SAY_SIDE_OF, slots);
    if (gflops > roof && roof < report->timings->roofline.peak.gflops)
        mm_report_say(report, MM_SAY_ABOVE_MEMORY_ROOF, slots);
}

static void tell_sides(const mm_report *report)
{
    const mm_timings *timings = report->timings;
    const mm_roofline *roof = &timings->roofline;
    const mm_timing *gather = item_of(report, "octave:gather");
    const mm_slot slots[] = {mm_slot_number("peak", roof->peak.gflops),
                             mm_slot_text("isa", mm_isa_label(roof->peak.isa)),
                             mm_slot_number("bandwidth", roof->triad.gbytes_per_s),
                             mm_slot_number("ridge", roof->ridge_flop_per_byte),
                             mm_slot_text("reason", timings->roofline_reason),
                             mm_slot_seconds("gather", gather ? seconds_of(report, gather->name) : NAN),
                             {0}};
    mm_report_say(report, MM_SAY_SIDES_HEADING, NULL);
    if (!timings->has_roofline) {
        mm_report_say(report, MM_SAY_NO_ROOFLINE, slots);
        return;
    }
    mm_report_say(report, MM_SAY_SIDES_ROOF, slots);
    if (gather)
        mm_report_say(report, MM_SAY_SIDE_OF_GATHER, slots);
    tell_side(report, "octave:one_hot", MM_SAY_WORD_ONE_HOT);
    tell_side(report, "octave:projection", MM_SAY_WORD_PROJECTION);
}

static void tell_projection(const mm_report *report)
{
    double octave_s = seconds_of(report, "octave:projection"), cli_s = seconds_of(report, "cli:projection");
    double gflops = derived_of(report, "net_gflops", "cli:projection");
    if (!report->timings->has_roofline)
        return;
    if (!isfinite(octave_s) || !isfinite(cli_s)) {
        say_no_time(report, isfinite(octave_s) ? "cli:projection" : "octave:projection", "net_time");
        return;
    }
    const mm_slot slots[] = {mm_slot_seconds("octave", octave_s),
                             mm_slot_seconds("cli", cli_s),
                             mm_slot_number("percent", 100 * gflops / report->timings->roofline.peak.gflops),
                             {0}};
    mm_report_say(report, MM_SAY_PROJECTION_SPEED, slots);
}

static void tell(const mm_report *report)
{
    static const mm_picture picture = {"perf.png", "mm_plot_embedding", "timings.json",
                                       MM_SAY_EMBEDDING_PICTURE};
    mm_report_say(report, MM_SAY_EMBEDDING_INTRODUCTION, NULL);
    mm_report_picture(report, &picture);
    mm_report_interrupted(report);
    tell_table(report);
    mm_report_say(report, MM_SAY_ONE_HOT_HEADING, NULL);
    tell_cost(report, "octave:one_hot", "octave:gather", MM_SAY_ONE_HOT_COSTS);
    tell_cost(report, "octave:one_hot_all", "octave:gather_all", MM_SAY_ONE_HOT_COSTS_ALL);
    tell_sides(report);
    tell_projection(report);
}

mm_status mm_report_embedding(const mm_timings *timings, const char *manifest_json, const char *dir,
                              const mm_language *language, char **text, mm_error *err)
{
    static mm_section *const sections[] = {tell, mm_report_conditions, mm_report_repeat, NULL};
    return mm_report_make((mm_report){.timings = timings, .dir = dir}, manifest_json, language, sections,
                          text, err);
}
