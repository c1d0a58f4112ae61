/* Matrices that end at an unreadable page, with NaN in the gaps between their columns: a kernel that reads or
 * writes one element too many crashes, spoils its sums or is found out. */
#ifndef MM_TEST_FENCED_H
#define MM_TEST_FENCED_H

#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/matrix.h"

typedef struct fenced {
    mm_matrix X;
    char *map, *start; /* start: what fenced_fill fills and fenced_bytes counts */
    size_t map_bytes;
} fenced;

/* rows x cols with leading dimension rows + extra (at least 1), all NaN. */
static fenced fenced_new(mm_dtype dtype, int64_t rows, int64_t cols, int64_t extra)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const int64_t ld = rows + extra > 0 ? rows + extra : 1;
    const size_t bytes = cols > 0 ? (size_t)(ld * (cols - 1) + rows) * mm_dtype_bytes(dtype) : 0;
    fenced f = {.map_bytes = (bytes + page - 1) / page * page + page};
    f.map = mmap(NULL, f.map_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(f.map != MAP_FAILED);
    char *fence = f.map + f.map_bytes - page;
    assert_int_equal(mprotect(fence, page, PROT_NONE), 0);
    memset(f.map, 0xff, f.map_bytes - page); /* all bits set is a NaN */
    f.start = fence - bytes;
    f.X = (mm_matrix){.dtype = dtype, .rows = rows, .cols = cols, .ld = ld, .data = f.start};
    return f;
}

static void fenced_free(fenced *f)
{
    munmap(f->map, f->map_bytes);
}

/* The upper left part of the matrix, moved to the fence: from is at least as large. */
static fenced fenced_part(const mm_matrix *from, bool transposed, int64_t rows, int64_t cols, int64_t extra)
{
    fenced f = fenced_new(from->dtype, transposed ? cols : rows, transposed ? rows : cols, extra);
    for (int64_t j = 0; j < cols; j++)
        for (int64_t i = 0; i < rows; i++)
            mm_matrix_set(&f.X, transposed ? j : i, transposed ? i : j, mm_matrix_get(from, i, j));
    return f;
}

/* Nothing before the matrix or between its columns has been written. */
static void fenced_assert_gaps(const fenced *f)
{
    const size_t size = mm_dtype_bytes(f->X.dtype);
    for (const char *byte = f->map; byte < f->start; byte++)
        assert_int_equal((unsigned char)*byte, 0xff);
    for (int64_t j = 0; j + 1 < f->X.cols; j++)
        for (size_t at = (size_t)f->X.rows * size; at < (size_t)f->X.ld * size; at++)
            assert_int_equal((unsigned char)f->start[(size_t)(j * f->X.ld) * size + at], 0xff);
}

#endif
