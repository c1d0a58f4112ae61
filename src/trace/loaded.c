#include "trace/loaded.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "trace/objects.h"
#include "trace/recorder_private.h"

/* By what it exports: a gemm, under the names that are traced and those that are not (MKL's without an
 * underscore, oneDNN's, BLIS's). */
static const char *const exported[] = {"dgemm_",          "cblas_dgemm",       "sgemm_",
                                       "cblas_sgemm",     "dgemm_64_",         "dgemm_64",
                                       "cblas_dgemm64_",  "cblas_dgemm_64",    "scipy_dgemm_",
                                       "scipy_dgemm_64_", "scipy_cblas_dgemm", "scipy_cblas_dgemm64_",
                                       "dgemm",           "bli_dgemm",         "dnnl_sgemm"};

/* By the file's name: what has its BLAS inside, or exports no hash table of GNU's kind. */
static const char *const named[] = {"blas",         "libmkl_rt", "libblis", "libdnnl",
                                    "libtorch_cpu", "jaxlib",    "mlx"};

typedef struct exports {
    const ElfW(Sym) * symbols;
    const char *strings;
    const uint32_t *hash; /* buckets, first symbol, words of the filter, shift; filter; buckets; chains */
} exports;

static const ElfW(Dyn) * dynamic_of(const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            return (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    return NULL;
}

static bool find_exports(const struct dl_phdr_info *info, exports *found)
{
    *found = (exports){0};
    for (const ElfW(Dyn) *entry = dynamic_of(info); entry && entry->d_tag != DT_NULL; entry++) {
        /* The loader relocates these entries; not of the kernel's vdso. */
        ElfW(Addr) address = entry->d_un.d_ptr;
        const void *place = (const void *)(address < info->dlpi_addr ? address + info->dlpi_addr : address);
        if (entry->d_tag == DT_SYMTAB)
            found->symbols = place;
        else if (entry->d_tag == DT_STRTAB)
            found->strings = place;
        else if (entry->d_tag == DT_GNU_HASH)
            found->hash = place;
    }
    return found->symbols && found->strings && found->hash;
}

static uint32_t hash_of(const char *name)
{
    uint32_t hash = 5381; /* the ABI's */
    for (; *name; name++)
        hash = hash * 33 + (unsigned char)*name;
    return hash;
}

static bool defines(const exports *file, const char *name)
{
    uint32_t bucket_count = file->hash[0], first = file->hash[1], words = file->hash[2];
    const uint32_t *buckets = file->hash + 4 + words * (sizeof(ElfW(Addr)) / sizeof *buckets);
    const uint32_t *chains = buckets + bucket_count;
    uint32_t hash = hash_of(name), at = bucket_count > 0 ? buckets[hash % bucket_count] : 0;
    for (bool is_last = at < first || at == 0; !is_last; at++) {
        const ElfW(Sym) *symbol = &file->symbols[at];
        uint32_t other = chains[at - first]; /* its lowest bit ends the chain */
        if ((other | 1) == (hash | 1) && symbol->st_shndx != SHN_UNDEF &&
            strcmp(file->strings + symbol->st_name, name) == 0)
            return true;
        is_last = other & 1;
    }
    return false;
}

static bool multiplies(const struct dl_phdr_info *info)
{
    exports file;
    const char *slash = strrchr(info->dlpi_name, '/');
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strstr(slash ? slash + 1 : info->dlpi_name, named[i]))
            return true;
    if (!find_exports(info, &file))
        return false;
    for (size_t i = 0; i < sizeof exported / sizeof *exported; i++)
        if (defines(&file, exported[i]))
            return true;
    return false;
}

/* --- A library that only hands calls on, as Debian's libblas.so.3 of OpenBLAS, needs the one that works. */

typedef struct dependence {
    const char *name; /* as in DT_NEEDED */
    char by[PATH_MAX];
} dependence;

static int find_need(struct dl_phdr_info *info, size_t size, void *data)
{
    dependence *need = data;
    exports file;
    (void)size;
    if (!find_exports(info, &file) || !multiplies(info))
        return 0;
    for (const ElfW(Dyn) *entry = dynamic_of(info); entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_NEEDED && strcmp(file.strings + entry->d_un.d_val, need->name) == 0) {
            mm_trace_resolve_links(info->dlpi_name, need->by);
            return 1;
        }
    return 0;
}

static void note(const struct dl_phdr_info *info)
{
    const char *slash = strrchr(info->dlpi_name, '/');
    dependence need = {.name = slash ? slash + 1 : info->dlpi_name};
    char path[PATH_MAX];
    if (*need.name)
        dl_iterate_phdr(find_need, &need); /* its lock may be taken again */
    mm_trace_resolve_links(info->dlpi_name, path);
    mm_trace_note_loaded(path, need.by);
}

/* --- What is new. The list grows at its end; after an unloading, all of it is looked at again. */

typedef struct walk {
    unsigned long long added, removed;
    size_t known, place; /* files */
    const mm_trace_header *record;
    const void *tracer; /* where it lies */
} walk;

static int visit(struct dl_phdr_info *info, size_t size, void *data)
{
    static walk last;
    walk *now = data;
    (void)size;
    if (now->place == 0) {
        bool is_other_record = mm_trace_store && mm_trace_store != last.record;
        if (!is_other_record && last.added == info->dlpi_adds && last.removed == info->dlpi_subs)
            return 1;
        now->known = is_other_record || last.removed != info->dlpi_subs ? 0 : last.known;
        last = (walk){.added = info->dlpi_adds, .removed = info->dlpi_subs, .record = mm_trace_store};
    }
    if (now->place++ >= now->known && info->dlpi_addr != (ElfW(Addr))now->tracer && multiplies(info))
        note(info);
    last.known = now->place;
    return 0;
}

void mm_trace_note_new(void)
{
    static const void *_Atomic tracer; /* the walk holds a lock under which the loader must not be asked */
    walk now = {.tracer = atomic_load_explicit(&tracer, memory_order_relaxed)};
    Dl_info own;
    if (!now.tracer && dladdr((const void *)&mm_trace_lock, &own)) {
        now.tracer = own.dli_fbase;
        atomic_store_explicit(&tracer, now.tracer, memory_order_relaxed);
    }
    dl_iterate_phdr(visit, &now);
}
