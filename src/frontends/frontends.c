#include "frontends/frontends.h"

#include <ftw.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/rival_environment.h"

static const double HELLO_LIMIT_S = 120; /* what a large module may take to load on a busy machine */

static const struct known {
    const char *name, *title;
    const char *get; /* NULL: it is no Python module */
} known[] = {
    {"octave", "Octave", NULL},
    {"numpy", "NumPy", "Debian's package python3-numpy or 'make deps-peers' brings it"},
    {"scipy", "SciPy", "Debian's package python3-scipy or 'make deps-peers' brings it"},
    {"torch", "PyTorch", "Debian's package python3-torch brings it"},
    {"torch-cuda", "PyTorch CUDA", "PyPI's package torch brings it"},
    {"torch-mps", "PyTorch MPS", "PyPI's package torch brings it on a Mac"},
    {"jax", "JAX", "'make deps-peers' brings it"},
    {"mlx", "MLX", "'make deps-peers' brings it"},
    {"mlx-gpu", "MLX GPU", "'make deps-peers' brings it"},
};
enum { KNOWN_COUNT = sizeof known / sizeof *known, INTERPRETERS_MAX = 3 };

typedef struct interpreters {
    char paths[INTERPRETERS_MAX][PATH_MAX];
    int count;
} interpreters;

const char *mm_frontend_short_path(const char *path)
{
    char here[PATH_MAX];
    size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
    bool is_below = length > 1 && strncmp(path, here, length) == 0 && path[length] == '/';
    return is_below ? path + length + 1 : path;
}

/* --- What lies where. */

static mm_status find_places(mm_frontends *f, interpreters *pythons, mm_error *err)
{
    static const char *const places[] = {"../src/frontends", "../../src/frontends",
                                         "../share/gemmlab/frontends"};
    static const char *const peers[] = {"peers/bin/python3", "../peers/bin/python3"};
    char self[PATH_MAX] = "", path[PATH_MAX + 64];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    const char *dir = dirname(self);
    for (size_t i = 0; i < sizeof places / sizeof *places && !*f->scripts; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, places[i]);
        if (!realpath(path, f->scripts))
            *f->scripts = '\0';
    }
    if (!*f->scripts)
        return mm_fail(err, MM_UNAVAILABLE, "noScripts", "the front ends' scripts were not found near %.200s",
                       dir);
    snprintf(pythons->paths[pythons->count++], PATH_MAX, "/usr/bin/python3");
    snprintf(pythons->paths[pythons->count++], PATH_MAX, "python3");
    for (size_t i = 0; i < sizeof peers / sizeof *peers && pythons->count < INTERPRETERS_MAX; i++)
        if (snprintf(path, sizeof path, "%s/%s", dir, peers[i]) < PATH_MAX && access(path, X_OK) == 0)
            strcpy(pythons->paths[pythons->count++], path);
    return MM_OK;
}

static mm_status make_folder(mm_frontends *f, mm_error *err)
{
    const char *place = getenv("TMPDIR");
    snprintf(f->folder, sizeof f->folder, "%.3000s/gemmlab-paths-XXXXXX", place && *place ? place : "/tmp");
    if (mkdtemp(f->folder))
        return MM_OK;
    mm_fail(err, MM_IO, "noFolder", "no folder %.200s could be made", f->folder);
    *f->folder = '\0';
    return MM_IO;
}

void mm_frontend_command_of(const mm_frontends *f, const mm_front_end *frontend, const char *id,
                            mm_frontend_command *out)
{
    const mm_frontends_options *o = f->options;
    if (strcmp(frontend->about.name, "octave") == 0) {
        snprintf(out->text, sizeof out->text, id ? "octave_serve (\"%s\")" : "octave_serve ()", id);
        const char *const words[] = {
            o->octave, "--no-init-file", "--no-history", "--quiet", "--path",  o->functions, "--path",
            o->mex,    "--path",         f->scripts,     "--eval",  out->text, NULL};
        memcpy(out->words, words, sizeof words);
        return;
    }
    snprintf(out->text, sizeof out->text, "%s", id ? id : "");
    snprintf(out->script, sizeof out->script, "%s/serve.py", f->scripts);
    /* -B: nothing is written into the folder of the scripts */
    const char *const words[] = {frontend->interpreter, "-B", out->script, frontend->about.name,
                                 id ? out->text : NULL, NULL};
    memcpy(out->words, words, sizeof words);
}

/* --- What a front end says of itself. */

/* Cuts a line at its tabs. Returns how many words it has, at most `most`. */
static int cut(char *line, char *words[], int most)
{
    int count = 0;
    for (char *rest = line; rest && count < most; count++)
        words[count] = strsep(&rest, "\t");
    for (int i = count; i < most; i++)
        words[i] = "";
    return count;
}

