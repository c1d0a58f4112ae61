/* The ladder for people. */
#include <locale.h>

#include "report/ladder.h"
#include "report/report_private.h"

enum { INTERVAL_SIZE = 2 * MM_NUMBER_SIZE + 8 };

static void format_interval(const mm_ratio *ratio, char text[INTERVAL_SIZE])
{
    char low[MM_NUMBER_SIZE], high[MM_NUMBER_SIZE];
    mm_report_format_number(ratio->low, low);
    mm_report_format_number(ratio->high, high);
    if (ratio->low > 0)
        snprintf(text, INTERVAL_SIZE, "%s .. %s", low, high);
    else
        snprintf(text, INTERVAL_SIZE, "no interval");
}

/* "cli:tiled       145 GFLOPS  x 4.2    4.1 .. 4.3   register tiles..." */
static void print_line(FILE *out, const char *name, const mm_row *row, const mm_ratio *factor)
{
    char rate[MM_NUMBER_SIZE] = "-", number[MM_NUMBER_SIZE], interval[INTERVAL_SIZE] = "",
         value[MM_NUMBER_SIZE + 4] = "";
    if (row)
        mm_report_format_number(mm_row_gflops(row), rate);
    if (factor) {
        mm_report_format_number(factor->value, number);
        format_interval(factor, interval);
        snprintf(value, sizeof value, "x %s", number);
    }
    fprintf(out, "%-15s %c %9s  %-10s %-20s", name, row && row->status == MM_ROW_EXTRAPOLATED ? '*' : ' ',
            rate, value, interval);
}

static const mm_step *step_to(const mm_ladder *ladder, int rung)
{
    for (int s = 0; s < ladder->step_count; s++)
        if (ladder->steps[s].to == rung)
            return &ladder->steps[s];
    return NULL;
}

static void print_rung(FILE *out, const mm_ladder *ladder, int r)
{
    const mm_ladder_rung *rung = &ladder->rungs[r];
    const mm_step *step = step_to(ladder, r);
    char name[MM_RUNG_NAME_SIZE];
    mm_ladder_rung_name(rung, name);
    print_line(out, name, rung->row, step ? &step->factor : NULL);
    fprintf(out, "  %s%s%s\n", rung->rung.differs, step && step->slower ? " [slower]" : "",
            !rung->row                          ? " [missing]"
            : step && step->to > step->from + 1 ? " [and what is missing above]"
                                                : "");
}

static void print_ladder(FILE *out, const mm_ladder *ladder)
{
    char product[MM_NUMBER_SIZE], from[MM_RUNG_NAME_SIZE], to[MM_RUNG_NAME_SIZE];
    fprintf(out, "N = %lld, %s\n%-15s   %9s  %-10s %-20s  %s\n", (long long)ladder->n,
            mm_dtype_name(ladder->dtype), "rung", "GFLOPS", "factor", "95 % interval", "what changes");
    for (int r = 0; r < ladder->rung_count; r++)
        print_rung(out, ladder, r);
    mm_ladder_rung_name(&ladder->rungs[ladder->total.from], from);
    mm_ladder_rung_name(&ladder->rungs[ladder->total.to], to);
    print_line(out, "in all", NULL, &ladder->total.factor);
    mm_report_format_number(ladder->product, product);
    fprintf(out, "  %s to %s; the factors multiply to %s\n", from, to, product);
    if (ladder->extrapolated)
        fprintf(out, "* extrapolated from a smaller size by T(N) = 8 T(N/2)\n");
}

void mm_ladder_print(FILE *out, const mm_results *results)
{
    locale_t numeric = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0), before = uselocale(numeric);
    int printed = 0;
    for (mm_dtype dtype = MM_F32; dtype <= MM_F64; dtype++)
        for (int64_t n = 0; (n = mm_ladder_next_size(results, dtype, n)) > 0; printed++) {
            mm_ladder ladder;
            mm_ladder_build(results, dtype, n, &ladder);
            fputs(printed > 0 ? "\n" : "", out);
            print_ladder(out, &ladder);
        }
    if (printed == 0)
        fprintf(out, "No two rungs were timed at one size, so there is no step to tell of.\n");
    uselocale(before);
    if (numeric)
        freelocale(numeric);
}
