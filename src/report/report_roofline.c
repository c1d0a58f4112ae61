#include <math.h>
#include <string.h>

#include "report/report_private.h"
#include "report/roofline_page.h"

/* A level that ends so much earlier or later than the cache it is named after is worth a word. */
static const double SHORT_OF_CACHE = 0.6, BEYOND_CACHE = 1.6;

static void introduce(const mm_report *report)
{
    static const mm_picture picture = {"perf.png", "mm_plot_roofline", "roofline.json",
                                       MM_SAY_ROOFLINE_PICTURE};
    mm_report_say(report, MM_SAY_ROOFLINE_INTRODUCTION, NULL);
    mm_report_picture(report, &picture);
    mm_report_interrupted(report);
}

static void say_missing(const mm_report *report, const char *reason)
{
    const mm_slot slots[] = {mm_slot_text("reason", reason), {0}};
    if (*reason)
        mm_report_say(report, MM_SAY_ROOFLINE_PART_MISSING, slots);
}

/* The fastest peak in one thread of the report's dtype, or of any where that was not measured. NULL: none. */
static const mm_peak *best_peak(const mm_report *report)
{
    const mm_peak *best = NULL;
    for (int i = 0; i < report->roofline->peak_count; i++) {
        const mm_peak *peak = &report->roofline->peaks[i];
        bool wanted = peak->dtype == report->dtype;
        bool had = best && best->dtype == report->dtype;
        if (peak->threads == 1 && (!best || wanted > had || (wanted == had && peak->gflops > best->gflops)))
            best = peak;
    }
    return best;
}

static void tell_peaks(const mm_report *report)
{
    const mm_machine_roofline *roofline = report->roofline;
    mm_report_say(report, MM_SAY_ROOFLINE_PEAKS_HEADING, NULL);
    for (int i = 0; i < roofline->peak_count; i++) {
        const mm_peak *peak = &roofline->peaks[i];
        const mm_slot slots[] = {mm_slot_text("isa", mm_isa_label(peak->isa)),
                                 mm_slot_text("dtype", mm_report_precision(peak->dtype)),
                                 mm_slot_whole("threads", peak->threads),
                                 mm_slot_number("gflops", peak->gflops),
                                 mm_slot_number("median", peak->median_gflops),
                                 roofline->has_clock
                                     ? mm_slot_number("per_cycle", peak->gflops / roofline->clock.ghz)
                                     : mm_slot_text("per_cycle", ""),
                                 {0}};
        mm_report_say(report, MM_SAY_ROOFLINE_PEAK, slots);
    }
    mm_report_say(report, MM_SAY_ROOFLINE_PEAKS_NOTE, NULL);
    say_missing(report, roofline->peaks_reason);
}

/* --- Levels. */

typedef struct level_words {
    char from[MM_BYTES_TEXT_SIZE], to[MM_BYTES_TEXT_SIZE], cache[MM_BYTES_TEXT_SIZE];
} level_words;

/* Caches have the system's names. */
static const char *name_of(const mm_report *report, const mm_level *level)
{
    if (strcmp(level->label.text, "memory") == 0)
        return mm_report_message(report, MM_SAY_MEMORY);
    return *level->label.text ? level->label.text : "?";
}

static level_words words_of(const mm_level *level)
{
    level_words words = {.cache = ""};
    mm_format_bytes((double)level->from_bytes, words.from);
    mm_format_bytes((double)level->to_bytes, words.to);
    if (level->label.cache_bytes > 0)
        mm_format_bytes((double)level->label.cache_bytes, words.cache);
    return words;
}

static mm_slot rate_slot(const char *name, double rate)
{
    return rate > 0 ? mm_slot_number(name, rate) : mm_slot_text(name, "");
}

static void tell_level(const mm_report *report, const mm_level *level, const mm_peak *peak)
{
    level_words words = words_of(level);
    double roof = mm_level_roof_gbytes_per_s(level);
    const mm_slot slots[] = {mm_slot_text("level", name_of(report, level)),
                             mm_slot_text("from", words.from),
                             mm_slot_text("to", words.to),
                             mm_slot_text("cache", words.cache),
                             rate_slot("load", level->gbytes_per_s[MM_STREAM_LOAD]),
                             rate_slot("copy", level->gbytes_per_s[MM_STREAM_COPY]),
                             rate_slot("triad", level->gbytes_per_s[MM_STREAM_TRIAD]),
                             mm_slot_number("roof", roof),
                             mm_slot_text("stream", mm_stream_name(mm_level_best_stream(level))),
                             mm_slot_number("ridge", peak->gflops / roof),
                             {0}};
    mm_report_say(report, MM_SAY_ROOFLINE_LEVEL, slots);
}

