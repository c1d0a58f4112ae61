/* Overhead: the size from which on it is small, the parts of a call, and many small products against one
 * large. */
#include <math.h>
#include <string.h>

#include "report/report_private.h"

enum { TEXT_SIZE = sizeof((mm_derived *)0)->reason };

static double value_of(const mm_report *report, const char *name, const char *of, int64_t size)
{
    const mm_derived *derived = mm_timings_find_derived(report->timings, name, of, size);
    return derived ? derived->value : NAN;
}

static double harness_s(const mm_report *report)
{
    const mm_timing *harness = mm_timings_find(report->timings, "harness", 0);
    return harness ? harness->min_s : NAN;
}

/* A derived value as text; its reason where it is not known. Whole numbers for sizes. */
static const char *format_value(const mm_report *report, const char *name, const char *of,
                                char text[TEXT_SIZE])
{
    const mm_derived *derived = mm_timings_find_derived(report->timings, name, of, 0);
    char number[MM_NUMBER_SIZE];
    if (!derived || !isfinite(derived->value)) {
        snprintf(text, TEXT_SIZE, "%s",
                 derived && *derived->reason ? derived->reason : mm_report_message(report, MM_SAY_MISSING));
        return text;
    }
    if (strcmp(derived->unit, "s") == 0)
        mm_report_format_seconds(derived->value, number);
    else
        snprintf(number, sizeof number, "%.0f", ceil(derived->value));
    snprintf(text, TEXT_SIZE, "%s", number);
    return text;
}

/* --- From which size on is it small? */

static void tell_line(const mm_report *report, const char *call, const char *of)
{
    char overhead[TEXT_SIZE], percent[TEXT_SIZE], permille[TEXT_SIZE];
    const mm_slot slots[] = {
        mm_slot_text("call", call),
        mm_slot_text("overhead", format_value(report, "fixed_overhead", of, overhead)),
        mm_slot_text("percent", format_value(report, "crossover_1_percent", of, percent)),
        mm_slot_text("permille", format_value(report, "crossover_1_permille", of, permille)),
        {0}};
    mm_report_say(report, MM_SAY_OVERHEAD_LINE, slots);
}

static void tell_sizes(const mm_report *report)
{
    const mm_timings *timings = report->timings;
    int64_t largest = 0;
    for (int i = 0; i < timings->derived_count; i++)
        if (strcmp(timings->derived[i].name, "overhead_share") == 0 && timings->derived[i].size > largest)
            largest = timings->derived[i].size;
    double mtimes = value_of(report, "overhead_share", "octave:mtimes", largest);
    double blas = value_of(report, "overhead_share", "octave:mm_blas", largest);
    const mm_slot slots[] = {mm_slot_seconds("harness", harness_s(report)),
                             mm_slot_whole("n", largest),
                             mm_slot_number("mtimes", 100 * mtimes),
                             mm_slot_number("blas", 100 * blas),
                             {0}};
    mm_report_say(report, MM_SAY_OVERHEAD_HEADING, NULL);
    tell_line(report, "A * B", "octave:mtimes");
    tell_line(report, "mm_blas (A, B)", "octave:mm_blas");
    mm_report_say(report, MM_SAY_OVERHEAD_NOTE, slots);
    if (largest > 0 && isfinite(mtimes) && isfinite(blas))
        mm_report_say(report, MM_SAY_OVERHEAD_LARGEST, slots);
}

/* --- The parts of a call. */

static void tell_split(const mm_report *report, const mm_derived *total)
{
    static const char *const parts[] = {"wrapper", "call", "allocation", "copy", "kernel", "rest", "total"};
    enum { PART_COUNT = sizeof parts / sizeof *parts };
    char names[PART_COUNT][32], texts[PART_COUNT][MM_NUMBER_SIZE];
    mm_slot slots[PART_COUNT + 3] = {mm_slot_text("function", strchr(total->of, ':') + 1),
                                     mm_slot_whole("n", total->size)};
    for (int i = 0; i < PART_COUNT; i++) {
        snprintf(names[i], sizeof names[i], "split_%s", parts[i]);
        double value = value_of(report, names[i], total->of, total->size);
        mm_report_format_seconds(fabs(value), texts[i]);
        if (value < 0) { /* units go by the size */
            memmove(texts[i] + 1, texts[i], sizeof texts[i] - 1);
            texts[i][0] = '-';
            texts[i][sizeof texts[i] - 1] = '\0';
        }
        slots[i + 2] = mm_slot_text(parts[i], texts[i]);
    }
    mm_report_say(report, MM_SAY_SPLIT_LINE, slots);
}