static mm_status add_expression(mm_front_end *frontend, char *words[], mm_error *err)
{
    mm_path_map holder = {.rows = frontend->table, .row_count = frontend->table_count};
    mm_path_row row = {0};
    snprintf(row.frontend, sizeof row.frontend, "%s", frontend->about.name);
    snprintf(row.version, sizeof row.version, "%s", frontend->about.version);
    snprintf(row.id, sizeof row.id, "%s", words[1]);
    snprintf(row.expression, sizeof row.expression, "%s", words[2]);
    snprintf(row.expected, sizeof row.expected, "%s", words[3]);
    if (!mm_path_map_add_row(&holder, &row))
        return mm_fail_memory(err, sizeof row);
    frontend->table = holder.rows;
    frontend->table_count = holder.row_count;
    return MM_OK;
}

enum { WORDS = 6 };

static mm_status read_table(mm_front_end *frontend, mm_error *err)
{
    char line[MM_TALK_LINE_SIZE], *words[WORDS];
    for (;;) {
        mm_status status = mm_talk_line(&frontend->talk, HELLO_LIMIT_S, line, err);
        if (status != MM_OK)
            return status;
        cut(line, words, WORDS);
        if (strcmp(words[0], "end") == 0)
            return MM_OK;
        if (strcmp(words[0], "expression") != 0)
            return mm_fail(err, MM_UNAVAILABLE, "badAnswer", "said '%.100s', expected an expression",
                           words[0]);
        status = add_expression(frontend, words, err);
        if (status != MM_OK)
            return status;
    }
}

/* missing (MM_UNAVAILABLE): this interpreter does not have the module; any other error is the reason. */
static mm_status read_hello(mm_front_end *frontend, mm_error *err)
{
    mm_path_frontend *about = &frontend->about;
    char line[MM_TALK_LINE_SIZE], *words[WORDS];
    mm_status status = mm_talk_line(&frontend->talk, HELLO_LIMIT_S, line, err);
    if (status != MM_OK)
        return status;
    cut(line, words, WORDS);
    if (strcmp(words[0], "missing") == 0)
        return mm_fail(err, MM_UNAVAILABLE, "missing", "%.100s", words[1]);
    if (strcmp(words[0], "hello") != 0)
        return mm_fail(err, MM_UNAVAILABLE, "unavailable", "%.240s", words[1]);
    snprintf(about->title, sizeof about->title, "%s", words[1]);
    snprintf(about->version, sizeof about->version, "%s", words[2]);
    snprintf(about->language, sizeof about->language, "%s", words[3]);
    snprintf(about->product, sizeof about->product, "%s", words[4]);
    snprintf(about->batch, sizeof about->batch, "%s", words[5]);
    return read_table(frontend, err);
}

static mm_status start_one(const mm_frontends *f, mm_front_end *frontend, mm_error *err)
{
    mm_frontend_command command;
    char log[PATH_MAX + 16];
    snprintf(log, sizeof log, "%s/log", f->folder);
    mm_frontend_command_of(f, frontend, NULL, &command);
    frontend->talk.interrupted = f->options->interrupted;
    mm_status status =
        mm_talk_start(&frontend->talk, command.words, f->environment, log, f->options->pinned, err);
    if (status == MM_OK)
        status = read_hello(frontend, err);
    if (status == MM_OK)
        mm_talk_rest(&frontend->talk);
    else
        mm_talk_end(&frontend->talk);
    return status;
}

/* --- All of them. */

static mm_status append(mm_frontends *f, const mm_front_end *frontend, mm_error *err)
{
    mm_front_end *more = realloc(f->all, (size_t)(f->count + 1) * sizeof *more);
    if (!more)
        return mm_fail_memory(err, (double)(f->count + 1) * sizeof *more);
    f->all = more;
    more[f->count++] = *frontend;
    return MM_OK;
}

static bool is_there(const mm_frontends *f, const mm_front_end *frontend)
{
    for (int i = 0; i < f->count; i++)
        if (strcmp(f->all[i].about.name, frontend->about.name) == 0 &&
            strcmp(f->all[i].about.version, frontend->about.version) == 0)
            return true;
    return false;
}

static mm_front_end new_frontend(const struct known *which, const char *interpreter)
{
    mm_front_end frontend = {0};
    snprintf(frontend.about.name, sizeof frontend.about.name, "%s", which->name);
    snprintf(frontend.about.title, sizeof frontend.about.title, "%s", which->title);
    snprintf(frontend.interpreter, sizeof frontend.interpreter, "%s", interpreter);
    snprintf(frontend.about.interpreter, sizeof frontend.about.interpreter, "%.255s",
             mm_frontend_short_path(interpreter));
    return frontend;
}

static mm_status add_missing(mm_frontends *f, const struct known *which, const char *reason, mm_error *err)
{
    mm_front_end frontend = new_frontend(which, "");
    snprintf(frontend.about.reason, sizeof frontend.about.reason, "%.255s", reason);
    return append(f, &frontend, err);
}

