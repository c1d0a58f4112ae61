/* What a library's threads are made with: read from the dynamic section of the loaded file. */
#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "blas/library.h"

/* Libraries that make threads, by the beginning of their names. */
static const struct {
    const char *library, *threading;
} makers[] = {{"libgomp", "openmp"}, {"libomp", "openmp"}, {"libiomp5", "openmp"}, {"libtbb", "tbb"}};

typedef struct dynamic {
    const char *strings;       /* DT_STRTAB */
    const ElfW(Sym) * symbols; /* DT_SYMTAB */
    const uint32_t *gnu_hash;  /* DT_GNU_HASH */
} dynamic;

static dynamic read_dynamic(const struct link_map *map)
{
    dynamic d = {0};
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        const void *at = (const void *)entry->d_un.d_ptr; /* glibc has made it an address */
        if (entry->d_tag == DT_STRTAB)
            d.strings = at;
        else if (entry->d_tag == DT_SYMTAB)
            d.symbols = at;
        else if (entry->d_tag == DT_GNU_HASH)
            d.gnu_hash = at;
    }
    return d;
}

/* Symbols that a file imports stand before those that it hashes: gnu_hash[1] is the first hashed one. */
static bool imports(const dynamic *d, const char *name)
{
    for (uint32_t i = 1; i < d->gnu_hash[1]; i++)
        if (strcmp(d->strings + d->symbols[i].st_name, name) == 0)
            return true;
    return false;
}

const char *mm_library_threading(void *handle)
{
    struct link_map *map;
    if (!handle || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0)
        return "";
    dynamic d = read_dynamic(map);
    if (!d.strings)
        return "";
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        for (size_t i = 0; i < sizeof makers / sizeof *makers && entry->d_tag == DT_NEEDED; i++)
            if (strncmp(d.strings + entry->d_un.d_val, makers[i].library, strlen(makers[i].library)) == 0)
                return makers[i].threading;
    if (!d.symbols || !d.gnu_hash)
        return ""; /* an old linker's hash table does not tell what is imported */
    return imports(&d, "pthread_create") ? "pthread" : "single";
}
