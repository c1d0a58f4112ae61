/* Opens libraries and calls BLAS through them; itself linked with none. host WHAT LIBRARY...: "run" and "runtwice" call
 * run () of each, "deep" too, opened with RTLD_DEEPBIND, and "deepexit", which then leaves by _exit, "cycle" ten times over, closing each before the next is opened; else WHAT is the name of a gemm,
 * which is looked up in each and called. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef void run_function(void);
typedef void gemm_function(const char *, const char *, const void *, const void *, const void *, const double *,
                           const double *, const void *, const double *, const void *, const double *, double *,
                           const void *, size_t, size_t);

static void *open_library(const char *path, int more)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | more);
    if (!library)
        fprintf(stderr, "%s\n", dlerror());
    return library;
}

/* 3, above what 32 bits hold where the upper half is read too; so it is only for 64-bit names. */
static void call_gemm(gemm_function *gemm, int64_t n)
{
    const double one = 1, zero = 0, A[9] = {1}, B[9] = {1};
    double C[9];
    gemm("N", "N", &n, &n, &n, &one, A, &n, B, &n, &zero, C, &n, 1, 1);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    const char *what = argv[1];
    int is_deep = strncmp(what, "deep", 4) == 0;
    /* A name that nobody has is not found, though the tracer has it. */
    if (dlsym(RTLD_DEFAULT, "dgemm_") || dlsym(RTLD_DEFAULT, "cblas_cgemm3m"))
        return 4;
    for (int round = 0; round < (strcmp(what, "cycle") == 0 ? 10 : 1); round++)
        for (int i = 2; i < argc; i++) {
            void *library = open_library(argv[i], is_deep ? RTLD_DEEPBIND : 0), *symbol;
            if (!library)
                return 3;
            int is_run = is_deep || strcmp(what, "run") == 0 || strcmp(what, "cycle") == 0;
            if (!(symbol = dlsym(library, is_run ? "run" : what)))
                return 5;
            if (is_run)
                ((run_function *)symbol)();
            else
                call_gemm((gemm_function *)symbol, 3);
            if (symbol != dlsym(library, is_run ? "run" : what)) /* the same each time */
                return 6;
            if (strcmp(what, "cycle") == 0)
                dlclose(library);
        }
    if (strcmp(what, "deepexit") == 0)
        _exit(0);
    return 0;
}
