/* mmcli ladder: what each rung is worth. Octave measures where it is there, since the lowest rungs are its
 * own; without it the ladder starts at the compiled rungs. */
#include "report/ladder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/entries.h"
#include "cli/cli.h"
#include "cli/octave.h"
#include "cli/options.h"
#include "report/progress.h"

typedef struct ladder_options {
    cli_selection selection;
    bool json;
} ladder_options;

/* [256 1024] */
static void write_sizes(const mm_bench *bench, char *text, size_t size)
{
    size_t length = (size_t)snprintf(text, size, "[");
    for (int i = 0; i < bench->shape_count && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, " %lld", (long long)bench->shapes[i].n);
    if (length < size)
        snprintf(text + length, size - length, "]");
}

static int run_in_octave(const cli_octave *octave, const ladder_options *options)
{
    const mm_bench *bench = &options->selection.bench;
    char arguments[3 * CLI_OCTAVE_TEXT_SIZE - 256], out[CLI_OCTAVE_TEXT_SIZE], command[CLI_OCTAVE_TEXT_SIZE];
    char seed[MM_SEED_TEXT_SIZE], sizes[CLI_OCTAVE_TEXT_SIZE / 2];
    write_sizes(bench, sizes, sizeof sizes);
    mm_seed_format(bench->seed, seed);
    cli_octave_quote(bench->out_dir ? bench->out_dir : "", out);
    cli_octave_quote_words(bench->command_line, command);
    snprintf(arguments, sizeof arguments,
             "\"ladder\", @mm_ladder, \"sizes\", %s, \"min_time\", %.17g, \"budget\", %.17g, \"dtype\", "
             "\"%s\", \"seed\", \"%s\", "
             "\"out\", %s, \"json\", %s, \"command\", %s",
             sizes, bench->min_time_s, bench->budget_s, mm_dtype_name(bench->dtype), seed, out,
             options->json ? "true" : "false", command);
    return cli_octave_run(octave, "ladder", "__mm_main__", arguments);
}

static mm_status show(const mm_results *results, bool json, mm_error *err)
{
    char *text = NULL;
    if (!json) {
        mm_ladder_print(stdout, results);
        return MM_OK;
    }
    mm_status status = mm_ladder_to_text(results, &text, err);
    if (status == MM_OK)
        printf("%s", text);
    free(text);
    return status;
}

static int run_here(ladder_options *options)
{
    mm_bench *bench = &options->selection.bench;
    mm_error err = {0}, other = {0};
    mm_results results = {0};
    mm_manifest manifest = {0};
    mm_status status = mm_entries_ladder("cli", &bench->entries, &bench->entry_count, &err);
    if (status == MM_OK) {
        cli_catch_interrupts();
        status = mm_bench_run(bench, &results, &manifest, &err);
        mm_progress(NULL);
    }
    bool any_measured = mm_results_any_measured(&results);
    bool is_news = results.row_count > 0 && (any_measured || status != MM_INTERRUPTED);
    if (status == MM_INTERRUPTED)
        cli_fail_interrupted(any_measured, bench->out_dir, &err);
    mm_status shown = MM_OK;
    if (is_news && bench->out_dir)
        shown = mm_ladder_write(bench->out_dir, &results, &other);
    if (is_news && shown == MM_OK)
        shown = show(&results, options->json, &other);
    if (status != MM_OK)
        cli_fail("ladder", &err);
    else if (shown != MM_OK)
        cli_fail("ladder", &other);
    mm_results_free(&results);
    return (int)(status != MM_OK ? status : shown);
}

static int run(ladder_options *options)
{
    cli_octave octave;
    mm_error err = {0};
    if (cli_octave_find(&octave, &err) == MM_OK)
        return run_in_octave(&octave, options);
    fprintf(stderr, "note: the ladder starts at the compiled rungs and has no plot: %s\n", err.text);
    return run_here(options);
}

int cli_ladder(int argc, char **argv)
{
    ladder_options ladder = {.selection.bench = {.dtype = MM_F32,
                                                 .seed = 42,
                                                 .min_reps = 6,
                                                 .min_time_s = 0.5,
                                                 .budget_s = 60,
                                                 .command_line = argv - 1,
                                                 .interrupted = cli_interrupted,
                                                 .progress = mm_progress},
                             .selection.shapes = "256,1024"};
    mm_bench *bench = &ladder.selection.bench;
    const cli_option options[] = {
        {"sizes", "N,N", "square sizes (256,1024)", cli_set_sizes, &ladder.selection},
        {"dtype", "f32", "f32 or f64 (f32)", cli_set_dtype, &bench->dtype},
        {"seed", "S", "seed of inputs and of the order in rounds, up to 128 bits (42)", cli_set_seed,
         &bench->seed},
        {"min-time", "S", "measured seconds at least, a rung and size (0.5)", cli_set_seconds,
         &bench->min_time_s},
        {"budget", "S",
         "seconds for the whole run; what does not fit is extrapolated and says so; 0: no bound (60)",
         cli_set_seconds, &bench->budget_s},
        {"out", "DIR", "write results.json, manifest.json, ladder.json and ladder.png to DIR", cli_set_text,
         &bench->out_dir},
        {"json", NULL, "print ladder.json instead of a table", cli_set_flag, &ladder.json},
    };
    const cli_command command = {
        .name = "ladder",
        .usage = "[OPTIONS]",
        .help =
            "From a loop in the Octave language to BLAS on all threads: each rung differs from the one below "
            "in one\n"
            "thing, and its factor, with its interval, is what that thing is worth. The factors multiply to "
            "the whole.\n"
            "Interpreted loops are extrapolated by T(N) = 8 T(N/2) from N = 64, which is added for that. "
            "Without\n"
            "Octave the ladder starts at the compiled rungs. OCTAVE names another Octave than octave-cli.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    mm_error err = {0};
    if (code == CLI_GO_ON && cli_selection_resolve(&ladder.selection, &err) != MM_OK)
        code = cli_fail("ladder", &err);
    if (code == CLI_GO_ON)
        code = run(&ladder);
    cli_selection_free(&ladder.selection);
    return code;
}
