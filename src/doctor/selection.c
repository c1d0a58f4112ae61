/* How a library is selected: by the administrator's alternatives, or by what the loader reads in the
 * environment. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/rival_environment.h"
#include "blas/alternatives.h"
#include "blas/provider.h"
#include "core/cleanup.h"
#include "doctor/exam.h"

static const mm_alternative *find_choice(const mm_alternatives *all, const char *path)
{
    for (int i = 0; i < all->count; i++) {
        char *MM_FREED resolved = realpath(all->choices[i].path, NULL);
        if (resolved && (strcmp(resolved, path) == 0 || mm_is_same_folder(resolved, path)))
            return &all->choices[i];
    }
    return NULL;
}

bool mm_finding_alternative(mm_finding *finding, const char *name, const char *path)
{
    mm_alternatives all;
    char line[700];
    mm_alternatives_read("", name, &all);
    const mm_alternative *choice = find_choice(&all, path);
    if (!choice || strcmp(choice->path, all.current) == 0)
        return false;
    snprintf(line, sizeof line, "sudo update-alternatives --set %s %s", all.name, choice->path);
    mm_finding_fix(finding, line);
    return true;
}

/* --- What the environment gives. */

/* Does this entry of LD_PRELOAD, or of LD_LIBRARY_PATH, give the library? One without a slash is for the
 * loader to find: its name must do. */
static bool is_preload_of(const char *entry, const mm_served *library)
{
    char *MM_FREED resolved = realpath(entry, NULL);
    char name[PATH_MAX];
    snprintf(name, sizeof name, "/%.4000s", entry);
    const mm_provider_kind *kind = strchr(entry, '/') ? NULL : mm_provider_of_file(name);
    return (resolved && strcmp(resolved, library->path) == 0) ||
           (kind && strcmp(kind->name, library->blas.provider) == 0);
}

static bool is_folder_of(const char *entry, const mm_served *library)
{
    char *MM_FREED resolved = realpath(entry, NULL);
    char folder[PATH_MAX];
    mm_folder_of(library->path, folder);
    return resolved && strcmp(resolved, folder) == 0;
}

static const struct list {
    const char *variable, *separators;
    bool (*gives)(const char *entry, const mm_served *library);
} lists[] = {{"LD_PRELOAD", ": ", is_preload_of}, {"LD_LIBRARY_PATH", ":", is_folder_of}};
enum { PRELOAD, LIBRARY_PATH };

/* The setting that takes the patient's library out of such a variable: "NAME" where nothing is left. NULL
 * where no entry gives it, or memory ran out: free (). */
static char *take_out(const struct list *list, const mm_patient *patient)
{
    const char *value = mm_environment_value(patient->subject->environment, list->variable);
    char *MM_FREED copy = strdup(value ? value : "");
    char *setting = copy ? malloc(strlen(list->variable) + strlen(copy) + 2) : NULL, *at = copy, *entry;
    bool found = false;
    if (!setting)
        return NULL;
    strcpy(setting, list->variable);
    while ((entry = strsep(&at, list->separators)) != NULL) {
        if (!*entry)
            continue;
        if (list->gives(entry, patient->library))
            found = true;
        else
            strcat(strcat(setting, strchr(setting, '=') ? ":" : "="), entry);
    }
    if (found)
        return setting;
    free(setting);
    return NULL;
}

/* --- What is advised. */

/* BLAS, the LAPACK that belongs to it, and the setting under which it was the best. */
static bool tell_administrator(mm_finding *f, const mm_contender *best)
{
    const char *path = best->process.hello.blas.path;
    char line[MM_SETTING_LINE_SIZE];
    bool blas = mm_finding_alternative(f, "libblas.so.3", path);
    bool lapack = mm_finding_alternative(f, "liblapack.so.3", path);
    if ((blas || lapack) && *best->setting && mm_setting_line(best->setting, line))
        mm_finding_fix(f, line);
    return blas || lapack;
}

