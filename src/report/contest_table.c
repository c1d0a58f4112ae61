#include "report/contest_table.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bench/contest.h"
#include "bench/standing.h"

enum { RIVALS_MAX = 64, NAME_SIZE = 96, COLUMN_WIDTH = 10 };

typedef struct table {
    FILE *out;
    const mm_results *results;
    mm_dtype dtype;
    mm_standing standings[2 * MM_CONTEST_CASES_MAX];
    int count;
    const mm_row *rivals[RIVALS_MAX]; /* a row of each, for its name */
    int rival_count;
} table;

static bool is_rival(const mm_row *row, const mm_row *rival)
{
    return strcmp(row->provider, rival->provider) == 0 && strcmp(row->kernel, rival->kernel) == 0;
}

static void list_rivals(table *t)
{
    for (int i = 0; i < t->results->row_count; i++) {
        const mm_row *row = &t->results->rows[i];
        bool known = !*row->provider || row->dtype != t->dtype || row->status != MM_ROW_MEASURED;
        for (int r = 0; r < t->rival_count && !known; r++)
            known = is_rival(row, t->rivals[r]);
        if (!known && t->rival_count < RIVALS_MAX)
            t->rivals[t->rival_count++] = row;
    }
}

/* The rival's row of the same product. */
static const mm_row *row_of(const table *t, const mm_standing *s, const mm_row *rival)
{
    const char *suffix = strchr(s->ours->method, '_');
    for (int i = 0; i < t->results->row_count; i++) {
        const mm_row *row = &t->results->rows[i];
        const char *its_suffix = strchr(row->method, '_');
        if (*row->provider && is_rival(row, rival) && row->m == s->ours->m && row->n == s->ours->n &&
            row->k == s->ours->k && row->threads == s->ours->threads && row->dtype == t->dtype &&
            row->status == MM_ROW_MEASURED && strcmp(suffix ? suffix : "", its_suffix ? its_suffix : "") == 0)
            return row;
    }
    return NULL;
}

/* "openblas" "0.3.21" "Haswell", one below the other */
static void print_heading_line(const table *t, int line)
{
    static const char *const left[] = {"", "", "product"};
    fprintf(t->out, "%-18s%9s%9s %9s", left[line], line == 2 ? "GFLOPS" : "", line == 2 ? "of peak" : "",
            line == 2 ? "to best" : "");
    for (int r = 0; r < t->rival_count; r++) {
        char provider[sizeof t->rivals[r]->provider];
        snprintf(provider, sizeof provider, "%s", t->rivals[r]->provider);
        char *version = strchr(provider, ' ');
        if (version)
            *version++ = '\0';
        fprintf(t->out, " %*.*s", COLUMN_WIDTH, COLUMN_WIDTH,
                line == 0   ? provider
                : line == 2 ? t->rivals[r]->kernel
                : version   ? version
                            : "");
    }
    fputc('\n', t->out);
}

static void name_product(const mm_standing *s, char name[NAME_SIZE])
{
    char size[MM_SHAPE_TEXT_SIZE];
    const mm_shape shape = {s->ours->m, s->ours->n, s->ours->k};
    const char *suffix = strchr(s->ours->method, '_');
    mm_shape_format(&shape, size);
    snprintf(name, NAME_SIZE, "%s%s%.3s%s", size, suffix ? " " : "", suffix ? suffix + 1 : "",
             s->ours->threads > 1 ? " T=2" : "");
}

/* A number, "!" after it where it misses its bar, "*" beside that of the fastest other. */
static void print_number(const table *t, int width, double value, double bar, bool best)
{
    char text[32] = "-";
    if (value > 0)
        snprintf(text, sizeof text, "%s%.3f%s", best ? "*" : "", value, value < bar ? "!" : "");
    fprintf(t->out, " %*s", width, text);
}

static void print_standing(const table *t, const mm_standing *s)
{
    char name[NAME_SIZE], percent[32] = "-";
    double peak_bar = mm_standing_peak_bar(t->results, s);
    name_product(s, name);
    if (s->percent_of_peak > 0)
        snprintf(percent, sizeof percent, "%.1f %%%s", s->percent_of_peak,
                 s->percent_of_peak < peak_bar ? "!" : "");
    fprintf(t->out, "%-18s%9.4g%9s", name, mm_row_gflops(s->ours), percent);
    print_number(t, 9, s->ratio, mm_standing_bar(s), false);
    for (int r = 0; r < t->rival_count; r++) {
        const mm_row *row = row_of(t, s, t->rivals[r]);
        print_number(t, COLUMN_WIDTH, row ? row->median_s / s->ours->median_s : 0, 0, row && row == s->best);
    }
    fputc('\n', t->out);
}

static void print_checks(const table *t)
{
    for (int i = 0; i < t->results->check_count; i++) {
        const mm_check *check = &t->results->checks[i];
        bool left_out = strcmp(check->id, "rival-left-out") == 0;
        fprintf(t->out, "%s %s\n",
                left_out    ? "left out:"
                : check->ok ? "met:     "
                            : "MISSED:  ",
                check->message);
    }
}

static void print_table(const table *t)
{
    fprintf(
        t->out,
        "mm_gemm and its rivals (%d), %s: our rate, its share of the peak (%.4g GFLOPS, %s), its ratio to "
        "the fastest\n"
        "other (*), and to each. ! misses its bar.\n\n",
        t->rival_count, mm_dtype_name(t->dtype), t->results->roofline.peak.gflops,
        mm_isa_label(t->results->roofline.peak.isa));
    for (int line = 0; line < 3; line++)
        print_heading_line(t, line);
    for (int i = 0; i < t->count; i++)
        print_standing(t, &t->standings[i]);
    double mean = mm_standing_mean(t->standings, t->count);
    if (mean > 0)
        fprintf(t->out, "%-36s %9.3f\n", "geometric mean, square", mean);
    fputc('\n', t->out);
    print_checks(t);
}

void mm_contest_print(FILE *out, const mm_results *results, mm_dtype dtype)
{
    locale_t numeric = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0), before = uselocale(numeric);
    table t = {.out = out, .results = results, .dtype = dtype};
    t.count = mm_standings(results, dtype, t.standings, (int)(sizeof t.standings / sizeof *t.standings));
    list_rivals(&t);
    if (t.count > 0)
        print_table(&t);
    else
        fprintf(out, "No product of ours was timed.\n");
    uselocale(before);
    if (numeric)
        freelocale(numeric);
}
