/* mmcli verify: does each method compute the right product? */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "report/progress.h"

static void print_verdicts(const mm_results *results)
{
    printf("%-19s %-5s %-16s %10s %8s  %s\n", "method", "dtype", "shape", "max error", "bound", "verdict");
    for (int i = 0; i < results->row_count; i++) {
        const mm_row *row = &results->rows[i];
        mm_shape shape = {row->m, row->n, row->k};
        char name[64], size[MM_SHAPE_TEXT_SIZE];
        snprintf(name, sizeof name, "%s:%s", row->frontend, row->method);
        mm_shape_format(&shape, size);
        printf("%-19s %-5s %-16s %10.3g %8.3g  %s\n", name, mm_dtype_name(row->dtype), size, row->max_error,
               row->error_bound, row->verified && row->verified_ok ? "ok" : row->reason);
    }
    printf("\nmax error: the largest |C - R| of an element in units of k eps (|A||B|), R the product in "
           "double.\n");
}

/* "naive,reordered,..." of all compiled methods, as --methods takes it. */
static void list_compiled(char *names, size_t size)
{
    size_t length = 0;
    for (int i = 0; i < mm_method_count && length < size; i++)
        if (mm_methods[i].run)
            length += (size_t)snprintf(names + length, size - length, "%s%s", length > 0 ? "," : "",
                                       mm_methods[i].name);
}

int cli_verify(int argc, char **argv)
{
    char compiled[1024];
    list_compiled(compiled, sizeof compiled);
    cli_selection selection = {
        .bench = {.dtype = MM_F32,
                  .seed = 42,
                  .min_reps = 1,
                  .verify_only = true,
                  .command_line = argv - 1,
                  .interrupted = cli_interrupted,
                  .progress = mm_progress},
        .methods = compiled,
        .shapes = "1x1x1,1x64x7,65x1x33,33x65x17,64x64x64,100x100x100,129x63x200",
        .threads = 1,
    };
    mm_bench *bench = &selection.bench;
    const cli_option options[] = {
        {"methods", "A,B", "methods to check, see mmcli methods (all of the front end cli)", cli_set_text,
         &selection.methods},
        {"sizes", "N,N", "square sizes (1,64,100 and some ragged shapes)", cli_set_sizes, &selection},
        {"shapes", "MxNxK,..", "other shapes", cli_set_shapes, &selection},
        {"dtype", "f32", "f32 or f64 (f32)", cli_set_dtype, &bench->dtype},
        {"threads", "T", "threads that the BLAS may use (1)", cli_set_threads, &selection.threads},
        {"seed", "S", "seed of the inputs, up to 128 bits (42)", cli_set_seed, &bench->seed},
    };
    const cli_command command = {
        .name = "verify",
        .usage = "[OPTIONS]",
        .help = "Compares each method's product with a reference in double that no BLAS had a hand in: at "
                "64x64x64 by\n"
                "the lab's tolerance, and at every shape by the componentwise error bound. Exit status 1: a "
                "wrong one.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    mm_error err = {0};
    mm_results results = {0};
    mm_manifest manifest = {0};
    if (code == CLI_GO_ON) {
        mm_status status = cli_selection_resolve(&selection, &err);
        cli_catch_interrupts();
        if (status == MM_OK)
            status = mm_bench_run(bench, &results, &manifest, &err);
        if (status == MM_INTERRUPTED)
            mm_fail(&err, status, "interrupted", "interrupted; what was verified so far is shown");
        mm_progress(NULL);
        if (results.row_count > 0)
            print_verdicts(&results);
        code = (int)status;
        if (status != MM_OK)
            cli_fail("verify", &err);
    }
    mm_results_free(&results);
    cli_selection_free(&selection);
    return code;
}
