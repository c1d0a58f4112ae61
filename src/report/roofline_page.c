#include "report/roofline_page.h"

#include <stdio.h>
#include <stdlib.h>

void mm_format_bytes(double bytes, char text[MM_BYTES_TEXT_SIZE])
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB"};
    int unit = 0;
    while (bytes >= 1024 && unit < 3) {
        bytes /= 1024;
        unit++;
    }
    snprintf(text, MM_BYTES_TEXT_SIZE, bytes < 10 && bytes != (double)(int)bytes ? "%.1f %s" : "%.0f %s",
             bytes, units[unit]);
}

static void write_reason(FILE *out, const char *what, const char *reason)
{
    if (*reason)
        fprintf(out, "%s: %s\n", what, reason);
}

static void write_clock(FILE *out, const mm_machine_roofline *roofline)
{
    if (roofline->has_clock)
        fprintf(out, "clock      %.3g GHz, if a core makes one dependent addition a cycle (median %.3g)\n",
                roofline->clock.ghz, roofline->clock.median_ghz);
    write_reason(out, "clock", roofline->clock_reason);
}

static void write_peaks(FILE *out, const mm_machine_roofline *roofline)
{
    if (roofline->peak_count > 0)
        fprintf(out, "\n%-11s %-6s %7s %12s %12s %10s\n", "peak", "dtype", "threads", "GFLOPS", "median",
                "FLOP/cycle");
    for (int i = 0; i < roofline->peak_count; i++) {
        const mm_peak *peak = &roofline->peaks[i];
        fprintf(out, "%-11s %-6s %7d %12.4g %12.4g", mm_isa_label(peak->isa), mm_dtype_name(peak->dtype),
                peak->threads, peak->gflops, peak->median_gflops);
        if (roofline->has_clock)
            fprintf(out, " %10.3g", peak->gflops / roofline->clock.ghz);
        fputc('\n', out);
    }
    write_reason(out, "peaks", roofline->peaks_reason);
}

/* The ridge with the fastest peak of a dtype in one thread; 0 where there is none. */
static double ridge(const mm_machine_roofline *roofline, const mm_level *level, mm_dtype dtype)
{
    double best = 0;
    for (int i = 0; i < roofline->peak_count; i++) {
        const mm_peak *peak = &roofline->peaks[i];
        if (peak->dtype == dtype && peak->threads == 1 && peak->gflops > best)
            best = peak->gflops;
    }
    return best / mm_level_roof_gbytes_per_s(level);
}

static void write_number(FILE *out, int width, double number)
{
    if (number > 0)
        fprintf(out, " %*.3g", width, number);
    else
        fprintf(out, " %*s", width, "-");
}

static void write_level(FILE *out, const mm_machine_roofline *roofline, const mm_level *level)
{
    char from[MM_BYTES_TEXT_SIZE], to[MM_BYTES_TEXT_SIZE], range[64], cache[MM_BYTES_TEXT_SIZE] = "-";
    mm_format_bytes((double)level->from_bytes, from);
    mm_format_bytes((double)level->to_bytes, to);
    snprintf(range, sizeof range, "%s .. %s", from, to);
    if (level->label.cache_bytes > 0)
        mm_format_bytes((double)level->label.cache_bytes, cache);
    fprintf(out, "%-8s %-20s %10s", *level->label.text ? level->label.text : "?", range, cache);
    for (int s = 0; s < MM_STREAM_COUNT; s++)
        write_number(out, 8, level->gbytes_per_s[s]);
    for (int dtype = MM_F32; dtype <= MM_F64; dtype++)
        write_number(out, 9, ridge(roofline, level, (mm_dtype)dtype));
    fputc('\n', out);
}

static void write_levels(FILE *out, const mm_machine_roofline *roofline)
{
    if (roofline->level_count > 0)
        fprintf(out, "\n%-8s %-20s %10s %8s %8s %8s %9s %9s\n", "level", "working sets found", "system",
                "load", "copy", "triad", "ridge f32", "f64");
    for (int i = 0; i < roofline->level_count; i++)
        write_level(out, roofline, &roofline->levels[i]);
    if (roofline->level_count > 0)
        fprintf(out, "GB/s in one thread, %s registers; ridges in FLOP/byte, of the best stream and peak\n",
                mm_isa_label(roofline->isa));
    for (int i = 0; i < roofline->level_count; i++)
        write_reason(out, "?", roofline->levels[i].label.reason);
    write_reason(out, "levels", roofline->levels_reason);
}

static void write_triads(FILE *out, const mm_machine_roofline *roofline)
{
    for (int i = 0; i < roofline->triad_count; i++) {
        const mm_bandwidth *triad = &roofline->triads[i];
        char size[MM_BYTES_TEXT_SIZE];
        mm_format_bytes((double)triad->working_set_bytes, size);
        fprintf(out, "%striad      %.4g GB/s over %s, %d thread%s (median %.4g)\n", i == 0 ? "\n" : "",
                triad->gbytes_per_s, size, triad->threads, triad->threads > 1 ? "s" : "",
                triad->median_gbytes_per_s);
    }
    write_reason(out, "triad", roofline->triads_reason);
}

mm_status mm_roofline_page(const mm_machine_roofline *roofline, char **text, mm_error *err)
{
    size_t size = 0;
    *text = NULL;
    FILE *out = open_memstream(text, &size);
    if (out) {
        write_clock(out, roofline);
        write_peaks(out, roofline);
        write_levels(out, roofline);
        write_triads(out, roofline);
        if (fclose(out) == 0)
            return MM_OK;
    }
    free(*text);
    *text = NULL;
    return mm_fail_memory(err, (double)size);
}
