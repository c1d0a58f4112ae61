/* Who a library is: asked through the symbols that it has beside the BLAS's. */
#include <dlfcn.h>
#include <glob.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blas/library.h"
#include "blas/provider.h"

typedef char *text_function(void);
typedef int int_function(void);
typedef void set_int_function(int);
typedef void mkl_version_function(char *, int);

static int ask_int(const mm_library *library, const char *name, int if_absent)
{
    int_function *function = (int_function *)mm_library_symbol(library, name);
    return function ? function() : if_absent;
}

typedef struct dnnl_version {
    int major, minor, patch;
} dnnl_version;
typedef const dnnl_version *dnnl_version_function(void);

static void describe_openblas(const mm_library *library, mm_blas *out)
{
    text_function *config = (text_function *)mm_library_symbol(library, "openblas_get_config");
    text_function *corename = (text_function *)mm_library_symbol(library, "openblas_get_corename");
    if (config)
        snprintf(out->config, sizeof out->config, "%s", config());
    sscanf(out->config, "OpenBLAS %63s", out->version);
    if (corename)
        snprintf(out->kernel, sizeof out->kernel, "%s", corename());
    const char *most = strstr(out->config, "MAX_THREADS=");
    out->threads_max = most ? atoi(most + strlen("MAX_THREADS=")) : 0;
    static const char *const parallel[] = {"single", "pthread", "openmp"}; /* OpenBLAS's common.h */
    int made_with = ask_int(library, "openblas_get_parallel", -1);
    if (made_with >= 0 && made_with <= 2)
        snprintf(out->threading, sizeof out->threading, "%s", parallel[made_with]);
}

/* The layer that MKL's libmkl_rt has loaded, told by its own word for it; it comes with the first call. */
static int find_mkl_layer(struct dl_phdr_info *info, size_t size, void *context)
{
    static const struct {
        const char *file, *threading;
    } layers[] = {{"libmkl_intel_thread", "openmp"},
                  {"libmkl_gnu_thread", "openmp"},
                  {"libmkl_tbb_thread", "tbb"},
                  {"libmkl_sequential", "single"}};
    mm_blas *out = context;
    (void)size;
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++)
        if (info->dlpi_name && strstr(info->dlpi_name, layers[i].file))
            snprintf(out->threading, sizeof out->threading, "%s", layers[i].threading);
    return 0;
}

/* "Intel(R) oneAPI Math Kernel Library Version 2026.2-Product Build ..." */
static void describe_mkl(const mm_library *library, mm_blas *out)
{
    mkl_version_function *version =
        (mkl_version_function *)mm_library_symbol(library, "MKL_Get_Version_String");
    version(out->config, (int)sizeof out->config);
    out->config[sizeof out->config - 1] = '\0';
    for (size_t end = strlen(out->config); end > 0 && out->config[end - 1] == ' '; end--)
        out->config[end - 1] = '\0'; /* padded with blanks, as Fortran has it */
    sscanf(out->config, "%*[^0-9]%63[0-9.]", out->version);
    dl_iterate_phdr(find_mkl_layer, out);
}

static void describe_blis(const mm_library *library, mm_blas *out)
{
    mm_blas_function *init = mm_library_symbol(library, "bli_init");
    if (init) /* or bli_arch_query_id ends the process where BLIS_ARCH_TYPE is set */
        init();
    text_function *version = (text_function *)mm_library_symbol(library, "bli_info_get_version_str");
    snprintf(out->version, sizeof out->version, "%s", version());
    snprintf(out->config, sizeof out->config, "BLIS %s", out->version);
    const char *(*arch_name)(int) = (const char *(*)(int))mm_library_symbol(library, "bli_arch_string");
    int_function *arch_id = (int_function *)mm_library_symbol(library, "bli_arch_query_id");
    if (arch_id && arch_name)
        snprintf(out->kernel, sizeof out->kernel, "%s", arch_name(arch_id()));
    const char *made_with = ask_int(library, "bli_info_get_enable_openmp", 0)     ? "openmp"
                            : ask_int(library, "bli_info_get_enable_pthreads", 0) ? "pthread"
                                                                                  : "";
    snprintf(out->threading, sizeof out->threading, "%s", made_with);
    /* dim_t, of which the lower half comes first; not above 0: nobody has set it, and BLIS uses one. */
    int threads = ask_int(library, "bli_thread_get_num_threads", 0);
    out->threads = threads > 0 ? threads : 1;
}

