/* Does a file export a BLAS or a LAPACK? Read from its symbol table, without running anything of it. */
#ifndef MM_EXPORTS_H
#define MM_EXPORTS_H

#include <stdbool.h>

typedef struct mm_exports {
    bool gemm;  /* sgemm_ or dgemm_, under whatever names libraries give them */
    bool getrf; /* dgetrf_, LAPACK's LU factorisation, likewise */
} mm_exports;

/* All false where the file cannot be read or is no ELF file of this program's class. */
mm_exports mm_exports_read(const char *path);

#endif
