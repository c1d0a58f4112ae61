/* What control groups (cgroups) leave this process: processor time and memory. Linux documentation:
 * admin-guide/cgroup-v2 (cpu.max, memory.max), admin-guide/cgroup-v1 (cpu.cfs_quota_us,
 * memory.limit_in_bytes). */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/environment_internal.h"

enum { PATH_SIZE = 512 };

/* A group's folder in the controller's mounted tree. */
typedef struct cgroup {
    int version;
    char folder[2 * PATH_SIZE];
    size_t mount_length; /* of the folder's head: the mount point, above which nothing is seen */
} cgroup;

/* Whether a comma-separated list has a word. */
static bool list_has(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, word, length) == 0 && (at[length] == ',' || at[length] == '\0'))
            return true;
    }
    return false;
}

/* Opens root/path; NULL with the reason in the fact. */
static FILE *open_file(const char *root, const char *path, mm_fact *fact)
{
    char whole[2 * PATH_SIZE];
    snprintf(whole, sizeof whole, "%s%s", root, path);
    FILE *file = fopen(whole, "re");
    if (!file)
        mm_fact_unknown(fact, "%s: %s", path, strerror(errno));
    return file;
}

/* The group's path in its hierarchy, from lines "4:cpu,cpuacct:/path" (version 1) or "0::/path" (version 2).
 * Where both are mounted a controller belongs to one of them, and to version 1 if that names it. Version 0:
 * in no group. */
static int find_path(const char *root, const char *controller, char path[PATH_SIZE], mm_fact *fact)
{
    FILE *file = open_file(root, "/proc/self/cgroup", fact);
    if (!file)
        return 0;
    int version = 0;
    char line[2 * PATH_SIZE];
    while (version != 1 && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *place = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!place)
            continue;
        *place++ = '\0';
        bool unified = strncmp(line, "0:", 2) == 0 && controllers[1] == '\0';
        if (!unified && !list_has(controllers + 1, controller))
            continue;
        version = unified ? 2 : 1;
        snprintf(path, PATH_SIZE, "%.*s", PATH_SIZE - 1, place);
    }
    fclose(file);
    if (version == 0)
        mm_fact_unknown(fact, "/proc/self/cgroup: no line for the controller '%s'", controller);
    return version;
}

/* Where the controller's hierarchy is mounted, and which of its groups is the root of what is mounted there.
 * Lines of mountinfo: "36 35 0:30 /root /mount/point options [tags...] - type source options" (proc(5)). */
static bool find_mount(const char *root, const char *controller, int version, char mount_root[PATH_SIZE],
                       char mount[PATH_SIZE], mm_fact *fact)
{
    FILE *file = open_file(root, "/proc/self/mountinfo", fact);
    if (!file)
        return false;
    bool found = false;
    char *line = NULL;
    size_t capacity = 0;
    while (!found && getline(&line, &capacity, file) >= 0) {
        char type[16], options[PATH_SIZE];
        const char *tail = strstr(line, " - ");
        if (!tail || sscanf(tail, " - %15s %*s %511s", type, options) != 2 ||
            sscanf(line, "%*s %*s %*s %511s %511s", mount_root, mount) != 2)
            continue;
        found = version == 2 ? strcmp(type, "cgroup2") == 0
                             : strcmp(type, "cgroup") == 0 && list_has(options, controller);
    }
    free(line);
    fclose(file);
    if (!found)
        mm_fact_unknown(fact, "/proc/self/mountinfo: control groups of version %d with '%s' are not mounted",
                        version, controller);
    return found;
}

static bool find_cgroup(const char *root, const char *controller, cgroup *group, mm_fact *fact)
{
    char path[PATH_SIZE], mount_root[PATH_SIZE], mount[PATH_SIZE];
    group->version = find_path(root, controller, path, fact);
    if (group->version == 0 || !find_mount(root, controller, group->version, mount_root, mount, fact))
        return false;
    /* In a container the mount often shows only the container's groups: the path below the mount is then what
     * follows the mount's root. A path that does not begin with that root (or "/..": outside the namespace)
     * cannot be seen. */
    size_t hidden = strcmp(mount_root, "/") == 0 ? 0 : strlen(mount_root);
    const char *below = path + hidden;
    if (strncmp(path, mount_root, hidden) != 0 || (*below != '/' && *below != '\0') ||
        strncmp(path, "/..", 3) == 0) {
        mm_fact_unknown(fact, "the control group %.60s is outside of what is mounted at %.60s", path, mount);
        return false;
    }
    group->mount_length = strlen(mount);
    snprintf(group->folder, sizeof group->folder, "%s%s", mount, strcmp(below, "/") == 0 ? "" : below);
    FILE *folder = open_file(root, group->folder, fact); /* a folder opens for reading, if it is there */
    if (folder)
        fclose(folder);
    return folder != NULL;
}

