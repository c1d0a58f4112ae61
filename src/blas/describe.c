/* Who a library is: asked through the symbols that it has beside the BLAS's. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blas/library.h"

typedef char *text_function(void);
typedef int int_function(void);
typedef void set_int_function(int);
typedef void mkl_version_function(char *, int);

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
}

static void describe_blis(const mm_library *library, mm_blas *out)
{
    text_function *version = (text_function *)mm_library_symbol(library, "bli_info_get_version_str");
    snprintf(out->version, sizeof out->version, "%s", version());
    snprintf(out->config, sizeof out->config, "BLIS %s", out->version);
    const char *(*arch_name)(int) = (const char *(*)(int))mm_library_symbol(library, "bli_arch_string");
    int_function *arch_id = (int_function *)mm_library_symbol(library, "bli_arch_query_id");
    if (arch_id && arch_name)
        snprintf(out->kernel, sizeof out->kernel, "%s", arch_name(arch_id()));
}

static void describe_onednn(const mm_library *library, mm_blas *out)
{
    dnnl_version_function *version = (dnnl_version_function *)mm_library_symbol(library, "dnnl_version");
    const dnnl_version *v = version();
    snprintf(out->version, sizeof out->version, "%d.%d.%d", v->major, v->minor, v->patch);
    snprintf(out->config, sizeof out->config, "oneDNN %s", out->version);
}

/* The libraries we can ask, each by a symbol that only it has. */
static const struct {
    const char *provider, *marker, *get_threads, *set_threads;
    void (*describe)(const mm_library *library, mm_blas *out);
} kinds[] = {
    {"openblas", "openblas_get_config", "openblas_get_num_threads", "openblas_set_num_threads",
     describe_openblas},
    {"mkl", "MKL_Get_Version_String", "MKL_Get_Max_Threads", "MKL_Set_Num_Threads", describe_mkl},
    {"blis", "bli_info_get_version_str", NULL, NULL, describe_blis},
    {"onednn", "dnnl_version", NULL, NULL, describe_onednn},
    {"atlas", "ATL_sgemm", NULL, NULL, NULL},
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds, UNKNOWN = -1 };

static int find_kind(const mm_library *library)
{
    for (int i = 0; i < KIND_COUNT; i++)
        if (mm_library_symbol(library, kinds[i].marker))
            return i;
    return UNKNOWN;
}

/* Libraries that show no symbol of their own: Debian's libblas.so.3 of BLIS, of ATLAS and of the reference
 * export the BLAS alone. Where they lie is all there is to go by. */
static const struct {
    const char *part, *provider;
} places[] = {
    {"/blis-", "blis"},    {"libblis", "blis"}, {"/atlas/", "atlas"}, {"/blas/libblas.so", "netlib"},
    {"refblas", "netlib"},
};

static const char *provider_by_path(const char *path)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (strstr(path, places[i].part))
            return places[i].provider;
    return "unknown";
}

/* The file that serves gemm. Of the library we are linked with, ask for the name: the address in hand may be
 * that of our own jump to it. */
static void describe_path(const mm_library *library, mm_blas *out)
{
    Dl_info info;
    void *gemm = library->handle ? NULL : dlsym(RTLD_DEFAULT, "sgemm_");
    if (library->handle)
        memcpy(&gemm, library->gemm[MM_F32] ? &library->gemm[MM_F32] : &library->gemm[MM_F64], sizeof gemm);
    if (!gemm || !dladdr(gemm, &info) || !info.dli_fname)
        return;
    char *resolved = realpath(info.dli_fname, NULL);
    snprintf(out->path, sizeof out->path, "%s", resolved ? resolved : info.dli_fname);
    free(resolved);
}

void mm_library_describe(const mm_library *library, mm_blas *out)
{
    *out = (mm_blas){0};
    describe_path(library, out);
    int kind = find_kind(library);
    if (kind == UNKNOWN) {
        snprintf(out->provider, sizeof out->provider, "%s", provider_by_path(out->path));
        if (strcmp(out->provider, "netlib") == 0)
            out->threads = out->threads_max = 1; /* the reference library has no others */
        return;
    }
    snprintf(out->provider, sizeof out->provider, "%s", kinds[kind].provider);
    int_function *threads = NULL;
    if (kinds[kind].get_threads)
        threads = (int_function *)mm_library_symbol(library, kinds[kind].get_threads);
    if (threads)
        out->threads = threads();
    if (kinds[kind].describe)
        kinds[kind].describe(library, out);
}

bool mm_library_set_threads(const mm_library *library, int threads)
{
    int kind = find_kind(library);
    set_int_function *set = NULL;
    if (kind != UNKNOWN && kinds[kind].set_threads)
        set = (set_int_function *)mm_library_symbol(library, kinds[kind].set_threads);
    if (set)
        set(threads);
    return set != NULL;
}
