/* mmcli roofline: the roof of this machine. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/options.h"

static void print_roofline(const mm_roofline *roofline)
{
    printf("peak       %.4g GFLOPS %s, one thread, %s multiply-adds on registers (median %.4g)\n",
           roofline->peak.gflops, mm_dtype_name(roofline->peak.dtype), mm_isa_name(roofline->peak.isa),
           roofline->peak.median_gflops);
    printf("memory     %.4g GB/s, one thread, triad over %.3g MiB (median %.4g)\n",
           roofline->triad.gbytes_per_s, (double)roofline->triad.working_set_bytes / 0x1p20,
           roofline->triad.median_gbytes_per_s);
    printf("ridge      %.4g FLOP/byte: below this intensity a kernel is bound by memory, above it by "
           "arithmetic\n",
           roofline->ridge_flop_per_byte);
}

static mm_status run(mm_dtype dtype, double seconds_s, const char *out, bool json, char **argv, mm_error *err)
{
    mm_results results = {0};
    mm_manifest manifest = {0};
    char *text = NULL;
    mm_manifest_begin(&manifest, argv - 1, 42, 1);
    mm_status status = mm_roofline_measure(dtype, seconds_s, &results.roofline, err);
    results.has_roofline = status == MM_OK;
    mm_manifest_end(&manifest);
    if (status == MM_OK && out)
        status = mm_record_write(out, &results, &manifest, err);
    if (status == MM_OK && json)
        status = mm_results_to_text(&results, &text, err);
    if (text)
        printf("%s", text);
    else if (status == MM_OK)
        print_roofline(&results.roofline);
    free(text);
    mm_results_free(&results);
    return status;
}

int cli_roofline(int argc, char **argv)
{
    mm_dtype dtype = MM_F32;
    double seconds_s = 2;
    const char *out = NULL;
    bool json = false;
    const cli_option options[] = {
        {"dtype", "f32", "f32 or f64 (f32)", cli_set_dtype, &dtype},
        {"seconds", "S", "seconds to measure for, about (2)", cli_set_seconds, &seconds_s},
        {"out", "DIR", "write DIR/results.json and DIR/manifest.json", cli_set_text, &out},
        {"json", NULL, "print results.json instead of words", cli_set_flag, &json},
    };
    const cli_command command = {
        .name = "roofline",
        .usage = "[OPTIONS]",
        .help = "Measures, in one thread, the peak rate of multiply-adds of the widest instruction set found "
                "at run time\n"
                "(or of a narrower one: MM_ISA=scalar, sse2, avx2, avx512) and the bandwidth of memory.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code != CLI_GO_ON)
        return code;
    mm_error err = {0};
    mm_status status = run(dtype, seconds_s, out, json, argv, &err);
    return status == MM_OK ? MM_OK : cli_fail("roofline", &err);
}