static void tell_naive(const mm_report *report)
{
    const mm_derived *total = mm_timings_find_derived(report->timings, "split_total", "octave:mm_naive", 0);
    if (!total || !isfinite(total->value))
        return;
    double rest_s = value_of(report, "split_rest", total->of, total->size);
    double kernel_s = value_of(report, "split_kernel", total->of, total->size);
    const mm_slot slots[] = {
        mm_slot_whole("n", total->size),
        mm_slot_number("percent", 100 * rest_s / total->value),
        mm_slot_seconds("each", rest_s / pow((double)total->size, 3)),
        mm_slot_number("call_percent", 100 * (total->value - rest_s - kernel_s) / total->value),
        {0}};
    mm_report_say(report, MM_SAY_SPLIT_NAIVE, slots);
}

static void tell_splits(const mm_report *report)
{
    const mm_timings *timings = report->timings;
    mm_report_say(report, MM_SAY_SPLIT_HEADING, NULL);
    for (int i = 0; i < timings->derived_count; i++) {
        const mm_derived *derived = &timings->derived[i];
        if (strcmp(derived->name, "split_total") == 0 && isfinite(derived->value) && strchr(derived->of, ':'))
            tell_split(report, derived);
    }
    mm_report_say(report, MM_SAY_SPLIT_NOTE, NULL);
    tell_naive(report);
}

/* --- A thousand small products. */

static const char *const loop = "octave:mtimes_x1000";

static void tell_many_line(const mm_report *report, int64_t n)
{
    char large[MM_NUMBER_SIZE];
    snprintf(large, sizeof large, "%lld x %lld", (long long)(10 * n), (long long)(10 * n));
    const mm_slot slots[] = {
        mm_slot_whole("n", n),
        mm_slot_text("large", large),
        mm_slot_number("mtimes", value_of(report, "many_over_one", loop, n)),
        mm_slot_number("blas", value_of(report, "many_over_one", "octave:mm_blas_x1000", n)),
        mm_slot_number("cli", value_of(report, "many_over_one", "cli:blas", n)),
        mm_slot_number("stacked", value_of(report, "many_over_one", "octave:mtimes_stacked", n)),
        {0}};
    mm_report_say(report, MM_SAY_MANY_LINE, slots);
}

static void tell_many(const mm_report *report)
{
    const mm_timings *timings = report->timings;
    int64_t smallest = 0;
    mm_report_say(report, MM_SAY_MANY_HEADING, NULL);
    for (int i = 0; i < timings->derived_count; i++) {
        const mm_derived *derived = &timings->derived[i];
        if (strcmp(derived->name, "many_over_one") != 0 || strcmp(derived->of, loop) != 0)
            continue;
        tell_many_line(report, derived->size);
        if (isfinite(derived->value) && (smallest == 0 || derived->size < smallest))
            smallest = derived->size;
    }
    double mtimes = value_of(report, "many_over_one", loop, smallest);
    double stacked = value_of(report, "many_over_one", "octave:mtimes_stacked", smallest);
    const mm_slot slots[] = {mm_slot_whole("n", smallest),
                             mm_slot_number("mtimes", mtimes),
                             mm_slot_number("cli", value_of(report, "many_over_one", "cli:blas", smallest)),
                             mm_slot_number("won", mtimes / stacked),
                             {0}};
    if (smallest > 0 && isfinite(stacked))
        mm_report_say(report, MM_SAY_MANY_MEANING, slots);
    else
        fputc('\n', report->out);
}

static void introduce(const mm_report *report)
{
    static const mm_picture picture = {"perf.png", "mm_plot_overhead", "timings.json",
                                       MM_SAY_OVERHEAD_PICTURE};
    mm_report_say(report, MM_SAY_OVERHEAD_INTRODUCTION, NULL);
    mm_report_picture(report, &picture);
    mm_report_interrupted(report);
}

mm_status mm_report_overhead(const mm_timings *timings, const char *manifest_json, const char *dir,
                             const mm_language *language, char **text, mm_error *err)
{
    static mm_section *const sections[] = {
        introduce, tell_sizes, tell_splits, tell_many, mm_report_conditions, mm_report_repeat, NULL};
    return mm_report_make((mm_report){.timings = timings, .dir = dir}, manifest_json, language, sections,
                          text, err);
}
