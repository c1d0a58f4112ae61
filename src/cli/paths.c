/* mmcli paths: from expressions to routines, in every front end of this machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/octave.h"
#include "cli/options.h"
#include "core/cleanup.h"
#include "frontends/exercise.h"
#include "frontends/observe.h"
#include "measure/threads.h"
#include "report/experiment.h"
#include "report/path_table.h"
#include "report/progress.h"

enum { SIZES_MAX = 64 };

typedef struct paths_command {
    mm_frontends_options frontends;
    mm_exercise exercise;
    cli_selection sizes; /* only its shapes */
    int64_t largest;     /* of --size */
    bool runs_exercise, json;
    const char *out;
    const mm_language *language;
    char **command_line;
    mm_path_map map;
    mm_manifest manifest;
} paths_command;

/* --- The sizes of the exercise. */

static void list_sizes(const paths_command *c, int64_t sizes[SIZES_MAX], int *count)
{
    static const int64_t usual[] = {16, 32, 64, 128, 256, 512, 640, 1024, 2048};
    const mm_bench *listed = &c->sizes.bench;
    int64_t last = 0;
    *count = 0;
    if (!c->sizes.shapes_given) {
        for (size_t i = 0; i < sizeof usual / sizeof *usual && usual[i] < c->largest; i++)
            sizes[(*count)++] = usual[i];
        sizes[(*count)++] = c->largest;
        return;
    }
    while (*count < SIZES_MAX) { /* ascending, each once */
        int64_t next = 0;
        for (int i = 0; i < listed->shape_count; i++) {
            int64_t n = listed->shapes[i].n;
            if (n > last && (next == 0 || n < next))
                next = n;
        }
        if (next == 0)
            break;
        sizes[(*count)++] = last = next;
    }
}

/* --- Running. */

static mm_status trace_all(paths_command *c, const mm_frontends *frontends, mm_error *err)
{
    mm_status status = MM_OK;
    for (int i = 0; i < frontends->count && status == MM_OK; i++) {
        const mm_front_end *frontend = &frontends->all[i];
        if (!mm_path_map_add_frontend(&c->map, &frontend->about))
            return mm_fail_memory(err, sizeof frontend->about);
        if (!*frontend->about.reason)
            status = mm_observe(frontends, frontend, NULL, mm_threads_all(), &c->map, err);
    }
    return status;
}

static mm_status run_all(paths_command *c, mm_error *err)
{
    mm_frontends frontends;
    mm_status status = mm_frontends_start(&c->frontends, &frontends, err);
    if (status == MM_OK)
        status = trace_all(c, &frontends, err);
    if (status == MM_OK && c->runs_exercise)
        status = mm_exercise_run(&frontends, &c->exercise, &c->map, err);
    mm_frontends_end(&frontends);
    return status;
}

/* --- Giving out. */

static mm_status write_folder(const paths_command *c, const char *text, mm_error *err)
{
    mm_status status = mm_record_write_text(c->out, "paths.json", text, &c->manifest, err);
    return status == MM_OK ? mm_experiment_report(c->out, MM_EXPERIMENT_PATHS, c->language, err) : status;
}

static mm_status give_out(const paths_command *c, mm_error *err)
{
    char *text MM_FREED = NULL;
    mm_status status = mm_path_map_to_text(&c->map, &text, err);
    mm_progress(NULL);
    if (status == MM_OK && c->out)
        status = write_folder(c, text, err);
    if (status == MM_OK && c->json)
        fputs(text, stdout);
    else if (status == MM_OK)
        mm_path_table_print(stdout, &c->map);
    return status;
}

/* The picture, where there is an Octave to draw it; then the text again, which shows it. */
static int draw(const paths_command *c, const cli_octave *octave)
{
    char folder[CLI_OCTAVE_TEXT_SIZE], arguments[CLI_OCTAVE_TEXT_SIZE + 64];
    mm_error err = {0};
    cli_octave_quote(c->out, folder);
    snprintf(arguments, sizeof arguments, "\"paths\", @mm_plot_paths, %s", folder);
    int code = cli_octave_run(octave, "paths", "__mm_main__", arguments);
    if (code == MM_OK && mm_experiment_report(c->out, MM_EXPERIMENT_PATHS, c->language, &err) != MM_OK)
        return cli_fail("paths", &err);
    return code;
}

