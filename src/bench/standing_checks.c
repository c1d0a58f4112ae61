/* The bars. What they ask is the project's aim for this kernel; a bar missed is told, never hidden. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bench/contest.h"
#include "bench/standing.h"

static const double SQUARE_BAR = 1.0, MEAN_BAR = 1.08, SKINNY_BAR = 0.9, TRANSPOSED_BAR = 0.95,
                    THREADS_BAR = 1.85;
static const double PEAK_SCALES = 1.9; /* from here on two threads have a core each */
static const double PEAK_DRIFT = 0.05; /* of the largest: more, and percentages of it mean little */

double mm_standing_bar(const mm_standing *s)
{
    if (mm_standing_is_square(s))
        return SQUARE_BAR;
    return s->ours->threads > 1 || mm_standing_is_transposed(s) ? 0 : SKINNY_BAR;
}

double mm_standing_peak_bar(const mm_results *results, const mm_standing *s)
{
    if (!mm_standing_is_square(s) || results->roofline.peak.isa != MM_ISA_AVX512)
        return 0;
    if (s->ours->n >= 512)
        return 93;
    return s->ours->n == 128 || s->ours->n == 256 ? 90 : 0;
}

/* --- A check that counts cases and lists those that missed. */

typedef struct tally {
    mm_check check;
    int cases, missed;
    char list[320];
} tally;

static void __attribute__((format(printf, 3, 4))) take(tally *t, bool ok, const char *format, ...)
{
    size_t length = strlen(t->list);
    t->cases++;
    if (ok)
        return;
    t->missed++;
    if (length + 64 > sizeof t->list) /* the rest is counted */
        return;
    va_list values;
    length += (size_t)snprintf(t->list + length, sizeof t->list - length, "%s", length ? ", " : "");
    va_start(values, format);
    vsnprintf(t->list + length, sizeof t->list - length, format, values);
    va_end(values);
}

/* "at least 1 of the fastest other: 16 of 18 cases; missed: N=64 0.97, ..." */
static void close_tally(mm_results *results, tally *t, const char *id, const char *bar)
{
    if (t->cases == 0)
        return;
    snprintf(t->check.id, sizeof t->check.id, "%s", id);
    t->check.ok = t->missed == 0;
    snprintf(t->check.message, sizeof t->check.message, "%s: %d of %d%s%s", bar, t->cases - t->missed,
             t->cases, t->missed ? "; missed: " : "", t->list);
    if (!t->check.ok)
        snprintf(t->check.fix, sizeof t->check.fix,
                 "look at these sizes first: 'make tune' searches the parameters, and a longer --min-time "
                 "narrows the "
                 "intervals");
    mm_results_add_check(results, &t->check);
}

static void case_name(const mm_standing *s, char text[MM_SHAPE_TEXT_SIZE + 8])
{
    const mm_shape shape = {s->ours->m, s->ours->n, s->ours->k};
    mm_shape_format(&shape, text);
    const char *suffix = strchr(s->ours->method, '_');
    if (suffix)
        strcat(text, suffix);
}

/* --- One bar each. */

static void check_ratios(mm_results *results, const mm_standing *standings, int count, bool square)
{
    tally t = {0};
    char name[MM_SHAPE_TEXT_SIZE + 8], bar[80];
    for (int i = 0; i < count; i++) {
        const mm_standing *s = &standings[i];
        double least = mm_standing_bar(s);
        if (least == 0 || s->ratio == 0 || mm_standing_is_square(s) != square)
            continue;
        case_name(s, name);
        take(&t, s->ratio >= least, "%s %.3g", name, s->ratio);
    }
    snprintf(bar, sizeof bar, "%s, at least %.3g of the fastest other", square ? "square" : "skinny",
             square ? SQUARE_BAR : SKINNY_BAR);
    close_tally(results, &t, square ? "contest-square" : "contest-skinny", bar);
}

static void check_mean(mm_results *results, const mm_standing *standings, int count)
{
    tally t = {0};
    double mean = mm_standing_mean(standings, count);
    char bar[80];
    if (mean == 0 || results->roofline.peak.isa != MM_ISA_AVX512)
        return;
    take(&t, mean >= MEAN_BAR, "%.4g", mean);
    snprintf(bar, sizeof bar, "geometric mean of the square ratios (%.4g), at least %.3g", mean, MEAN_BAR);
    close_tally(results, &t, "contest-mean", bar);
}

