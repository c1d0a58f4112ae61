/* The sweep of block sizes: a table for each front end, and the answer to the fourth question of the lab. */
#include <math.h>
#include <string.h>

#include "methods.h"
#include "report/report_private.h"

enum { NAME_SIZE = 64, RANGE_SIZE = 2 * MM_NUMBER_SIZE + 4 };

/* One front end's rows: its loops with blocks smaller than the matrices, and the row without. */
typedef struct sweep {
    const char *frontend, *base_method;
    char base_name[NAME_SIZE];
    int64_t n;
    const mm_row *base;             /* NULL: not timed */
    const mm_row *best, *worst;     /* of the blocked rows; NULL where none is timed */
    double best_ratio, worst_ratio; /* times as fast as base */
} sweep;

/* 0 for a row that is not of a blocked method, or of vectorised or tiled loops, which differ in more than
 * blocks. */
static int block_size_of(const mm_row *row)
{
    const mm_method *method;
    if (strncmp(row->method, "blocked", 7) != 0 ||
        mm_method_find(row->method, row->frontend, &method, NULL) != MM_OK)
        return 0;
    return method->block_size;
}

/* From n on there is one block, and the loops are those without. */
static bool is_of(const sweep *s, const mm_row *row)
{
    int block = block_size_of(row);
    return strcmp(row->frontend, s->frontend) == 0 && row->n == s->n && row->m == row->n &&
           row->k == row->n && row->threads == 1 && block > 0 && block < s->n;
}

/* Within noise are rows whose intervals overlap, or of which one has none. */
static bool differ(const mm_row *fast, const mm_row *slow)
{
    return fast && slow && fast->ci95_s[0] > 0 && slow->ci95_s[0] > 0 && fast->ci95_s[1] < slow->ci95_s[0];
}

static bool is_base(const mm_row *row)
{
    return (strcmp(row->frontend, "cli") == 0 && strcmp(row->method, "reordered") == 0) ||
           (strcmp(row->frontend, "octave") == 0 && strcmp(row->method, "naive") == 0);
}

bool mm_report_is_sweep(const mm_results *results)
{
    bool swept = false;
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *row = &results->rows[i];
        if (block_size_of(row) == 0 && !is_base(row))
            return false;
        swept = swept || (block_size_of(row) > 0 && strcmp(row->method, "blocked") != 0);
    }
    return swept;
}

/* The largest size at which the row without blocks has a measured time. */
static int64_t largest_size(const mm_results *results, const char *frontend, const char *method)
{
    int64_t largest = 0;
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *row = &results->rows[i];
        if (strcmp(row->frontend, frontend) == 0 && strcmp(row->method, method) == 0 && row->n > largest &&
            row->status == MM_ROW_MEASURED)
            largest = row->n;
    }
    return largest;
}

static sweep find_sweep(const mm_report *report, const char *frontend, const char *base_method)
{
    const mm_results *results = report->results;
    sweep s = {.frontend = frontend, .base_method = base_method};
    snprintf(s.base_name, sizeof s.base_name, "%s:%s", frontend, base_method);
    s.n = largest_size(results, frontend, base_method);
    s.base = mm_results_find(results, frontend, base_method, report->dtype, s.n, 1);
    for (int i = 0; i < results->row_count && s.base; i++) {
        const mm_row *row = &results->rows[i];
        if (!is_of(&s, row) || row->status != MM_ROW_MEASURED)
            continue;
        double ratio = s.base->median_s / row->median_s;
        if (!s.best || ratio > s.best_ratio) {
            s.best = row;
            s.best_ratio = ratio;
        }
        if (!s.worst || ratio < s.worst_ratio) {
            s.worst = row;
            s.worst_ratio = ratio;
        }
    }
    return s;
}

/* --- The tables. */

static double three_blocks_bytes(const mm_report *report, const sweep *s, int64_t block)
{
    int64_t side = block > 0 && block < s->n ? block : s->n;
    return 3.0 * (double)(side * side) * (double)mm_dtype_bytes(report->dtype);
}

static void format_range(const mm_row *slow, const mm_row *fast, char range[RANGE_SIZE])
{
    char low[MM_NUMBER_SIZE], high[MM_NUMBER_SIZE];
    range[0] = '\0';
    if (slow->ci95_s[0] <= 0 || fast->ci95_s[0] <= 0)
        return;
    mm_report_format_number(slow->ci95_s[0] / fast->ci95_s[1], low);
    mm_report_format_number(slow->ci95_s[1] / fast->ci95_s[0], high);
    snprintf(range, RANGE_SIZE, "%s .. %s", low, high);
}

