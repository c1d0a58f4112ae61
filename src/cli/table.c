/* Rows and checks for people. */
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"
#include "cli/cli.h"
#include "report/progress.h"

/* 1.234e-05 s -> "12.3 us" */
static void format_time(double seconds, char *text, size_t size)
{
    static const struct {
        double unit_s;
        const char *name;
    } units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {0, "ns"}};
    if (seconds <= 0) {
        snprintf(text, size, "-");
        return;
    }
    int at = 0;
    while (seconds < units[at].unit_s)
        at++;
    snprintf(text, size, "%.4g %s", seconds / (units[at].unit_s > 0 ? units[at].unit_s : 1e-9),
             units[at].name);
}

static void format_share(const mm_results *results, const mm_row *row, char *text, size_t size)
{
    bool comparable = results->has_roofline && row->median_s > 0 && row->threads == 1 &&
                      results->roofline.peak.dtype == row->dtype;
    if (comparable)
        snprintf(text, size, "%.3g %%", 100 * mm_row_gflops(row) / results->roofline.peak.gflops);
    else
        snprintf(text, size, "-");
}

static void print_roofline(const mm_results *results)
{
    if (results->has_roofline)
        printf("\nroofline, one thread: peak %.4g GFLOPS %s (%s), memory %.4g GB/s (triad), ridge %.3g "
               "FLOP/byte\n",
               results->roofline.peak.gflops, mm_dtype_name(results->roofline.peak.dtype),
               mm_isa_label(results->roofline.peak.isa), results->roofline.triad.gbytes_per_s,
               results->roofline.ridge_flop_per_byte);
}

/* The rate over that of the first provider's BLAS, for the same product. */
static void format_ratio(const mm_results *results, const mm_row *row, const mm_row *first, char *text,
                         size_t size)
{
    snprintf(text, size, "-");
    for (int i = 0; i < results->row_count && row->median_s > 0; i++) {
        const mm_row *other = &results->rows[i];
        bool is_first = strcmp(other->provider, first->provider) == 0 &&
                        strcmp(other->kernel, first->kernel) == 0 && strcmp(other->method, "blas") == 0;
        if (is_first && other->m == row->m && other->n == row->n && other->k == row->k &&
            other->median_s > 0 && other->threads == row->threads)
            snprintf(text, size, "%.3g", mm_row_gflops(row) / mm_row_gflops(other));
    }
}

static void print_row(const mm_results *results, const mm_row *row, const mm_row *first)
{
    const bool is_cut_short = mm_row_is_cut_short(row);
    const mm_shape shape = {row->m, row->n, row->k};
    char name[64], size[MM_SHAPE_TEXT_SIZE], time[32], rate[32], share[32], ratio[32], status[24];
    snprintf(name, sizeof name, "%s:%s", row->frontend, row->method);
    mm_shape_format(&shape, size);
    format_time(row->median_s, time, sizeof time);
    snprintf(rate, sizeof rate, row->median_s > 0 ? "%.4g" : "-", mm_row_gflops(row));
    format_share(results, row, share, sizeof share);
    snprintf(status, sizeof status, "%s%s", mm_row_status_name(row->status), is_cut_short ? "*" : "");
    printf("%-19s %-5s %-16s %3d  %-12s %11s %10s %8s", name, mm_dtype_name(row->dtype), size, row->threads,
           status, time, rate, share);
    if (first) {
        format_ratio(results, row, first, ratio, sizeof ratio);
        printf(" %8s  %s%s%s", ratio, *row->provider ? row->provider : "-", *row->kernel ? " " : "",
               row->kernel);
    }
    printf("\n");
    if (*row->reason && !is_cut_short)
        printf("    %s\n", row->reason);
}

static void print_rows(const mm_results *results, const mm_row *first)
{
    mm_progress(NULL);
    printf("%-19s %-5s %-16s %3s  %-12s %11s %10s %8s%s\n", "method", "dtype", "shape", "T", "status",
           "median", "GFLOPS", "of peak", first ? " to first  provider" : "");
    int cut_short = 0;
    for (int i = 0; i < results->row_count; i++) {
        print_row(results, &results->rows[i], first);
        cut_short += mm_row_is_cut_short(&results->rows[i]);
    }
    if (cut_short > 0)
        printf("\n*: %d cut short, with fewer repetitions or less time than asked; --json tells the reason "
               "of each\n",
               cut_short);
    print_roofline(results);
}

void cli_print_rows(const mm_results *results)
{
    print_rows(results, NULL);
}

void cli_print_rows_beside(const mm_results *results, const char *provider, const char *kernel)
{
    mm_row first = {0};
    snprintf(first.provider, sizeof first.provider, "%s", provider);
    snprintf(first.kernel, sizeof first.kernel, "%s", kernel);
    print_rows(results, &first);
}

void cli_print_checks(const mm_results *results)
{
    for (int i = 0; i < results->check_count; i++) {
        const mm_check *check = &results->checks[i];
        if (!check->ok)
            fprintf(stderr, "warning: %s: %s\n         fix: %s\n", check->id, check->message, check->fix);
    }
}
