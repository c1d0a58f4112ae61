/* mmcli rivals: our product beside every BLAS found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/contest.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "report/contest_table.h"
#include "report/progress.h"

static const struct {
    const char *name;
    mm_contest_group group;
} groups[] = {
    {"square", MM_CONTEST_SQUARE},   {"skinny", MM_CONTEST_SKINNY}, {"transposed", MM_CONTEST_TRANSPOSED},
    {"threads", MM_CONTEST_THREADS}, {"all", MM_CONTEST_ALL},
};
enum { GROUP_COUNT = sizeof groups / sizeof *groups };

/* "square,skinny" */
static mm_status set_groups(const char *value, void *target, mm_error *err)
{
    int chosen = 0;
    for (const char *item = value;; item++) {
        size_t length = strcspn(item, ",");
        int found = 0;
        for (int g = 0; g < GROUP_COUNT; g++)
            if (strlen(groups[g].name) == length && strncmp(groups[g].name, item, length) == 0)
                found = (int)groups[g].group;
        if (!found)
            return mm_fail(err, MM_USAGE, "badValue",
                           "got '%.*s', expected some of square, skinny, transposed, threads, all",
                           (int)length, item);
        chosen |= found;
        item += length;
        if (!*item)
            break;
    }
    *(int *)target = chosen;
    return MM_OK;
}

typedef struct rivals_options {
    mm_contest contest;
    cli_selection sizes; /* only its shapes */
    int groups;
    bool quick, json;
} rivals_options;

/* The sizes that were asked for, or those of the groups. */
static int choose_cases(const rivals_options *o, mm_contest_case cases[MM_CONTEST_CASES_MAX])
{
    const mm_bench *listed = &o->sizes.bench;
    if (!o->sizes.shapes_given)
        return mm_contest_cases(o->groups, o->quick, cases);
    int count = listed->shape_count < MM_CONTEST_CASES_MAX ? listed->shape_count : MM_CONTEST_CASES_MAX;
    for (int i = 0; i < count; i++)
        cases[i] = mm_contest_case_of(listed->shapes[i], o->groups);
    return count;
}

static mm_status show(const mm_results *results, const rivals_options *o, mm_error *err)
{
    char *text = NULL;
    mm_progress(NULL);
    if (!o->json) {
        mm_contest_print(stdout, results, o->contest.dtype);
        return MM_OK;
    }
    mm_status status = mm_results_to_text(results, &text, err);
    if (status == MM_OK)
        printf("%s", text);
    free(text);
    return status;
}

static int run(rivals_options *o)
{
    mm_contest_case cases[MM_CONTEST_CASES_MAX];
    mm_results results = {0};
    mm_manifest manifest = {0};
    mm_error err = {0}, other = {0};
    o->contest.cases = cases;
    o->contest.case_count = choose_cases(o, cases);
    cli_catch_interrupts();
    mm_status status = mm_contest_run(&o->contest, &results, &manifest, &err), shown = MM_OK;
    mm_progress(NULL);
    if (results.row_count > 0)
        shown = show(&results, o, &other);
    if (status == MM_INTERRUPTED)
        mm_fail(&err, status, "interrupted", "interrupted; what was measured so far is %s",
                o->contest.out_dir ? "saved" : "shown");
    if (status != MM_OK)
        cli_fail("rivals", &err);
    else if (shown != MM_OK)
        cli_fail("rivals", &other);
    mm_results_free(&results);
    return (int)(status != MM_OK ? status : shown);
}

int cli_rivals(int argc, char **argv)
{
    rivals_options o = {.contest = {.dtype = MM_F32,
                                    .seed = 42,
                                    .min_reps = 9,
                                    .min_time_s = 0.2,
                                    .patience_s = 20,
                                    .command_line = argv - 1,
                                    .interrupted = cli_interrupted,
                                    .progress = mm_progress},
                        .groups = MM_CONTEST_ALL};
    mm_contest *contest = &o.contest;
    const cli_option options[] = {
        {"dtype", "f32", "f32 or f64 (f32)", cli_set_dtype, &contest->dtype},
        {"only", "A,B", "no other libraries: some of openblas, blis, mkl, onednn, netlib, atlas (all found)",
         cli_set_text, &contest->only},
        {"cases", "A,B", "some of square, skinny, transposed, threads, all (all)", set_groups, &o.groups},
        {"sizes", "N,N", "square sizes in their place", cli_set_sizes, &o.sizes},
        {"shapes", "MxNxK,..", "other shapes in their place", cli_set_shapes, &o.sizes},
        {"quick", NULL, "a few cases of each kind", cli_set_flag, &o.quick},
        {"seed", "S", "seed of inputs and of the order in rounds, up to 128 bits (42)", cli_set_seed,
         &contest->seed},
        {"reps", "R", "repetitions at least (9)", cli_set_count, &contest->min_reps},
        {"min-time", "S", "measured seconds at least, a rival and case (0.2)", cli_set_seconds,
         &contest->min_time_s},
        {"patience", "S", "seconds after which a rival that does not answer hangs (20)", cli_set_seconds,
         &contest->patience_s},
        {"out", "DIR", "write DIR/results.json and DIR/manifest.json", cli_set_text, &contest->out_dir},
        {"json", NULL, "print results.json instead of a table", cli_set_flag, &o.json},
    };
    const cli_command command = {
        .name = "rivals",
        .usage = "[OPTIONS]",
        .help = "Our mm_gemm beside every BLAS on this machine, each under each kernel that it accepts: in "
                "processes of\n"
                "their own, verified first, then interleaved in shuffled rounds. MM_BLAS_PATH names "
                "libraries, or folders\n"
                "of them, that lie elsewhere; MM_ISA=avx2 keeps us, and them, to that instruction set.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code == CLI_GO_ON)
        code = run(&o);
    cli_selection_free(&o.sizes);
    return code;
}
