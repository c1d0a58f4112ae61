/* mmcli bench: verify, then time. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "report/progress.h"

static int run(cli_selection *selection, bool json)
{
    mm_error err = {0};
    mm_results results = {0};
    mm_manifest manifest = {0};
    char *text = NULL;
    mm_status status = cli_selection_resolve(selection, &err);
    if (status == MM_OK) {
        cli_catch_interrupts();
        status = mm_bench_run(&selection->bench, &results, &manifest, &err);
        if (status == MM_INTERRUPTED)
            cli_fail_interrupted(mm_results_any_measured(&results), selection->bench.out_dir, &err);
    }
    if (json && results.row_count > 0 && mm_results_to_text(&results, &text, &err) == MM_OK)
        printf("%s", text);
    else if (results.row_count > 0)
        cli_print_rows(&results);
    cli_print_checks(&results);
    if (status != MM_OK)
        cli_fail("bench", &err);
    free(text);
    mm_results_free(&results);
    return (int)status;
}

int cli_bench(int argc, char **argv)
{
    cli_selection selection = {
        .bench = {.dtype = MM_F32,
                  .seed = 42,
                  .min_reps = 6,
                  .min_time_s = 1,
                  .command_line = argv - 1,
                  .interrupted = cli_interrupted,
                  .progress = mm_progress},
        .methods = "naive,blocked,einsum,blas",
        .shapes = "64,128,256,512,1024",
        .threads = 1,
    };
    mm_bench *bench = &selection.bench;
    bool json = false;
    const cli_option options[] = {
        {"methods", "A,B", "methods to time, see mmcli methods (naive,blocked,einsum,blas)", cli_set_text,
         &selection.methods},
        {"sizes", "N,N", "square sizes (64,128,256,512,1024)", cli_set_sizes, &selection},
        {"shapes", "MxNxK,..", "other shapes: C is MxN, the inner dimension K", cli_set_shapes, &selection},
        {"dtype", "f32", "f32 or f64 (f32)", cli_set_dtype, &bench->dtype},
        {"threads", "T", "threads that the BLAS may use (1)", cli_set_threads, &selection.threads},
        {"seed", "S", "seed of inputs and of the order in rounds, up to 128 bits (42)", cli_set_seed,
         &bench->seed},
        {"reps", "R", "repetitions at least; 6 is the fewest that have a 95 % interval (6)", cli_set_count,
         &bench->min_reps},
        {"min-time", "S", "measured seconds at least, a method and size (1)", cli_set_seconds,
         &bench->min_time_s},
        {"budget", "S", "seconds for the whole run; what does not fit is extrapolated and says so (0: none)",
         cli_set_seconds, &bench->budget_s},
        {"out", "DIR", "write DIR/results.json and DIR/manifest.json", cli_set_text, &bench->out_dir},
        {"json", NULL, "print results.json instead of a table", cli_set_flag, &json},
    };
    const cli_command command = {
        .name = "bench",
        .usage = "[OPTIONS]",
        .help = "Verifies each method against a reference product, then times all of them, interleaved in "
                "rounds.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code == CLI_GO_ON)
        code = run(&selection, json);
    cli_selection_free(&selection);
    return code;
}