static void check_percent(mm_results *results, const mm_standing *standings, int count)
{
    tally t = {0};
    char name[MM_SHAPE_TEXT_SIZE + 8];
    for (int i = 0; i < count; i++) {
        double least = mm_standing_peak_bar(results, &standings[i]);
        if (least == 0 || standings[i].percent_of_peak == 0)
            continue;
        case_name(&standings[i], name);
        take(&t, standings[i].percent_of_peak >= least, "%s %.3g %% of %g %%", name,
             standings[i].percent_of_peak, least);
    }
    close_tally(results, &t, "contest-percent-of-peak",
                "percent of the peak, 90 at N=128 and 256, 93 from N=512");
}

static void check_transposed(mm_results *results, const mm_standing *standings, int count)
{
    tally t = {0};
    char name[MM_SHAPE_TEXT_SIZE + 8], bar[80];
    for (int i = 0; i < count; i++) {
        double ratio = mm_standing_to_plain(standings, count, &standings[i]);
        if (!mm_standing_is_transposed(&standings[i]) || ratio == 0)
            continue;
        case_name(&standings[i], name);
        take(&t, ratio >= TRANSPOSED_BAR, "%s %.3g", name, ratio);
    }
    snprintf(bar, sizeof bar, "transposed, at least %.3g of the untransposed", TRANSPOSED_BAR);
    close_tally(results, &t, "contest-transposed", bar);
}

static void check_threads(mm_results *results, const mm_standing *standings, int count, double peak_scaling)
{
    tally t = {0};
    char bar[120];
    for (int i = 0; i < count; i++) {
        double ratio = mm_standing_to_plain(standings, count, &standings[i]);
        if (standings[i].ours->threads != 2 || ratio == 0)
            continue;
        take(&t, ratio >= THREADS_BAR || peak_scaling < PEAK_SCALES, "N=%lld %.3g",
             (long long)standings[i].ours->n, ratio);
    }
    snprintf(bar, sizeof bar, "two threads, at least %.3g of one%s (the peak itself: %.3g)", THREADS_BAR,
             peak_scaling < PEAK_SCALES ? ", not asked here" : "", peak_scaling);
    close_tally(results, &t, "contest-threads", bar);
}

static void check_peak(mm_results *results)
{
    mm_check check = {.id = "contest-peak"};
    const double *samples = results->roofline.peak_samples_gflops;
    double low = INFINITY, high = 0, fastest = 0;
    if (!results->has_roofline)
        return;
    int length = snprintf(check.message, sizeof check.message, "peak");
    for (mm_peak_when when = MM_PEAK_START; when < MM_PEAK_WHEN_COUNT; when++) {
        if (samples[when] == 0) /* not reached */
            continue;
        low = fmin(low, samples[when]);
        high = fmax(high, samples[when]);
        length += snprintf(check.message + length, sizeof check.message - (size_t)length, " %.4g at the %s,",
                           samples[when], mm_peak_when_name(when));
    }
    for (int i = 0; i < results->row_count; i++) {
        double percent = mm_row_percent_of_peak(results, &results->rows[i]);
        fastest = isnan(percent) ? fastest : fmax(fastest, percent);
    }
    snprintf(check.message + length, sizeof check.message - (size_t)length,
             " in GFLOPS; the fastest product reached %.4g %% of the highest", fastest);
    check.ok = low >= (1 - PEAK_DRIFT) * high && mm_results_roof_holds(results);
    if (!check.ok)
        snprintf(
            check.fix, sizeof check.fix,
            "run again on an idle machine: its clock changed, or others took time, while this was measured");
    mm_results_add_check(results, &check);
}

void mm_standing_checks(mm_results *results, mm_dtype dtype, double peak_scaling)
{
    mm_standing standings[2 * MM_CONTEST_CASES_MAX];
    int count = mm_standings(results, dtype, standings, 2 * MM_CONTEST_CASES_MAX);
    check_ratios(results, standings, count, true);
    check_mean(results, standings, count);
    check_percent(results, standings, count);
    check_ratios(results, standings, count, false);
    check_transposed(results, standings, count);
    check_threads(results, standings, count, peak_scaling);
    check_peak(results);
}