static int run(paths_command *c)
{
    mm_error err = {0}, octave_error = {0}, output_error = {0};
    cli_octave octave;
    bool has_octave = cli_octave_find(&octave, &octave_error) == MM_OK;
    c->frontends.octave = octave.program;
    c->frontends.functions = octave.functions;
    c->frontends.mex = octave.mex;
    c->frontends.octave_reason = octave_error.text;
    cli_catch_interrupts();
    mm_manifest_begin(&c->manifest, c->command_line, c->exercise.seed, 1);
    mm_status status = run_all(c, &err);
    mm_manifest_end(&c->manifest);
    c->manifest.interrupted = status == MM_INTERRUPTED;
    bool any = c->map.row_count > 0 || (status == MM_OK && c->map.frontend_count > 0);
    if (status == MM_INTERRUPTED)
        cli_fail_interrupted(any, c->out, &err);
    mm_status given = any ? give_out(c, &output_error) : MM_OK;
    bool has_picture = given == MM_OK && any && c->out && c->map.timing_count > 0 && status != MM_INTERRUPTED;
    mm_path_map_free(&c->map);
    if (status != MM_OK || given != MM_OK)
        return cli_fail("paths", status != MM_OK ? &err : &output_error);
    return has_picture && has_octave ? draw(c, &octave) : MM_OK;
}

int cli_paths(int argc, char **argv)
{
    paths_command c = {.frontends = {.pinned = true, .interrupted = cli_interrupted, .progress = mm_progress},
                       .exercise = {.seed = 42, .min_reps = 6, .min_time_s = 0.1, .budget_s = 90},
                       .largest = 4096,
                       .language = &mm_languages[0],
                       .command_line = argv - 1};
    const cli_option options[] = {
        {"frontend", "a,b",
         "only these (all): octave, numpy, scipy, torch, torch-cuda, torch-mps, jax, mlx, mlx-gpu",
         cli_set_text, &c.frontends.only},
        {"exercise", NULL, "also time the same product in each front end", cli_set_flag, &c.runs_exercise},
        {"size", "N", "the largest N of the exercise, after the usual smaller ones (4096)", cli_set_size,
         &c.largest},
        {"sizes", "16,64", "every N of the exercise", cli_set_sizes, &c.sizes},
        {"seed", "S", "seed of its inputs and of the order in rounds, up to 128 bits (42)", cli_set_seed,
         &c.exercise.seed},
        {"reps", "R", "repetitions of a time, at least (6)", cli_set_count, &c.exercise.min_reps},
        {"min-time", "S", "seconds measured for each front end and size, at least (0.1)", cli_set_seconds,
         &c.exercise.min_time_s},
        {"budget", "S", "seconds for the exercise, 0 for no bound (90)", cli_set_seconds,
         &c.exercise.budget_s},
        {"out", "DIR", "write DIR/paths.json, manifest.json, README.md, and perf.png with the exercise",
         cli_set_text, &c.out},
        {"lang", "en", "language of the text: en, es or ko (en)", cli_set_language, &c.language},
        {"json", NULL, "print paths.json instead of a table", cli_set_flag, &c.json},
    };
    const cli_command command = {
        .name = "paths",
        .usage = "[OPTIONS]",
        .help =
            "Evaluates expressions as people write them, in Octave, NumPy, SciPy, PyTorch, JAX and MLX, each "
            "in a\n"
            "process of its own under mmcli trace, and says which routine of which library each one "
            "reached,\n"
            "with its shape, and which kernel served it. A Python front end is taken from every interpreter "
            "that\n"
            "has another version of it: /usr/bin/python3, python3 on PATH, and that of 'make deps-peers'.\n"
            "The exercise times one product in all of them, in one thread, on equal inputs, and compares "
            "the\n"
            "results with ours; the overhead is what a call takes beyond the same library's, called from C.\n"
            "OCTAVE names another Octave than octave-cli.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int64_t sizes[SIZES_MAX];
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code == CLI_GO_ON) {
        list_sizes(&c, sizes, &c.exercise.size_count);
        c.exercise.sizes = sizes;
        code = run(&c);
    }
    cli_selection_free(&c.sizes);
    return code;
}
