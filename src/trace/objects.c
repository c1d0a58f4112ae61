#include "trace/objects.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "blas/library.h"

void mm_trace_resolve_links(const char *name, char path[PATH_MAX])
{
    if (*name == '\0' || !realpath(name, path)) {
        ssize_t length = *name ? -1 : readlink("/proc/self/exe", path, PATH_MAX - 1);
        if (length > 0)
            path[length] = '\0';
        else
            snprintf(path, PATH_MAX, "%s", name);
    }
}

void mm_trace_file_of(const void *address, mm_trace_file *file)
{
    Dl_info info;
    struct link_map *map = NULL;
    *file = (mm_trace_file){0};
    if (!dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return;
    file->handle = dlopen(*map->l_name ? map->l_name : NULL, RTLD_LAZY | RTLD_NOLOAD);
    mm_trace_resolve_links(map->l_name, file->path);
}

void mm_trace_file_close(mm_trace_file *file)
{
    if (file->handle)
        dlclose(file->handle);
    file->handle = NULL;
}

void mm_trace_describe(const mm_trace_file *file, int symbol, mm_trace_function *real,
                       mm_trace_library *about)
{
    const mm_trace_symbol *named = mm_trace_symbol_at(symbol);
    mm_library library = {
        .handle = file->handle, .prefix = mm_trace_prefix(named), .suffix = mm_trace_suffix(named)};
    mm_blas blas;
    library.gemm[MM_F32] = real; /* by which the file is found */
    mm_library_describe(&library, &blas);
    *about = (mm_trace_library){.threads = blas.threads};
    snprintf(about->provider, sizeof about->provider, "%s", blas.provider);
    snprintf(about->version, sizeof about->version, "%s", blas.version);
    snprintf(about->kernel, sizeof about->kernel, "%s", blas.kernel);
    about->integer_bits = mm_library_integer_bits(&library);
    if (about->integer_bits == 0)
        about->integer_bits = mm_trace_named_bits(named);
}

bool mm_trace_probe_hidden(mm_trace_function *real)
{
    const char zeros[16] = {0};
    char result[16] = {0};
    double x[2] = {1, 1}, y[2] = {1, 1};
    int64_t one = 1;
    typedef mm_complex64 function(void *, void *, void *, void *, void *, void *);
    ((function *)real)(result, &one, x, &one, y, &one);
    return memcmp(result, zeros, sizeof zeros) != 0;
}
