#include "blas/blas.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "blas/library.h"

/* The Fortran interface, which every BLAS has. Only their addresses are taken here: the call is library.c's.
 */
extern void sgemm_(void);
extern void dgemm_(void);

/* A library that is laid before all others answers for them: its symbols are the process's, not the BLAS's.
 */
static bool is_preloaded(const char *path)
{
    const char *preloaded = getenv("LD_PRELOAD"), *slash = strrchr(path, '/');
    return preloaded && strstr(preloaded, slash ? slash + 1 : path);
}

/* The file that serves sgemm_, opened once more: nothing is loaded that was not there. */
static void *open_serving(void)
{
    Dl_info info;
    void *gemm = dlsym(RTLD_DEFAULT, "sgemm_");
    if (!gemm || !dladdr(gemm, &info) || !info.dli_fname || is_preloaded(info.dli_fname))
        return NULL;
    void *handle = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (!handle || dlsym(handle, "sgemm_") == gemm)
        return handle;
    dlclose(handle); /* a name that leads elsewhere */
    return NULL;
}

mm_library mm_library_linked(void)
{
    static mm_library linked; /* the answer stays the same; two threads would both find it */
    if (linked.integer_bits != 0)
        return linked;
    mm_library found = {.prefix = "", .suffix = "", .gemm = {sgemm_, dgemm_}};
    found.handle = open_serving();
    if (found.handle) {
        found.gemm[MM_F32] = mm_library_symbol(&found, "sgemm_");
        found.gemm[MM_F64] = mm_library_symbol(&found, "dgemm_");
    }
    int bits = mm_library_integer_bits(&found);
    found.integer_bits = bits ? bits : 32;
    linked = found;
    return linked;
}

void mm_blas_gemm(char trans_a, char trans_b, double alpha, const mm_matrix *A, const mm_matrix *B,
                  double beta, mm_matrix *C)
{
    mm_library linked = mm_library_linked();
    linked.gemm[MM_F32] =
        (mm_blas_function *)sgemm_; /* through our own slots, which mm_trace may have rebound */
    linked.gemm[MM_F64] = (mm_blas_function *)dgemm_;
    mm_library_gemm(&linked, trans_a, trans_b, alpha, A, B, beta, C);
}

void mm_blas_describe(mm_blas *out)
{
    const mm_library linked = mm_library_linked();
    mm_library_describe(&linked, out);
}

bool mm_blas_set_threads(int threads)
{
    const mm_library linked = mm_library_linked();
    return mm_library_set_threads(&linked, threads);
}
