/* mmcli roofline: the roofline of this machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "measure/threads.h"
#include "record/file.h"
#include "record/manifest.h"
#include "record/roofline_file.h"
#include "report/progress.h"
#include "report/roofline_page.h"

typedef struct output {
    const char *dir; /* NULL: none */
    bool json;
    char **command_line;
} output;

static mm_status set_dtypes(const char *value, void *target, mm_error *err)
{
    bool *dtypes = target;
    bool both = strcmp(value, "both") == 0;
    mm_dtype dtype = MM_F32;
    if (!both && mm_dtype_parse(value, &dtype, NULL) != MM_OK)
        return mm_fail(err, MM_USAGE, "badDtype", "dtype '%s' is not known: use f32, f64 or both", value);
    dtypes[MM_F32] = both || dtype == MM_F32;
    dtypes[MM_F64] = both || dtype == MM_F64;
    return MM_OK;
}

static mm_status set_threads(const char *value, void *target, mm_error *err)
{
    int threads;
    mm_status status = cli_set_count(value, &threads, err);
    if (status == MM_OK && threads > mm_threads_all())
        status = mm_fail(err, MM_USAGE, "badValue", "got %d, but this process may run on %d CPU%s", threads,
                         mm_threads_all(), mm_threads_all() == 1 ? "" : "s");
    if (status == MM_OK)
        *(int *)target = threads;
    return status;
}

/* What was measured, whatever became of the rest. */
static mm_status give_out(const output *to, const mm_machine_roofline *roofline, const mm_manifest *manifest,
                          mm_error *err)
{
    char *text = NULL, *page = NULL;
    mm_status status = mm_machine_roofline_to_text(roofline, &text, err);
    if (status == MM_OK && to->dir)
        status = mm_record_write_text(to->dir, "roofline.json", text, manifest, err);
    if (status == MM_OK && !to->json)
        status = mm_roofline_page(roofline, &page, err);
    mm_progress(NULL);
    if (status == MM_OK)
        fputs(to->json ? text : page, stdout);
    free(text);
    free(page);
    return status;
}

static mm_status run(const mm_machine_roofline_options *options, const output *to, mm_error *err)
{
    mm_machine_roofline roofline;
    mm_manifest manifest;
    mm_error output_error = {0};
    bool made_folder;
    if (mm_folder_prepare(to->dir, &made_folder, err) != MM_OK)
        return err->code;
    cli_catch_interrupts();
    mm_manifest_begin(&manifest, to->command_line, 42, options->threads);
    mm_status status = mm_machine_roofline_measure(options, &roofline, err);
    mm_manifest_end(&manifest);
    manifest.interrupted = status == MM_INTERRUPTED;
    bool any_measured =
        roofline.has_clock || roofline.peak_count > 0 || roofline.sweep_count[MM_STREAM_LOAD] > 0;
    if (status == MM_INTERRUPTED)
        cli_fail_interrupted(any_measured, to->dir, err);
    if (status == MM_INTERRUPTED && !any_measured) { /* an older file is worth more */
        if (made_folder)
            rmdir(to->dir);
        return status;
    }
    mm_status given = give_out(to, &roofline, &manifest, &output_error);
    if (status != MM_OK || given == MM_OK)
        return status;
    *err = output_error;
    return given;
}

int cli_roofline(int argc, char **argv)
{
    mm_machine_roofline_options measure = {.dtypes = {true, true},
                                           .threads = mm_threads_all(),
                                           .seconds_s = 10,
                                           .interrupted = cli_interrupted,
                                           .progress = mm_progress};
    output to = {.command_line = argv - 1};
    const cli_option options[] = {
        {"dtype", "f32", "of the peaks: f32, f64 or both (both)", set_dtypes, measure.dtypes},
        {"threads", "T", "the most to use (all CPUs that this process may run on)", set_threads,
         &measure.threads},
        {"seconds", "S", "seconds to measure for, about (10)", cli_set_seconds, &measure.seconds_s},
        {"out", "DIR", "write DIR/roofline.json and DIR/manifest.json", cli_set_text, &to.dir},
        {"json", NULL, "print roofline.json instead of a page", cli_set_flag, &to.json},
    };
    const cli_command command = {
        .name = "roofline",
        .usage = "[OPTIONS]",
        .help = "Measures the peak rate of multiply-adds of every instruction set that can be used, in one "
                "thread and "
                "in all;\n"
                "the bandwidth of loads, copies and triads over working sets from 4 KiB to far beyond the "
                "caches; the "
                "levels\n"
                "of the memory, from the steps of that sweep; where they meet the peaks; and the clock.\n"
                "'mmcli report --as roofline DIR' explains what --out wrote, mm_plot_roofline (\"DIR\") in "
                "Octave "
                "draws it.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code != CLI_GO_ON)
        return code;
    mm_error err = {0};
    mm_status status = run(&measure, &to, &err);
    return status == MM_OK ? MM_OK : cli_fail("roofline", &err);
}