/* Where what was found is not what the system says. */
static void remark_on_level(const mm_report *report, const mm_level *level)
{
    level_words words = words_of(level);
    const mm_slot slots[] = {mm_slot_text("level", name_of(report, level)),
                             mm_slot_text("from", words.from),
                             mm_slot_text("to", words.to),
                             mm_slot_text("cache", words.cache),
                             mm_slot_text("reason", level->label.reason),
                             {0}};
    double share = (double)level->to_bytes / (double)level->label.cache_bytes;
    if (!*level->label.text)
        mm_report_say(report, MM_SAY_ROOFLINE_LEVEL_NAMELESS, slots);
    else if (level->label.cache_bytes > 0 && share < SHORT_OF_CACHE)
        mm_report_say(report, MM_SAY_ROOFLINE_LEVEL_SHORT, slots);
    else if (level->label.cache_bytes > 0 && share > BEYOND_CACHE)
        mm_report_say(report, MM_SAY_ROOFLINE_LEVEL_LONG, slots);
}

static void tell_levels(const mm_report *report)
{
    const mm_machine_roofline *roofline = report->roofline;
    const mm_peak *peak = best_peak(report);
    if (peak && roofline->level_count > 0) {
        const mm_slot slots[] = {mm_slot_text("isa", mm_isa_label(peak->isa)),
                                 mm_slot_text("dtype", mm_report_precision(peak->dtype)),
                                 {0}};
        mm_report_say(report, MM_SAY_ROOFLINE_LEVELS_HEADING, slots);
        for (int i = 0; i < roofline->level_count; i++)
            tell_level(report, &roofline->levels[i], peak);
        mm_report_say(report, MM_SAY_ROOFLINE_LEVELS_NOTE, NULL);
    }
    for (int i = 0; i < roofline->level_count; i++)
        remark_on_level(report, &roofline->levels[i]);
    say_missing(report, roofline->levels_reason);
}

static void tell_meaning(const mm_report *report)
{
    const mm_peak *peak = best_peak(report);
    const mm_level *memory = mm_machine_roofline_level(report->roofline, "memory");
    if (!peak || !memory)
        return;
    double bandwidth = mm_level_roof_gbytes_per_s(memory);
    double floor = mm_report_floor_intensity(peak->dtype), ridge = peak->gflops / bandwidth;
    const mm_slot slots[] = {
        mm_slot_text("isa", mm_isa_label(peak->isa)),
        mm_slot_number("peak", peak->gflops),
        mm_slot_number("ridge", ridge),
        mm_slot_whole("divisor", (int64_t)mm_report_size_of_intensity(peak->dtype, 1)),
        mm_slot_whole("crossing", (int64_t)ceil(mm_report_size_of_intensity(peak->dtype, ridge))),
        mm_slot_exact("floor", floor),
        mm_slot_number("allowed", floor * bandwidth),
        mm_slot_number("percent", 100 * floor / ridge),
        {0}};
    mm_report_say(report, MM_SAY_ROOFLINE_MEANING, slots);
}

/* --- Clock and threads. */

static void tell_clock(const mm_report *report)
{
    const mm_machine_roofline *roofline = report->roofline;
    const mm_peak *peak = best_peak(report);
    mm_report_say(report, MM_SAY_ROOFLINE_CLOCK_HEADING, NULL);
    say_missing(report, roofline->clock_reason);
    if (!roofline->has_clock)
        return;
    const mm_slot slots[] = {mm_slot_number("ghz", roofline->clock.ghz),
                             mm_slot_number("median", roofline->clock.median_ghz),
                             mm_slot_number("system", roofline->clock_system_ghz),
                             mm_slot_text("reason", roofline->clock_system_reason),
                             mm_slot_text("isa", peak ? mm_isa_label(peak->isa) : ""),
                             mm_slot_text("dtype", peak ? mm_report_precision(peak->dtype) : ""),
                             mm_slot_number("per_cycle", peak ? peak->gflops / roofline->clock.ghz : 0),
                             {0}};
    mm_report_say(report, MM_SAY_ROOFLINE_CLOCK, slots);
    mm_report_say(report,
                  roofline->clock_system_ghz > 0 ? MM_SAY_ROOFLINE_CLOCK_SYSTEM
                                                 : MM_SAY_ROOFLINE_CLOCK_SYSTEM_UNKNOWN,
                  slots);
    if (peak)
        mm_report_say(report, MM_SAY_ROOFLINE_CYCLE, slots);
}