static void tell_line(const mm_report *report, const sweep *s, const mm_row *row, int block)
{
    char name[NAME_SIZE], range[RANGE_SIZE] = "", cache[8];
    bool timed = row->status == MM_ROW_MEASURED;
    double bytes = three_blocks_bytes(report, s, block);
    snprintf(name, sizeof name, "%s:%s", row->frontend, row->method);
    if (timed)
        format_range(s->base, row, range);
    const mm_slot slots[] = {mm_slot_text("method", name),
                             mm_slot_text("base", name),
                             mm_slot_whole("block", block),
                             mm_slot_number("bytes", bytes / 1e3),
                             mm_slot_text("cache", mm_report_cache_for(report, bytes, cache)),
                             mm_slot_seconds("time", row->median_s),
                             mm_slot_number("gflops", mm_row_gflops(row)),
                             mm_slot_number("ratio", timed ? s->base->median_s / row->median_s : NAN),
                             mm_slot_text("range", range),
                             mm_slot_text("reason", row->reason),
                             {0}};
    mm_message message = timed ? MM_SAY_SWEEP_LINE : MM_SAY_SWEEP_LINE_MISSING;
    mm_report_say(report, block == 0 ? MM_SAY_SWEEP_BASE : message, slots);
}

/* The blocked row with the smallest block size above `after`; NULL where there is none. */
static const mm_row *next_row(const mm_report *report, const sweep *s, int after)
{
    const mm_row *next = NULL;
    for (int i = 0; i < report->results->row_count; i++) {
        const mm_row *row = &report->results->rows[i];
        int block = is_of(s, row) ? block_size_of(row) : 0;
        if (block > after && (!next || block < block_size_of(next)))
            next = row;
    }
    return next;
}

/* The block sizes that differ from the best by no more than noise, where one differs by more. */
static void tell_tied(const mm_report *report, const sweep *s)
{
    char sizes[NAME_SIZE] = "";
    const mm_row *row;
    for (int block = 0; (row = next_row(report, s, block)); block = block_size_of(row)) {
        size_t used = strlen(sizes);
        if (row != s->best && row->status == MM_ROW_MEASURED && !differ(s->best, row))
            snprintf(sizes + used, sizeof sizes - used, "%s%d", used ? ", " : "", block_size_of(row));
    }
    const mm_slot slots[] = {mm_slot_text("sizes", sizes), {0}};
    if (sizes[0])
        mm_report_say(report, MM_SAY_SWEEP_TIED, slots);
}

static void tell_best(const mm_report *report, const sweep *s, const mm_slot *slots)
{
    bool named = differ(s->best, s->worst);
    if (s->best)
        mm_report_say(report, named ? MM_SAY_SWEEP_BEST : MM_SAY_SWEEP_NO_BEST, slots);
    if (named)
        tell_tied(report, s);
}

static void tell_sweep(const mm_report *report, const sweep *s, mm_message heading)
{
    const mm_slot slots[] = {mm_slot_text("base", s->base_name),
                             mm_slot_whole("n", s->n),
                             mm_slot_whole("best", s->best ? block_size_of(s->best) : 0),
                             mm_slot_number("best_ratio", s->best_ratio),
                             mm_slot_whole("worst", s->worst ? block_size_of(s->worst) : 0),
                             mm_slot_number("worst_ratio", s->worst_ratio),
                             {0}};
    mm_report_say(report, heading, slots);
    if (!s->base) {
        mm_report_say(report, MM_SAY_SWEEP_NONE, slots);
        return;
    }
    mm_report_say(report, MM_SAY_SWEEP_TABLE, slots);
    tell_line(report, s, s->base, 0);
    const mm_row *row;
    for (int block = 0; (row = next_row(report, s, block)); block = block_size_of(row))
        tell_line(report, s, row, block_size_of(row));
    mm_report_say(report, MM_SAY_SWEEP_TABLE_END, slots);
    tell_best(report, s, slots);
}

/* --- The answer. */

/* Within 10 % loops count as equally fast: that is less than what calls to the interpreter vary. */
static bool helps(const sweep *s)
{
    return s->best_ratio > 1.1 && differ(s->best, s->base);
}

static mm_message verdict(const sweep *s)
{
    if (helps(s))
        return MM_SAY_BLOCKING_HELPS;
    return s->best_ratio < 0.9 && differ(s->base, s->best) ? MM_SAY_BLOCKING_HURTS
                                                           : MM_SAY_BLOCKING_HELPS_NOT;
}

