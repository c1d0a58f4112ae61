#include "trace/scope.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <string.h>

static const ElfW(Dyn) * next_entry(const struct link_map *map, const ElfW(Dyn) * entry, ElfW(Sxword) tag)
{
    for (entry = entry ? entry + 1 : map->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == tag)
            return entry;
    return NULL;
}

/* The loader relocates this entry of what it maps itself; not of the kernel's vdso. */
static const char *strings_of(const struct link_map *map)
{
    const ElfW(Dyn) *entry = next_entry(map, NULL, DT_STRTAB);
    ElfW(Addr) address = entry ? entry->d_un.d_ptr : 0;
    return (const char *)(address < map->l_addr ? address + map->l_addr : address);
}

static const char *name_of(const struct link_map *map)
{
    const ElfW(Dyn) *entry = next_entry(map, NULL, DT_SONAME);
    const char *slash = strrchr(map->l_name, '/');
    return entry ? strings_of(map) + entry->d_un.d_val : slash ? slash + 1 : map->l_name;
}

static bool needs(const struct link_map *map, const char *name)
{
    const char *strings = strings_of(map);
    for (const ElfW(Dyn) *entry = NULL; (entry = next_entry(map, entry, DT_NEEDED)) != NULL;)
        if (strcmp(strings + entry->d_un.d_val, name) == 0)
            return true;
    return false;
}

/* An object lies in the loader's list behind the one for which it was loaded, the first that needs it. The
 * root, which nobody needs, was opened by name. */
static const struct link_map *root_of(const struct link_map *map)
{
    for (;;) {
        const struct link_map *loader = _r_debug.r_map;
        while (loader != map && !needs(loader, name_of(map)))
            loader = loader->l_next;
        if (loader == map)
            return map;
        map = loader;
    }
}

static void *find_in(const struct link_map *map, const char *name, mm_trace_look_up *look_up)
{
    void *handle = dlopen(*map->l_name ? map->l_name : NULL, RTLD_LAZY | RTLD_NOLOAD);
    void *found = handle ? look_up(handle, name) : NULL;
    if (handle)
        dlclose(handle);
    return found;
}

static const struct link_map *map_of(const void *address)
{
    Dl_info info;
    struct link_map *map = NULL;
    return dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP) ? map : NULL;
}

/* The site got the address of the tracer's function from elsewhere, as SciPy hands out BLAS to others. */
static void *find_anywhere(const char *name, mm_trace_look_up *look_up)
{
    void *found = NULL;
    for (const struct link_map *map = _r_debug.r_map; map && !found; map = map->l_next)
        if (!strstr(map->l_name, "linux-vdso"))
            found = find_in(map, name, look_up);
    return found;
}

void *mm_trace_scope_find(const char *name, const void *site, mm_trace_look_up *look_up)
{
    const struct link_map *map = map_of(site);
    void *found = look_up(RTLD_NEXT, name);
    if (!found && map)
        found = find_in(root_of(map), name, look_up);
    if (!found && map)
        found = find_in(map, name, look_up);
    return found ? found : find_anywhere(name, look_up);
}

bool mm_trace_scope_is_first(const void *site)
{
    const struct link_map *map = map_of(site);
    return map && root_of(map) == _r_debug.r_map;
}

void *mm_trace_scope_find_near(const char *name, const void *site, mm_trace_look_up *look_up)
{
    const struct link_map *map = map_of(site);
    return map ? find_in(map, name, look_up) : NULL;
}
