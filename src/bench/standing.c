#include "bench/standing.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const OURS = "packed", *const THEIRS = "blas";

void mm_standing_method(bool ours, char trans_a, char trans_b, char method[MM_STANDING_METHOD_SIZE])
{
    const char *name = ours ? OURS : THEIRS;
    if (trans_a == 'N' && trans_b == 'N')
        snprintf(method, MM_STANDING_METHOD_SIZE, "%s", name);
    else
        snprintf(method, MM_STANDING_METHOD_SIZE, "%s_%c%c", name, tolower(trans_a), tolower(trans_b));
}

/* What follows the name: "", or "_tn"; NULL where the row is not of this name. */
static const char *suffix_of(const mm_row *row, const char *name)
{
    size_t length = strlen(name);
    const char *rest = row->method + length;
    bool is_it = strncmp(row->method, name, length) == 0 && (*rest == '\0' || *rest == '_');
    return is_it && strcmp(row->frontend, "cli") == 0 ? rest : NULL;
}

static bool is_same_product(const mm_row *a, const mm_row *b)
{
    return a->m == b->m && a->n == b->n && a->k == b->k && a->dtype == b->dtype;
}

/* --- Standings. */

static const mm_row *best_other(const mm_results *results, const mm_row *ours)
{
    const mm_row *best = NULL;
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *row = &results->rows[i];
        const char *suffix = suffix_of(row, THEIRS);
        if (!suffix || row->status != MM_ROW_MEASURED || !is_same_product(row, ours) ||
            row->threads != ours->threads || strcmp(suffix, suffix_of(ours, OURS)) != 0)
            continue;
        if (!best || row->median_s < best->median_s)
            best = row;
    }
    return best;
}

static mm_standing standing_of(const mm_results *results, const mm_row *ours)
{
    mm_standing s = {.ours = ours, .best = best_other(results, ours)};
    double percent = mm_row_percent_of_peak(results, ours);
    s.percent_of_peak = isnan(percent) ? 0 : percent;
    if (!s.best)
        return s;
    s.ratio = s.best->median_s / ours->median_s;
    if (s.best->ci95_s[0] > 0 && ours->ci95_s[0] > 0) {
        s.low = s.best->ci95_s[0] / ours->ci95_s[1];
        s.high = s.best->ci95_s[1] / ours->ci95_s[0];
    }
    return s;
}

bool mm_standing_is_square(const mm_standing *s)
{
    return s->ours->m == s->ours->n && s->ours->n == s->ours->k && s->ours->threads == 1 &&
           !mm_standing_is_transposed(s);
}

bool mm_standing_is_transposed(const mm_standing *s)
{
    return s->ours->threads == 1 && *suffix_of(s->ours, OURS) == '_';
}

static bool is_skinny(const mm_standing *s)
{
    return s->ours->threads == 1 && !mm_standing_is_square(s) && !mm_standing_is_transposed(s);
}

static int kind_of(const mm_standing *s)
{
    return mm_standing_is_square(s) ? 0 : is_skinny(s) ? 1 : mm_standing_is_transposed(s) ? 2 : 3;
}

static int three_way(double a, double b)
{
    return (a > b) - (a < b);
}

/* Skinny ones: first those with a small m, then n, then k, each ascending. */
static int compare(const void *left, const void *right)
{
    const mm_standing *a = left, *b = right;
    const int order[] = {
        three_way(kind_of(a), kind_of(b)),
        three_way((double)b->ours->k, (double)a->ours->k) * (kind_of(a) == 1),
        three_way((double)b->ours->n, (double)a->ours->n) * (kind_of(a) == 1),
        three_way((double)a->ours->m, (double)b->ours->m),
        three_way((double)a->ours->n, (double)b->ours->n),
        three_way((double)a->ours->k, (double)b->ours->k),
        strcmp(a->ours->method, b->ours->method),
        three_way(a->ours->threads, b->ours->threads),
    };
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (order[i] != 0)
            return order[i];
    return 0;
}

int mm_standings(const mm_results *results, mm_dtype dtype, mm_standing *standings, int room)
{
    int count = 0;
    for (int i = 0; i < results->row_count && count < room; i++) {
        const mm_row *row = &results->rows[i];
        if (suffix_of(row, OURS) && row->dtype == dtype && row->status == MM_ROW_MEASURED)
            standings[count++] = standing_of(results, row);
    }
    if (count > 1)
        qsort(standings, (size_t)count, sizeof *standings, compare);
    return count;
}

double mm_standing_mean(const mm_standing *standings, int count)
{
    double logs = 0;
    int squares = 0;
    for (int i = 0; i < count; i++)
        if (mm_standing_is_square(&standings[i]) && standings[i].ratio > 0) {
            logs += log(standings[i].ratio);
            squares++;
        }
    return squares > 0 ? exp(logs / squares) : 0;
}

/* Our own untransposed product of the same size in one thread. */
static const mm_row *plain_of(const mm_standing *standings, int count, const mm_standing *s)
{
    for (int i = 0; i < count; i++)
        if (standings[i].ours->threads == 1 && !mm_standing_is_transposed(&standings[i]) &&
            is_same_product(standings[i].ours, s->ours))
            return standings[i].ours;
    return NULL;
}

double mm_standing_to_plain(const mm_standing *standings, int count, const mm_standing *s)
{
    const mm_row *plain = plain_of(standings, count, s);
    return plain ? plain->median_s / s->ours->median_s : 0;
}