static void describe_onednn(const mm_library *library, mm_blas *out)
{
    dnnl_version_function *version = (dnnl_version_function *)mm_library_symbol(library, "dnnl_version");
    const dnnl_version *v = version();
    snprintf(out->version, sizeof out->version, "%d.%d.%d", v->major, v->minor, v->patch);
    snprintf(out->config, sizeof out->config, "oneDNN %s", out->version);
}

/* FlexiBLAS hands each call to a back end; which one is its own word for the kernel. */
static void describe_flexiblas(const mm_library *library, mm_blas *out)
{
    void (*version)(int *, int *, int *) =
        (void (*)(int *, int *, int *))mm_library_symbol(library, "flexiblas_get_version");
    int (*backend)(char *, size_t) =
        (int (*)(char *, size_t))mm_library_symbol(library, "flexiblas_current_backend");
    int major = 0, minor = 0, patch = 0;
    version(&major, &minor, &patch);
    snprintf(out->version, sizeof out->version, "%d.%d.%d", major, minor, patch);
    snprintf(out->config, sizeof out->config, "FlexiBLAS %s", out->version);
    if (backend)
        backend(out->kernel, sizeof out->kernel);
}

/* The libraries we can ask, each by a symbol that only it has. */
static const struct {
    const char *provider, *marker, *get_threads, *set_threads;
    bool takes_int64; /* set_threads does: BLIS's dim_t */
    void (*describe)(const mm_library *library, mm_blas *out);
} kinds[] = {
    {"flexiblas", "flexiblas_get_version", "flexiblas_get_num_threads", "flexiblas_set_num_threads", false,
     describe_flexiblas},
    {"openblas", "openblas_get_config", "openblas_get_num_threads", "openblas_set_num_threads", false,
     describe_openblas},
    {"mkl", "MKL_Get_Version_String", "MKL_Get_Max_Threads", "MKL_Set_Num_Threads", false, describe_mkl},
    {"blis", "bli_info_get_version_str", NULL, "bli_thread_set_num_threads", true, describe_blis},
    {"onednn", "dnnl_version", NULL, NULL, false, describe_onednn},
    {"nvpl", "nvpl_blas_get_version", "nvpl_blas_get_max_threads", "nvpl_blas_set_num_threads", false, NULL},
    {"armpl", "armplversion", NULL, NULL, false, NULL},
    {"atlas", "ATL_sgemm", NULL, NULL, false, NULL},
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds, UNKNOWN = -1 };

static int find_kind(const mm_library *library)
{
    for (int i = 0; i < KIND_COUNT; i++)
        if (mm_library_symbol(library, kinds[i].marker))
            return i;
    return UNKNOWN;
}

/* --- Files. */

static void file_of(const void *address, char *path, size_t size)
{
    Dl_info info;
    if (!address || !dladdr(address, &info) || !info.dli_fname)
        return;
    char *resolved = realpath(info.dli_fname, NULL);
    snprintf(path, size, "%s", resolved ? resolved : info.dli_fname);
    free(resolved);
}

static void file_of_function(mm_blas_function *function, char *path, size_t size)
{
    const void *address;
    memcpy(&address, &function, sizeof address);
    file_of(address, path, size);
}

/* Of symbols of the whole process, ask for the name: the address in hand may be that of our own jump to it.
 */
void mm_blas_path(char path[MM_BLAS_PATH_SIZE])
{
    *path = '\0';
    file_of(dlsym(RTLD_DEFAULT, "sgemm_"), path, MM_BLAS_PATH_SIZE);
}

/* The file that serves gemm. */
static void describe_path(const mm_library *library, mm_blas *out)
{
    if (!library->handle)
        mm_blas_path(out->path);
    else
        file_of_function(library->gemm[MM_F32] ? library->gemm[MM_F32] : library->gemm[MM_F64], out->path,
                         sizeof out->path);
}

