#include "blas/provider.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* libblas.so.3 only where it is a library of its own: elsewhere it is a link or a front to one of the others.
 */
const mm_provider_kind mm_provider_kinds[] = {
    {"openblas",
     NULL,
     "OpenBLAS",
     "apt install libopenblas0-pthread",
     {"libopenblas.so.[0-9]*", /* Debian, Arch */
      "libopenblas[op].so.[0-9]*",
      "libopenblas64*.so.[0-9]*",  /* Fedora: threading and integers in the name */
      "libscipy_openblas*.so",     /* PyPI: scipy-openblas32 and 64, numpy.libs/ and scipy.libs/ */
      "libopenblas*-r[0-9]*.so"}}, /* and in older wheels */
    {"blis",
     "aocl",
     "BLIS",
     "apt install libblis4-pthread",
     {"libblis.so.[0-9]*", "libblis64.so.[0-9]*", "libblis-mt.so.[0-9]*"}},
    {"atlas", NULL, "ATLAS", "apt install libatlas3-base", {"atlas/libblas.so.3*", "lib[st]atlas.so.[0-9]*"}},
    {"netlib",
     "reference",
     "the reference BLAS",
     "apt install libblas3",
     {"blas/libblas.so.3*", "libblas.so.3.[0-9]*", "librefblas.so.[0-9]*"}},
    {"mkl", NULL, "Intel MKL", "pip install mkl, then MM_BLAS_PATH=its folder", {"libmkl_rt.so.[0-9]*"}},
    {"onednn", "dnnl", "oneDNN", "apt install libdnnl2", {"libdnnl.so.[0-9]*"}},
    {"flexiblas", NULL, "FlexiBLAS", "dnf install flexiblas (Fedora)", {"libflexiblas.so.[0-9]*"}},
    {"nvpl",
     NULL,
     "NVIDIA's NVPL BLAS",
     "pip install nvpl-blas (64-bit ARM only)",
     {"libnvpl_blas_*lp64_*.so.[0-9]*"}},
    {"armpl", NULL, "Arm Performance Libraries", NULL, {"libarmpl_*lp64*.so"}},
    {"accelerate", "veclib", "Apple's Accelerate", NULL, {"Accelerate.framework/Accelerate"}},
};
const int mm_provider_kind_count = sizeof mm_provider_kinds / sizeof *mm_provider_kinds;

const mm_provider_kind *mm_provider_named(const char *name)
{
    for (int i = 0; i < mm_provider_kind_count; i++) {
        const mm_provider_kind *kind = &mm_provider_kinds[i];
        if (strcasecmp(kind->name, name) == 0 || (kind->alias && strcasecmp(kind->alias, name) == 0))
            return kind;
    }
    return NULL;
}

const mm_provider_kind *mm_provider_of_file(const char *path)
{
    char pattern[64];
    for (int i = 0; i < mm_provider_kind_count; i++)
        for (int f = 0; f < MM_PROVIDER_FILES_MAX && mm_provider_kinds[i].files[f]; f++) {
            snprintf(pattern, sizeof pattern, "*/%s", mm_provider_kinds[i].files[f]);
            if (fnmatch(pattern, path, 0) == 0)
                return &mm_provider_kinds[i];
        }
    return NULL;
}
