#include "blas/owner.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blas/command.h"

/* --- Python wheels. Beside the packages in site-packages lies NAME-VERSION.dist-info, whose RECORD lists the
 * files of the wheel, relative to site-packages: "numpy.libs/libscipy_openblas64_-1a2b.so,sha256=...,12345".
 */

static bool record_lists(const char *record, const char *file)
{
    FILE *stream = fopen(record, "r");
    char line[4096];
    size_t length = strlen(file);
    bool found = false;
    while (stream && !found && fgets(line, sizeof line, stream))
        found = strncmp(line, file, length) == 0 && line[length] == ',';
    if (stream)
        fclose(stream);
    return found;
}

/* ".../numpy-2.4.6.dist-info/RECORD" */
static void name_wheel(char *record, mm_owner *out)
{
    *strrchr(record, '/') = '\0';
    char *name = strrchr(record, '/') + 1;
    name[strlen(name) - strlen(".dist-info")] = '\0';
    char *version = strrchr(name, '-'); /* a name has no hyphen here: PEP 427 */
    if (version)
        *version++ = '\0';
    snprintf(out->manager, sizeof out->manager, "wheel");
    snprintf(out->package, sizeof out->package, "%.95s", name);
    snprintf(out->version, sizeof out->version, "%.63s", version ? version : "");
}

/* Do the wheels in these folders (a pattern) list the file, relative to them? */
static bool find_in_wheels(const char *site_packages, const char *file, mm_owner *out)
{
    char pattern[1024];
    glob_t records = {0};
    bool found = false;
    snprintf(pattern, sizeof pattern, "%s/*.dist-info/RECORD", site_packages);
    if (glob(pattern, 0, NULL, &records) == 0)
        for (size_t i = 0; i < records.gl_pathc && !found; i++) {
            found = record_lists(records.gl_pathv[i], file);
            if (found)
                name_wheel(records.gl_pathv[i], out);
        }
    globfree(&records);
    return found;
}

/* A file in site-packages; or in PREFIX/lib, where wheels of plain libraries put them: RECORD says
 * "../../libX". */
static bool find_wheel(const char *path, mm_owner *out)
{
    static const char *const names[] = {"/site-packages/", "/dist-packages/"};
    char folder[1024], file[600];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *at = strstr(path, names[i]);
        if (!at)
            continue;
        snprintf(folder, sizeof folder, "%.*s", (int)(at - path + (long)strlen(names[i]) - 1), path);
        return find_in_wheels(folder, at + strlen(names[i]), out);
    }
    const char *slash = strrchr(path, '/');
    if (!slash)
        return false;
    snprintf(folder, sizeof folder, "%.*s/python3*/site-packages", (int)(slash - path), path);
    snprintf(file, sizeof file, "../../%.511s", slash + 1);
    return find_in_wheels(folder, file, out);
}

/* --- Package managers. */

/* "libopenblas0-pthread:amd64: /usr/lib/...": the name before the first ": ", without what follows a comma (a
 * file may be of several packages). Lines on diversions name no owner. */
static bool parse_dpkg(const char *text, char *package, size_t size)
{
    while (*text && strncmp(text, "diversion ", 10) == 0)
        text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n');
    const char *end = strstr(text, ": ");
    if (!end)
        return false;
    size_t length = strcspn(text, ",");
    if (length > (size_t)(end - text))
        length = (size_t)(end - text);
    snprintf(package, size, "%.*s", (int)length, text);
    return *package != '\0';
}

static bool ask_dpkg(const char *path, mm_owner *out)
{
    char *argv[] = {"dpkg-query", "--search", (char *)path, NULL};
    char *text = mm_command_output(argv, MM_COMMAND_PATIENCE_S);
    bool found = text && parse_dpkg(text, out->package, sizeof out->package);
    free(text);
    if (!found)
        return false;
    char *version_argv[] = {"dpkg-query", "--show", "--showformat=${Version}", out->package, NULL};
    text = mm_command_output(version_argv, MM_COMMAND_PATIENCE_S);
    snprintf(out->manager, sizeof out->manager, "dpkg");
    snprintf(out->version, sizeof out->version, "%.63s", text ? text : "");
    out->package[strcspn(out->package, ":")] = '\0'; /* the architecture */
    free(text);
    return true;
}

/* A system whose /lib is a link to /usr/lib may know its files by either name. */
static bool find_dpkg(const char *path, mm_owner *out)
{
    char other[600];
    if (ask_dpkg(path, out))
        return true;
    if (strncmp(path, "/usr/lib", 8) == 0)
        return ask_dpkg(path + strlen("/usr"), out);
    if (strncmp(path, "/lib", 4) != 0)
        return false;
    snprintf(other, sizeof other, "/usr%.590s", path);
    return ask_dpkg(other, out);
}

static bool find_rpm(const char *path, mm_owner *out)
{
    char *argv[] = {"rpm", "-qf", "--queryformat", "%{NAME} %{VERSION}-%{RELEASE}\n", (char *)path, NULL};
    char *text = mm_command_output(argv, MM_COMMAND_PATIENCE_S);
    bool found = text && sscanf(text, "%95s %63s", out->package, out->version) == 2;
    if (found)
        snprintf(out->manager, sizeof out->manager, "rpm");
    free(text);
    return found;
}

bool mm_owner_find(const char *path, mm_owner *out)
{
    char *resolved = realpath(path, NULL);
    *out = (mm_owner){0};
    bool found =
        resolved && (find_wheel(resolved, out) || find_dpkg(resolved, out) || find_rpm(resolved, out));
    free(resolved);
    if (!found)
        *out = (mm_owner){0};
    return found;
}