static double madd_s(const mm_row *row)
{
    return row->median_s / (mm_row_flop(row) / 2);
}

static void tell_fits_cache(const mm_report *report, const sweep *s)
{
    double bytes = three_blocks_bytes(report, s, 0), cache = mm_report_last_cache_bytes(report->manifest);
    const mm_slot slots[] = {
        mm_slot_number("matrices", bytes / 1e6), mm_slot_number("cache", cache / 1e6), {0}};
    if (bytes <= cache)
        mm_report_say(report, MM_SAY_FITS_CACHE, slots);
}

static void tell_why(const mm_report *report, const sweep *interpreted, const sweep *compiled)
{
    char cache[8];
    double bytes = three_blocks_bytes(report, interpreted, 0),
           growth = (double)compiled->n / (double)interpreted->n;
    double saved_s = madd_s(compiled->base) - (compiled->best ? madd_s(compiled->best) : INFINITY);
    const mm_slot slots[] = {
        mm_slot_whole("n", compiled->n),
        mm_slot_seconds("interpreted", madd_s(interpreted->base)),
        mm_slot_seconds("compiled", madd_s(compiled->base)),
        mm_slot_number("share", 100 * madd_s(compiled->base) / madd_s(interpreted->base)),
        mm_slot_seconds("saved", saved_s),
        {0}};
    const mm_slot scope[] = {mm_slot_whole("n", interpreted->n),
                             mm_slot_whole("large", compiled->n),
                             mm_slot_number("bytes", bytes / 1e3),
                             mm_slot_text("cache", mm_report_cache_for(report, bytes, cache)),
                             mm_slot_seconds("predicted", interpreted->base->median_s * pow(growth, 3)),
                             {0}};
    mm_report_say(report, MM_SAY_SWEEP_WHY, slots);
    mm_report_say(report, helps(compiled) ? MM_SAY_SWEEP_SAVED : MM_SAY_SWEEP_SAVED_NOT, slots);
    tell_fits_cache(report, compiled);
    fputs("\n\n", report->out);
    mm_report_say(report, MM_SAY_SWEEP_SCOPE, scope);
}

static void tell(const mm_report *report)
{
    sweep compiled = find_sweep(report, "cli", "reordered"),
          interpreted = find_sweep(report, "octave", "naive");
    mm_report_say(report, MM_SAY_SWEEP_ANSWER_HEADING, NULL);
    if (interpreted.best) {
        const mm_slot slots[] = {mm_slot_text("verdict", mm_report_message(report, verdict(&interpreted))),
                                 mm_slot_whole("n", interpreted.n),
                                 mm_slot_whole("best", block_size_of(interpreted.best)),
                                 mm_slot_number("best_ratio", interpreted.best_ratio),
                                 mm_slot_whole("worst", block_size_of(interpreted.worst)),
                                 mm_slot_number("worst_ratio", interpreted.worst_ratio),
                                 {0}};
        bool named = differ(interpreted.best, interpreted.worst);
        mm_report_say(report, named ? MM_SAY_SWEEP_ANSWER : MM_SAY_SWEEP_ANSWER_NO_BEST, slots);
    } else {
        mm_report_say(report, MM_SAY_SWEEP_NO_ANSWER, NULL);
    }
    if (interpreted.base && compiled.base)
        tell_why(report, &interpreted, &compiled);
    tell_sweep(report, &interpreted, MM_SAY_SWEEP_INTERPRETED);
    tell_sweep(report, &compiled, MM_SAY_SWEEP_COMPILED);
}

static void introduce(const mm_report *report)
{
    static const mm_picture picture = {"perf.png", "mm_plot_blocking", "results.json", MM_SAY_SWEEP_PICTURE};
    const mm_slot slots[] = {mm_slot_text("dtype", mm_report_precision(report->dtype)), {0}};
    mm_report_say(report, MM_SAY_SWEEP_INTRODUCTION, slots);
    mm_report_picture(report, &picture);
    mm_report_interrupted(report);
}

mm_status mm_report_blocking(const mm_results *results, const char *manifest_json, const char *dir,
                             const mm_language *language, char **text, mm_error *err)
{
    static mm_section *const sections[] = {introduce,        tell,
                                           mm_report_rows,   mm_report_not_measured,
                                           mm_report_checks, mm_report_conditions,
                                           mm_report_repeat, NULL};
    return mm_report_make((mm_report){.results = results, .dir = dir}, manifest_json, language, sections,
                          text, err);
}
