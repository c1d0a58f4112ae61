/* mmcli bench: verify, then time. */
#include <stdio.h>
#include <stdlib.h>

#include "bench/chosen.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "report/progress.h"

typedef struct bench_options {
    cli_selection selection;
    const char *providers; /* the text of --provider */
    mm_rivals rivals;      /* them */
    mm_providers known;    /* what they are */
    bool json;
} bench_options;

/* The libraries' entries stand behind those of --methods, or alone. */
static mm_status add_providers(bench_options *o, mm_error *err)
{
    mm_bench *bench = &o->selection.bench;
    const mm_rivals_options options = {.dtype = bench->dtype,
                                       .patience_s = bench->patience_s,
                                       .interrupted = bench->interrupted,
                                       .progress = bench->progress};
    mm_status status = mm_chosen_start(o->providers, o->selection.threads, &options, &o->rivals, err);
    if (status == MM_OK)
        status = mm_chosen_describe(&o->rivals, &o->known, err);
    if (status == MM_OK)
        status =
            mm_chosen_entries(&o->rivals, o->selection.threads, &bench->entries, &bench->entry_count, err);
    bench->rivals = &o->rivals;
    bench->providers = &o->known;
    return status;
}

static mm_status choose(bench_options *o, mm_error *err)
{
    if (!o->selection.methods && !o->providers)
        o->selection.methods = "naive,blocked,einsum,blas";
    mm_status status = cli_selection_resolve(&o->selection, err);
    return status == MM_OK && o->providers ? add_providers(o, err) : status;
}

static void show(const bench_options *o, const mm_results *results, mm_error *err)
{
    char *text = NULL;
    if (results->row_count > 0 && o->json && mm_results_to_text(results, &text, err) == MM_OK)
        printf("%s", text);
    else if (results->row_count > 0 && o->providers)
        cli_print_rows_beside(results, o->rivals.contenders[0].label, o->rivals.contenders[0].kernel);
    else if (results->row_count > 0)
        cli_print_rows(results);
    free(text);
    cli_print_checks(results);
}

static int run(bench_options *o)
{
    mm_error err = {0};
    mm_results results = {0};
    mm_manifest manifest = {0};
    cli_catch_interrupts();
    mm_status status = choose(o, &err);
    if (status == MM_OK)
        status = mm_bench_run(&o->selection.bench, &results, &manifest, &err);
    if (status == MM_INTERRUPTED)
        cli_fail_interrupted(mm_results_any_measured(&results), o->selection.bench.out_dir, &err);
    show(o, &results, &err);
    if (status != MM_OK)
        cli_fail("bench", &err);
    mm_results_free(&results);
    mm_providers_free(&o->known);
    mm_rivals_end(&o->rivals);
    return (int)status;
}

int cli_bench(int argc, char **argv)
{
    bench_options o = {.selection = {.bench = {.dtype = MM_F32,
                                               .seed = 42,
                                               .min_reps = 6,
                                               .min_time_s = 1,
                                               .patience_s = 20,
                                               .command_line = argv - 1,
                                               .interrupted = cli_interrupted,
                                               .progress = mm_progress},
                                     .shapes = "64,128,256,512,1024",
                                     .threads = 1}};
    cli_selection *selection = &o.selection;
    mm_bench *bench = &selection->bench;
    const cli_option options[] = {
        {"methods", "A,B", "methods to time, see mmcli methods (naive,blocked,einsum,blas)", cli_set_text,
         &selection->methods},
        {"provider", "A,B",
         "BLAS libraries beside each other: names of mmcli providers, NAME:KERNEL, default, files",
         cli_set_text, &o.providers},
        {"patience", "S", "seconds after which a library of --provider that does not answer hangs (20)",
         cli_set_seconds, &bench->patience_s},
        {"sizes", "N,N", "square sizes (64,128,256,512,1024)", cli_set_sizes, selection},
        {"shapes", "MxNxK,..", "other shapes: C is MxN, the inner dimension K", cli_set_shapes, selection},
        {"dtype", "f32", "f32 or f64 (f32)", cli_set_dtype, &bench->dtype},
        {"threads", "T", "threads that the BLAS may use (1)", cli_set_threads, &selection->threads},
        {"seed", "S", "seed of inputs and of the order in rounds, up to 128 bits (42)", cli_set_seed,
         &bench->seed},
        {"reps", "R", "repetitions at least; 6 is the fewest that have a 95 % interval (6)", cli_set_count,
         &bench->min_reps},
        {"min-time", "S", "measured seconds at least, a method and size (1)", cli_set_seconds,
         &bench->min_time_s},
        {"budget", "S", "seconds for the whole run; what does not fit is extrapolated and says so (0: none)",
         cli_set_seconds, &bench->budget_s},
        {"out", "DIR", "write DIR/results.json and DIR/manifest.json", cli_set_text, &bench->out_dir},
        {"json", NULL, "print results.json instead of a table", cli_set_flag, &o.json},
    };
    const cli_command command = {
        .name = "bench",
        .usage = "[OPTIONS]",
        .help =
            "Verifies each method against a reference product, then times all of them, interleaved in "
            "rounds.\n"
            "With --provider the method blas is these libraries, each in a process of its own; other methods "
            "beside them\n"
            "are those that --methods names.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code == CLI_GO_ON)
        code = run(&o);
    cli_selection_free(selection);
    return code;
}