static mm_status add_octave(mm_frontends *f, const struct known *which, mm_error *err)
{
    mm_error why = {0};
    const mm_frontends_options *o = f->options;
    if (*o->octave_reason)
        return add_missing(f, which, o->octave_reason, err);
    mm_front_end frontend = new_frontend(which, o->octave);
    mm_status status = start_one(f, &frontend, &why);
    if (status == MM_OK)
        return append(f, &frontend, err);
    free(frontend.table);
    if (status == MM_INTERRUPTED)
        return mm_fail(err, status, why.id, "%s", why.text);
    return add_missing(f, which, why.text, err);
}

/* Once for each version that the interpreters have; where none has one, a row with the reason. */
static mm_status add_python(mm_frontends *f, const struct known *which, const interpreters *pythons,
                            mm_error *err)
{
    char asked[256] = "", module[64] = "", reason[256] = "";
    int before = f->count;
    mm_status status = MM_OK;
    for (int i = 0; i < pythons->count && status == MM_OK; i++) {
        mm_error why = {0};
        mm_front_end frontend = new_frontend(which, pythons->paths[i]);
        status = start_one(f, &frontend, &why);
        size_t used = strlen(asked);
        snprintf(asked + used, sizeof asked - used, "%s%.80s", used ? ", " : "", frontend.about.interpreter);
        if (status == MM_OK && !is_there(f, &frontend)) {
            status = append(f, &frontend, err);
            continue;
        }
        if (status == MM_INTERRUPTED)
            mm_fail(err, status, why.id, "%s", why.text);
        else if (status != MM_OK && strcmp(why.id, "missing") == 0)
            snprintf(module, sizeof module, "%.63s", why.text);
        else if (status != MM_OK && strcmp(why.id, "noProcess") != 0 && !*reason)
            snprintf(reason, sizeof reason, "%.255s", why.text);
        mm_talk_end(&frontend.talk);
        free(frontend.table);
        status = status == MM_INTERRUPTED ? status : MM_OK;
    }
    if (status != MM_OK || f->count > before)
        return status;
    if (!*reason)
        snprintf(reason, sizeof reason, "no Python here has the module %.30s (asked %.90s); %.80s",
                 *module ? module : which->name, asked, which->get);
    return add_missing(f, which, reason, err);
}

/* What they and the tracer leave behind when they are killed goes with our folder. */
static mm_status make_environment(mm_frontends *f, mm_error *err)
{
    char temporary[PATH_MAX + 16];
    snprintf(temporary, sizeof temporary, "TMPDIR=%s", f->folder);
    const mm_rival_settings settings = {.path = "", .setting = temporary, .threads = 1};
    f->environment = mm_rival_environment(&settings);
    return f->environment ? MM_OK : mm_fail_memory(err, sizeof *f->environment);
}

/* Is this one among "a,b"? Every name of the list must be known. */
static mm_status check_only(const char *only, mm_error *err)
{
    char names[160] = "";
    for (int i = 0; i < KNOWN_COUNT; i++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ", " : "", known[i].name);
    for (const char *item = only; item; item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL) {
        size_t length = strcspn(item, ",");
        bool found = false;
        for (int i = 0; i < KNOWN_COUNT; i++)
            found = found || (strlen(known[i].name) == length && strncmp(known[i].name, item, length) == 0);
        if (!found)
            return mm_fail(err, MM_USAGE, "badValue", "got '%.*s', expected some of %s", (int)length, item,
                           names);
    }
    return MM_OK;
}

static bool is_wanted(const char *only, const char *name)
{
    char list[256], entry[32];
    snprintf(list, sizeof list, ",%.250s,", only ? only : "");
    snprintf(entry, sizeof entry, ",%.28s,", name);
    return !only || strstr(list, entry);
}

mm_status mm_frontends_start(const mm_frontends_options *options, mm_frontends *f, mm_error *err)
{
    interpreters pythons = {.count = 0};
    *f = (mm_frontends){.options = options};
    mm_status status = check_only(options->only, err);
    if (status == MM_OK)
        status = find_places(f, &pythons, err);
    if (status == MM_OK)
        status = make_folder(f, err);
    if (status == MM_OK)
        status = make_environment(f, err);
    for (int i = 0; i < KNOWN_COUNT && status == MM_OK; i++) {
        char line[80];
        if (!is_wanted(options->only, known[i].name))
            continue;
        snprintf(line, sizeof line, "looking for %s", known[i].title);
        if (options->progress)
            options->progress(line);
        status = known[i].get ? add_python(f, &known[i], &pythons, err) : add_octave(f, &known[i], err);
    }
    return status;
}

static int remove_entry(const char *path, const struct stat *about, int type, struct FTW *place)
{
    (void)about, (void)type, (void)place;
    return remove(path);
}

void mm_frontends_end(mm_frontends *f)
{
    for (int i = 0; i < f->count; i++) {
        mm_talk_end(&f->all[i].talk);
        free(f->all[i].table);
    }
    free(f->all);
    mm_rival_environment_free(f->environment);
    if (*f->folder)
        nftw(f->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    *f = (mm_frontends){0};
}