/* Does the loader give that library under the settings? Then they are the finding's. */
static mm_status try_settings(mm_exam *exam, const mm_patient *patient, const mm_contender *best,
                              const char *const *settings, bool is_overridden, mm_finding *f, mm_error *err)
{
    mm_contender named;
    mm_error why = {0};
    mm_status status = mm_candidate_start(exam, patient->subject, "libblas.so.3", settings, 1, &named, &why);
    const mm_blas *got = &named.process.hello.blas, *wanted = &best->process.hello.blas;
    bool works = status == MM_OK && mm_is_same_folder(got->path, wanted->path);
    mm_rival_end(&named.process);
    if (mm_is_fatal(status))
        return mm_fail(err, status, why.id, "%s", why.text);
    if (works && !is_overridden && tell_administrator(f, best))
        mm_finding_fix(f, "# or, for one shell:");
    for (int i = 0; settings[i] && works; i++)
        works = mm_finding_set(f, settings[i]);
    f->is_verified = works;
    return MM_OK;
}

/* What gives the patient's library is taken out of the environment; where that does not select the best, its
 * folder is put before all others, and the administrator's command is told, too, unless the environment is
 * stronger than that. */
static mm_status select_best(mm_exam *exam, const mm_patient *patient, const mm_contender *best,
                             char *preload, char *rest, mm_finding *f, mm_error *err)
{
    const char *before = mm_environment_value(patient->subject->environment, "LD_LIBRARY_PATH");
    if (rest)
        before = strchr(rest, '=') ? strchr(rest, '=') + 1 : NULL;
    char *MM_FREED folder = mm_environment_library_path(best->process.hello.blas.path, before);
    const char *const paths[] = {rest, folder};
    const bool is_overridden = preload || rest;
    mm_status status = folder ? MM_OK : mm_fail_memory(err, PATH_MAX);
    for (int i = is_overridden ? 0 : 1; i < 2 && status == MM_OK && !f->is_verified; i++) {
        const char *const all[] = {preload, paths[i], *best->setting ? best->setting : NULL};
        const char *settings[4] = {0};
        int count = 0;
        for (int s = 0; s < 3; s++)
            if (all[s])
                settings[count++] = all[s];
        status = try_settings(exam, patient, best, settings, is_overridden, f, err);
    }
    return status;
}

/* Programs that ask the loader for libblas.so.3 follow the administrator's choice; others bring their own. */
static bool is_system_library(const mm_patient *patient)
{
    const char *name = strrchr(patient->library->path, '/');
    return name && strncmp(name, "/libblas.so", 11) == 0;
}

mm_status mm_library_underneath(mm_exam *exam, const mm_patient *patient, char path[PATH_MAX], mm_error *err)
{
    char *MM_FREED preload = take_out(&lists[PRELOAD], patient);
    char *MM_FREED rest = take_out(&lists[LIBRARY_PATH], patient);
    const char *const settings[] = {preload ? preload : rest, preload ? rest : NULL, NULL};
    mm_contender named;
    mm_error why = {0};
    *path = '\0';
    if (!settings[0])
        return MM_OK;
    mm_status status = mm_candidate_start(exam, patient->subject, "libblas.so.3", settings, 1, &named, &why);
    if (mm_is_fatal(status))
        return mm_fail(err, status, why.id, "%s", why.text);
    if (status == MM_OK)
        snprintf(path, PATH_MAX, "%s", named.process.hello.blas.path);
    mm_rival_end(&named.process);
    return MM_OK;
}

mm_status mm_library_selection(mm_exam *exam, const mm_patient *patient, const mm_contender *best,
                               mm_finding *finding, mm_error *err)
{
    char *MM_FREED preload = take_out(&lists[PRELOAD], patient);
    char *MM_FREED rest = take_out(&lists[LIBRARY_PATH], patient);
    if (!preload && !is_system_library(patient)) {
        mm_finding_fix(finding, "# it brings its own BLAS: install it built for the system's libblas.so.3");
        return MM_OK;
    }
    mm_status status = select_best(exam, patient, best, preload, rest, finding, err);
    if (status == MM_OK && !finding->is_verified && !tell_administrator(finding, best))
        mm_finding_fix(
            finding, "# no setting was found that selects it: is there a package of it with a libblas.so.3?");
    return status;
}
