#include "blas/alternatives.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Where dpkg and Fedora's chkconfig keep a file for each name. */
static const char *const folders[] = {"/var/lib/dpkg/alternatives", "/var/lib/alternatives"};

/* Reads a line without its end; false at the end of the file. */
static bool read_line(FILE *file, char *line, size_t size)
{
    if (!fgets(line, (int)size, file))
        return false;
    line[strcspn(line, "\n")] = '\0';
    return true;
}

/* Slaves, links that follow this one, as pairs of lines up to an empty one. Returns how many. */
static int skip_slaves(FILE *file)
{
    char line[1024];
    int lines = 0;
    while (read_line(file, line, sizeof line) && *line)
        lines++;
    return lines / 2;
}

/* "auto" or "manual"; the link; slaves; then for each choice its path, its priority, and a line for each
 * slave. (update-alternatives of dpkg 1.21, alternative_save.) */
static void parse(FILE *file, mm_alternatives *out)
{
    char line[1024];
    if (!read_line(file, line, sizeof line))
        return;
    out->is_automatic = strcmp(line, "auto") == 0;
    if (!read_line(file, line, sizeof line))
        return;
    snprintf(out->link, sizeof out->link, "%.511s", line);
    int slaves = skip_slaves(file);
    while (out->count < MM_ALTERNATIVES_MAX && read_line(file, line, sizeof line) && *line) {
        mm_alternative *choice = &out->choices[out->count];
        snprintf(choice->path, sizeof choice->path, "%.511s", line);
        choice->path[strcspn(choice->path, "@")] = '\0'; /* Fedora's has the family behind it */
        if (!read_line(file, line, sizeof line))
            return;
        choice->priority = atoi(line);
        out->count++;
        for (int i = 0; i < slaves && read_line(file, line, sizeof line); i++)
            ;
    }
}

/* Of "libblas.so.3-i386-linux-gnu" and "libblas.so.3-x86_64-linux-gnu" the one for this architecture. */
static const char *choose(const glob_t *matches, const char *file)
{
    struct utsname system;
    const char *chosen = NULL;
    if (uname(&system) != 0)
        *system.machine = '\0';
    for (size_t i = 0; i < matches->gl_pathc; i++) {
        const char *suffix = strrchr(matches->gl_pathv[i], '/') + 1 + strlen(file);
        if (*suffix && *suffix != '-')
            continue;
        if (!chosen || (*suffix && strncmp(suffix + 1, system.machine, strlen(system.machine)) == 0))
            chosen = matches->gl_pathv[i];
    }
    return chosen;
}

static bool read_in(const char *root, const char *folder, const char *file, mm_alternatives *out)
{
    char pattern[1024];
    glob_t matches = {0};
    snprintf(pattern, sizeof pattern, "%s%s/%s*", root, folder, file);
    const char *path = glob(pattern, 0, NULL, &matches) == 0 ? choose(&matches, file) : NULL;
    FILE *stream = path ? fopen(path, "r") : NULL;
    if (stream) {
        snprintf(out->name, sizeof out->name, "%.127s", strrchr(path, '/') + 1);
        parse(stream, out);
        fclose(stream);
    }
    globfree(&matches);
    return out->count > 0;
}

/* dpkg's own programs look elsewhere where this variable says so: dpkg(1). */
static bool read_in_admindir(const char *root, const char *file, mm_alternatives *out)
{
    const char *folder = getenv("DPKG_ADMINDIR");
    char alternatives[512];
    if (*root || !folder || !*folder)
        return false;
    snprintf(alternatives, sizeof alternatives, "%.490s/alternatives", folder);
    return read_in(root, alternatives, file, out);
}

static bool read_link(const char *root, const char *link, char *target, size_t size)
{
    char whole[1024];
    snprintf(whole, sizeof whole, "%.400s%.600s", root, link);
    ssize_t length = readlink(whole, target, size - 1);
    target[length > 0 ? length : 0] = '\0';
    return length > 0;
}

/* The link that programs load leads to one in a folder of its own, by custom /etc/alternatives, and that to
 * what is selected. */
static void read_current(const char *root, mm_alternatives *out)
{
    char second[512];
    if (!read_link(root, out->link, second, sizeof second))
        snprintf(second, sizeof second, "/etc/alternatives/%s", out->name);
    read_link(root, second, out->current, sizeof out->current);
}

bool mm_alternatives_read(const char *root, const char *file, mm_alternatives *out)
{
    *out = (mm_alternatives){0};
    bool found = read_in_admindir(root, file, out);
    for (size_t i = 0; i < sizeof folders / sizeof *folders && !found; i++)
        found = read_in(root, folders[i], file, out);
    if (found)
        read_current(root, out);
    else
        *out = (mm_alternatives){0};
    return found;
}