/* The file that has the kind's own symbol: of a front the library behind it. */
static void describe_engine(const mm_library *library, int kind, mm_blas *out)
{
    file_of_function(mm_library_symbol(library, kinds[kind].marker), out->engine, sizeof out->engine);
    if (strcmp(out->engine, out->path) == 0)
        *out->engine = '\0';
}

/* Debian's libblas.so.3 of BLIS is BLIS once more, with its own symbols hidden: what the whole library beside
 * it selects and says, it does. Opened only to be asked. */
static void ask_sibling(mm_blas *out)
{
    char pattern[600];
    glob_t siblings = {0};
    const char *slash = strrchr(out->path, '/');
    snprintf(pattern, sizeof pattern, "%.*s/libblis*.so.[0-9]*", slash ? (int)(slash - out->path) : 0,
             out->path);
    mm_library sibling = {.prefix = "", .suffix = ""};
    if (slash && glob(pattern, 0, NULL, &siblings) == 0)
        sibling.handle = dlopen(siblings.gl_pathv[0], RTLD_LAZY | RTLD_LOCAL);
    int kind = sibling.handle ? find_kind(&sibling) : UNKNOWN;
    if (kind != UNKNOWN && strcmp(kinds[kind].provider, out->provider) == 0) {
        kinds[kind].describe(&sibling, out);
        describe_engine(&sibling, kind, out);
    }
    mm_library_close(&sibling);
    globfree(&siblings);
}

/* --- All of it. */

/* Libraries that show no symbol of their own export the BLAS alone: where they lie, and what they are called,
 * is all there is to go by. The number behind .so is their version where it has a dot: libblas.so.3.11.0. */
static void describe_by_path(mm_blas *out)
{
    const mm_provider_kind *known = mm_provider_of_file(out->path);
    if (!known && strstr(out->path, "/blis"))
        known = mm_provider_named("blis");
    snprintf(out->provider, sizeof out->provider, "%s", known ? known->name : "unknown");
    if (strcmp(out->provider, "blis") == 0)
        ask_sibling(out);
}

static void add_version_of_file(mm_blas *out)
{
    const char *number = strstr(out->path, ".so.");
    if (!*out->version && number && strchr(number + 4, '.'))
        snprintf(out->version, sizeof out->version, "%.63s", number + 4);
}

static void describe_kind(const mm_library *library, int kind, mm_blas *out)
{
    snprintf(out->provider, sizeof out->provider, "%s", kinds[kind].provider);
    if (kinds[kind].get_threads)
        out->threads = ask_int(library, kinds[kind].get_threads, 0);
    if (kinds[kind].describe)
        kinds[kind].describe(library, out);
    describe_engine(library, kind, out);
}

/* Where the library does not tell: what the file with the kernels needs. */
static void describe_threading(const mm_library *library, mm_blas *out)
{
    void *engine = *out->engine ? dlopen(out->engine, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    if (!*out->threading)
        snprintf(out->threading, sizeof out->threading, "%s",
                 mm_library_threading(engine ? engine : library->handle));
    if (strcmp(out->threading, "single") == 0)
        out->threads = out->threads_max = 1;
    if (engine)
        dlclose(engine);
}

void mm_library_describe(const mm_library *library, mm_blas *out)
{
    *out = (mm_blas){.integer_bits = library->integer_bits};
    describe_path(library, out);
    int kind = find_kind(library);
    if (kind != UNKNOWN)
        describe_kind(library, kind, out);
    else
        describe_by_path(out);
    add_version_of_file(out);
    describe_threading(library, out);
}

bool mm_library_set_threads(const mm_library *library, int threads)
{
    int kind = find_kind(library);
    if (kind == UNKNOWN || !kinds[kind].set_threads)
        return false;
    mm_blas_function *set = mm_library_symbol(library, kinds[kind].set_threads);
    if (set && kinds[kind].takes_int64)
        ((void (*)(int64_t))set)(threads);
    else if (set)
        ((set_int_function *)set)(threads);
    return set != NULL;
}