static void tell_threads(const mm_report *report)
{
    const mm_machine_roofline *roofline = report->roofline;
    mm_report_say(report, MM_SAY_ROOFLINE_THREADS_HEADING, NULL);
    if (roofline->threads < 2)
        mm_report_say(report, MM_SAY_ROOFLINE_THREADS_ONE, NULL);
    for (int i = 0; i < roofline->peak_count; i++) {
        const mm_peak *all = &roofline->peaks[i];
        const mm_peak *one = mm_machine_roofline_peak(roofline, all->isa, all->dtype, 1);
        if (all->threads < 2 || !one)
            continue;
        const mm_slot slots[] = {mm_slot_text("isa", mm_isa_label(all->isa)),
                                 mm_slot_text("dtype", mm_report_precision(all->dtype)),
                                 mm_slot_number("one", one->gflops),
                                 mm_slot_number("all", all->gflops),
                                 mm_slot_whole("threads", all->threads),
                                 mm_slot_number("factor", all->gflops / one->gflops),
                                 {0}};
        mm_report_say(report, MM_SAY_ROOFLINE_THREADS_PEAK, slots);
    }
    if (roofline->triad_count == 2) {
        const mm_bandwidth *one = &roofline->triads[0], *all = &roofline->triads[1];
        char size[MM_BYTES_TEXT_SIZE];
        mm_format_bytes((double)all->working_set_bytes, size);
        const mm_slot slots[] = {mm_slot_text("size", size),
                                 mm_slot_number("one", one->gbytes_per_s),
                                 mm_slot_number("all", all->gbytes_per_s),
                                 mm_slot_whole("threads", all->threads),
                                 mm_slot_number("factor", all->gbytes_per_s / one->gbytes_per_s),
                                 {0}};
        mm_report_say(report, MM_SAY_ROOFLINE_THREADS_TRIAD, slots);
    }
}

/* --- How. */

static void tell_how(const mm_report *report)
{
    const mm_machine_roofline *roofline = report->roofline;
    const mm_sweep_point *points = roofline->sweeps[MM_STREAM_LOAD];
    int count = roofline->sweep_count[MM_STREAM_LOAD];
    char smallest[MM_BYTES_TEXT_SIZE] = "?", largest[MM_BYTES_TEXT_SIZE] = "?";
    int64_t peak_sums = 0;
    for (int i = 0; i < roofline->peak_count; i++)
        peak_sums += roofline->peaks[i].sums_checked;
    if (count > 0) {
        mm_format_bytes((double)points[0].working_set_bytes, smallest);
        mm_format_bytes((double)points[count - 1].working_set_bytes, largest);
    }
    const mm_slot slots[] = {mm_slot_whole("peak_sums", peak_sums),
                             mm_slot_whole("stream_sums", roofline->stream_sums_checked),
                             mm_slot_whole("clock_sums", roofline->clock.sums_checked),
                             mm_slot_text("isa", mm_isa_label(roofline->isa)),
                             mm_slot_whole("points", count),
                             mm_slot_text("smallest", smallest),
                             mm_slot_text("largest", largest),
                             {0}};
    mm_report_say(report, MM_SAY_ROOFLINE_HONEST, slots);
    mm_report_say(report, MM_SAY_ROOFLINE_HOW, slots);
}

/* The peak that was measured with the rows, and whether they stay below it. */
static void tell_rows_roof(const mm_report *report)
{
    const mm_roofline *roof = &report->results->roofline;
    char samples[3 * MM_NUMBER_SIZE] = "";
    size_t used = 0;
    if (!report->results->has_roofline)
        return;
    for (int when = 0; when < MM_PEAK_WHEN_COUNT; when++) {
        char number[MM_NUMBER_SIZE] = "?";
        if (roof->peak_samples_gflops[when] > 0)
            mm_report_format_number(roof->peak_samples_gflops[when], number);
        used +=
            (size_t)snprintf(samples + used, sizeof samples - used, "%s%.30s", when > 0 ? ", " : "", number);
    }
    const mm_slot slots[] = {mm_slot_text("isa", mm_isa_label(roof->peak.isa)),
                             mm_slot_text("dtype", mm_report_precision(roof->peak.dtype)),
                             mm_slot_text("samples", samples),
                             {0}};
    mm_report_say(report, roof->valid ? MM_SAY_ROOFLINE_ROWS_HOLD : MM_SAY_ROOFLINE_ROWS_INVALID, slots);
    mm_report_say(report, MM_SAY_ROOFLINE_ROWS_WHICH, NULL);
}

mm_status mm_report_roofline(const mm_machine_roofline *roofline, const mm_results *results,
                             const char *manifest_json, const char *dir, const mm_language *language,
                             char **text, mm_error *err)
{
    static mm_section *const sections[] = {
        introduce,        tell_peaks,
        tell_levels,      tell_meaning,
        tell_clock,       tell_threads,
        tell_how,         tell_rows_roof,
        mm_report_rows,   mm_report_not_measured,
        mm_report_checks, mm_report_conditions,
        mm_report_repeat, NULL,
    };
    static const mm_results none;
    const mm_report about = {.results = results ? results : &none, .roofline = roofline, .dir = dir};
    return mm_report_make(about, manifest_json, language, sections, text, err);
}
