/* A file that imports routines, for the tests of src/trace/rebind.c. It defines one of them itself: who is
 * called, the loader decides. */
#include <dlfcn.h>

double dasum_(const int *n, const double *x, const int *step);
double dnrm2_(const int *n, const double *x, const int *step);

double dasum_(const int *n, const double *x, const int *step)
{
    (void)n, (void)x, (void)step;
    return -1; /* told apart from the real one by this */
}

double call_dasum(const double *x, int n)
{
    return dasum_(&n, x, &(int){1});
}

double call_dnrm2(const double *x, int n)
{
    return dnrm2_(&n, x, &(int){1});
}

void *open_file(const char *path)
{
    return dlopen(path, RTLD_LAZY | RTLD_LOCAL);
}
