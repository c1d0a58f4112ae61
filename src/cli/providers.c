/* mmcli providers: the BLAS libraries of this machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/survey.h"
#include "blas/provider.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "report/progress.h"

enum { COLUMNS = 6, CELL_SIZE = 96 };
typedef char cells[COLUMNS][CELL_SIZE];

static const char *or_dash(const char *text)
{
    return *text ? text : "-";
}

/* "2 pthread", "1 pthread (not 2!)" */
static void format_threads(const mm_provider *p, char *text)
{
    char now[16] = "?";
    if (p->blas.threads > 0)
        snprintf(now, sizeof now, "%d", p->blas.threads);
    snprintf(text, CELL_SIZE, "%s %s%s", now, or_dash(p->blas.threading),
             p->threads.asked && !p->threads.took_effect ? " (!)" : "");
}

static void fill(const mm_provider *p, cells row)
{
    char bits[16];
    snprintf(bits, sizeof bits, "%d", p->blas.integer_bits);
    snprintf(row[0], CELL_SIZE, "%s", or_dash(p->blas.provider));
    snprintf(row[1], CELL_SIZE, "%s", or_dash(p->blas.version));
    snprintf(row[2], CELL_SIZE, "%s", or_dash(p->blas.kernel));
    if (*p->blas.path)
        format_threads(p, row[3]);
    else
        snprintf(row[3], CELL_SIZE, "-");
    snprintf(row[4], CELL_SIZE, "%s", p->blas.integer_bits ? bits : "-");
    snprintf(row[5], CELL_SIZE, "%.90s", or_dash(p->owner.package));
}

static void print_line(const cells row, const int *widths, char mark, const char *path)
{
    printf("%c ", mark);
    for (int c = 0; c < COLUMNS; c++)
        printf("%-*s  ", widths[c], row[c]);
    printf("%s\n", path);
}

static void print_thread_trial(const mm_thread_trial *trial)
{
    printf("      asked for %d threads by %s, %.2f worked (%.2f CPUs busy); asked for one, %.2f\n",
           trial->asked, trial->by_call ? "its own call" : "the environment", trial->working,
           trial->busy_cpus, trial->alone);
}

static void print_notes(const mm_provider *p, bool all)
{
    if (*p->reason)
        printf("      %s\n", p->reason);
    if (p->threads.asked && (all || !p->threads.took_effect))
        print_thread_trial(&p->threads);
    for (int i = 0; i < p->also_count && all; i++)
        printf("      also %s\n", p->also[i]);
    if (all)
        printf("      found by %s\n", mm_origin_name(p->origin));
}

static void print_rows(const mm_providers *providers, bool all)
{
    static const cells heading = {"provider", "version", "kernel", "threads", "int", "package"};
    int widths[COLUMNS];
    cells row;
    for (int c = 0; c < COLUMNS; c++)
        widths[c] = (int)strlen(heading[c]);
    for (int i = 0; i < providers->count; i++) {
        fill(&providers->items[i], row);
        for (int c = 0; c < COLUMNS; c++)
            widths[c] = (int)strlen(row[c]) > widths[c] ? (int)strlen(row[c]) : widths[c];
    }
    print_line(heading, widths, ' ', "path");
    for (int i = 0; i < providers->count; i++) {
        const mm_provider *p = &providers->items[i];
        fill(p, row);
        print_line(row, widths, p->is_default ? '*' : p->is_usable ? ' ' : '!', p->path);
        print_notes(p, all);
    }
}

static const mm_provider *find(const mm_providers *providers, const char *path)
{
    for (int i = 0; i < providers->count && *path; i++)
        if (mm_provider_has_file(&providers->items[i], path))
            return &providers->items[i];
    return NULL;
}

static void print_selected(const mm_providers *providers, const char *library, const mm_alternatives *a)
{
    if (a->count == 0) {
        printf("%s: no alternatives are registered on this system\n", library);
        return;
    }
    const mm_provider *selected = find(providers, a->current);
    printf("%s: update-alternatives has selected %s%s%s (%s)\n", library, or_dash(a->current),
           selected ? ", which is " : "", selected ? selected->blas.provider : "",
           a->is_automatic ? "by priority" : "by hand");
}

/* Those that are known by name, and not here. */
static void print_absent(const mm_providers *providers)
{
    for (int k = 0; k < mm_provider_kind_count; k++) {
        const mm_provider_kind *kind = &mm_provider_kinds[k];
        bool is_here = false;
        for (int i = 0; i < providers->count; i++)
            is_here = is_here || strcmp(providers->items[i].blas.provider, kind->name) == 0;
        if (!is_here && kind->get)
            printf("not here: %s (%s): %s\n", kind->name, kind->title, kind->get);
    }
}

static void print_page(const mm_providers *providers, bool all)
{
    print_rows(providers, all);
    printf("\n* the loader gives this to programs that ask for libblas.so.3");
    for (int i = 0; i < providers->count; i++)
        if (!providers->items[i].is_usable) {
            printf("; ! cannot be used");
            break;
        }
    printf("\n");
    print_selected(providers, "libblas.so.3", &providers->blas);
    print_selected(providers, "liblapack.so.3", &providers->lapack);
    if (all)
        print_absent(providers);
}

static mm_status show(const mm_providers *providers, bool json, bool all, mm_error *err)
{
    char *text = NULL;
    if (!json) {
        print_page(providers, all);
        return MM_OK;
    }
    mm_status status = mm_providers_to_text(providers, &text, err);
    if (status == MM_OK)
        printf("%s", text);
    free(text);
    return status;
}

int cli_providers(int argc, char **argv)
{
    mm_survey_options survey = {.patience_s = 20, .interrupted = cli_interrupted, .progress = mm_progress};
    bool json = false, all = false;
    const cli_option options[] = {
        {"all", NULL, "each library's other files, too, and what is not here and how to get it", cli_set_flag,
         &all},
        {"patience", "S", "seconds after which a library that does not answer hangs (20)", cli_set_seconds,
         &survey.patience_s},
        {"json", NULL, "print JSON instead of a table", cli_set_flag, &json},
    };
    const cli_command command = {
        .name = "providers",
        .usage = "[OPTIONS]",
        .help =
            "Lists the BLAS libraries that the loader, update-alternatives, ldconfig's cache, the usual "
            "folders, "
            "Python's\n"
            "packages and MM_BLAS_PATH lead to: version, selected kernel, threads, width of integers, "
            "package and "
            "file,\n"
            "as each tells in a process of its own, in the environment of this moment. Each is tried: exact "
            "products of\n"
            "whole numbers, and whether it uses as many threads as it is told to. One that cannot be loaded, "
            "crashes,\n"
            "hangs or is wrong is a row that says so.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    mm_providers providers = {0};
    mm_error err = {0};
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code != CLI_GO_ON)
        return code;
    cli_catch_interrupts();
    mm_status status = mm_survey(&survey, &providers, &err);
    mm_progress(NULL);
    if (status == MM_OK)
        status = show(&providers, json, all, &err);
    mm_providers_free(&providers);
    return status == MM_OK ? MM_OK : cli_fail("providers", &err);
}