/* To the parent group; false at the mount point. */
static bool go_up(cgroup *group)
{
    char *slash = strrchr(group->folder, '/');
    if (!slash || (size_t)(slash - group->folder) < group->mount_length)
        return false;
    *slash = '\0';
    return true;
}

/* CPUs that this one group allows, INFINITY for no limit. False, with errno, where its file cannot be read.
 */
static bool read_quota(const char *root, const cgroup *group, double *cpus, mm_fact *fact)
{
    int64_t quota = -1, period = 0;
    *cpus = INFINITY;
    if (group->version == 1) {
        if (!mm_system_line(root, fact, "%s/cpu.cfs_quota_us", group->folder) ||
            !mm_fact_number(fact, &quota) ||
            !mm_system_line(root, fact, "%s/cpu.cfs_period_us", group->folder) ||
            !mm_fact_number(fact, &period))
            return false;
    } else {
        if (!mm_system_line(root, fact, "%s/cpu.max", group->folder))
            return false;
        if (sscanf(fact->value, "%" SCNd64 " %" SCNd64, &quota, &period) != 2 &&
            strncmp(fact->value, "max", 3) != 0)
            return false;
    }
    if (quota > 0 && period > 0)
        *cpus = (double)quota / (double)period;
    return true;
}

void mm_cgroup_quota_read(const char *root, mm_fact *fact)
{
    cgroup group;
    if (!find_cgroup(root, "cpu", &group, fact))
        return;
    double tightest = INFINITY;
    bool known =
        group.version == 2; /* a group without cpu.max has no limit of its own; version 1 always has files */
    do {
        double cpus;
        if (read_quota(root, &group, &cpus, fact)) {
            known = true;
            tightest = fmin(tightest, cpus);
        } else if (errno != ENOENT) {
            if (!fact->reason[0])
                mm_fact_unknown(fact, "%s: '%.60s' is not a quota", group.folder, fact->value);
            return;
        }
    } while (go_up(&group));
    if (!known)
        return; /* the reason is that of the last file tried */
    char text[32] = "none";
    if (isfinite(tightest))
        snprintf(text, sizeof text, "%.2f", tightest);
    mm_fact_set(fact, group.folder, text);
}

int mm_cgroup_quota_cpus(const char *root)
{
    mm_fact quota;
    mm_cgroup_quota_read(root, &quota);
    return (int)ceil(atof(quota.value)); /* "none" and "" are 0 */
}

int mm_environment_quota_cpus(void)
{
    return mm_cgroup_quota_cpus("");
}

/* What one group still allows, INT64_MAX for no limit. Its file cache counts as free, as in MemAvailable. */
static int64_t group_memory_bytes(const char *root, const cgroup *group)
{
    static const char *const names[][3] = {
        [1] = {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"},
        [2] = {"memory.max", "memory.current", "inactive_file"},
    };
    const char *const *name = names[group->version];
    mm_fact fact;
    int64_t limit, usage, cache = 0;
    if (!mm_system_line(root, &fact, "%s/%s", group->folder, name[0]) || !mm_fact_number(&fact, &limit) ||
        !mm_system_line(root, &fact, "%s/%s", group->folder, name[1]) || !mm_fact_number(&fact, &usage))
        return INT64_MAX;
    if (mm_system_key(root, &fact, name[2], "%s/memory.stat", group->folder))
        mm_fact_number(&fact, &cache);
    int64_t free_bytes = limit - usage + (cache < usage ? cache : usage);
    return free_bytes > 0 ? free_bytes : 0;
}

int64_t mm_memory_available_bytes(const char *root)
{
    mm_fact fact;
    int64_t available = INT64_MAX, number;
    if (mm_system_key(root, &fact, "MemAvailable", "/proc/meminfo") && mm_fact_number(&fact, &number))
        available = number;
    cgroup group;
    if (find_cgroup(root, "memory", &group, &fact))
        do {
            number = group_memory_bytes(root, &group);
            available = number < available ? number : available;
        } while (go_up(&group));
    return available == INT64_MAX ? -1 : available;
}
