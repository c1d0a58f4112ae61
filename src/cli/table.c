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

void cli_print_rows(const mm_results *results)
{
    mm_progress(NULL);
    printf("%-19s %-5s %-16s %3s  %-12s %11s %10s %8s\n", "method", "dtype", "shape", "T", "status", "median",
           "GFLOPS", "of peak");
    int cut_short = 0;
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *row = &results->rows[i];
        bool is_cut_short = mm_row_is_cut_short(row);
        mm_shape shape = {row->m, row->n, row->k};
        char name[64], size[MM_SHAPE_TEXT_SIZE], time[32], rate[32], share[32], status[24];
        snprintf(name, sizeof name, "%s:%s", row->frontend, row->method);
        mm_shape_format(&shape, size);
        format_time(row->median_s, time, sizeof time);
        snprintf(rate, sizeof rate, row->median_s > 0 ? "%.4g" : "-", mm_row_gflops(row));
        format_share(results, row, share, sizeof share);
        snprintf(status, sizeof status, "%s%s", mm_row_status_name(row->status), is_cut_short ? "*" : "");
        printf("%-19s %-5s %-16s %3d  %-12s %11s %10s %8s\n", name, mm_dtype_name(row->dtype), size,
               row->threads, status, time, rate, share);
        cut_short += is_cut_short;
        if (*row->reason && !is_cut_short)
            printf("    %s\n", row->reason);
    }
    if (cut_short > 0)
        printf("\n*: %d cut short, with fewer repetitions or less time than asked; --json tells the reason "
               "of each\n",
               cut_short);
    if (results->has_roofline)
        printf("\nroofline, one thread: peak %.4g GFLOPS %s (%s), memory %.4g GB/s (triad), ridge %.3g "
               "FLOP/byte\n",
               results->roofline.peak.gflops, mm_dtype_name(results->roofline.peak.dtype),
               mm_isa_label(results->roofline.peak.isa), results->roofline.triad.gbytes_per_s,
               results->roofline.ridge_flop_per_byte);
}

void cli_print_checks(const mm_results *results)
{
    for (int i = 0; i < results->check_count; i++) {
        const mm_check *check = &results->checks[i];
        if (!check->ok)
            fprintf(stderr, "warning: %s: %s\n         fix: %s\n", check->id, check->message, check->fix);
    }
}
