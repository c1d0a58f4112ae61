/* mmcli inputs: the lab's matrices as files, for other front ends and for checking against NumPy. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "record/file.h"

/* The matrix in row order (NumPy's default), little-endian whatever the machine. */
static mm_status write_rows(const char *dir, const char *name, const mm_matrix *matrix, mm_error *err)
{
    size_t width = mm_dtype_bytes(matrix->dtype), at = 0;
    size_t size = (size_t)matrix->rows * (size_t)matrix->cols * width;
    unsigned char *bytes = malloc(size + 1);
    if (!bytes)
        return mm_fail_memory(err, (double)size);
    for (int64_t i = 0; i < matrix->rows; i++)
        for (int64_t j = 0; j < matrix->cols; j++) {
            uint64_t word = 0;
            uint32_t half = 0;
            double value = mm_matrix_get(matrix, i, j);
            float narrow = (float)value;
            memcpy(&half, &narrow, sizeof half);
            memcpy(&word, &value, sizeof word);
            word = matrix->dtype == MM_F32 ? half : word;
            for (size_t b = 0; b < width; b++)
                bytes[at++] = (unsigned char)(word >> (8 * b));
        }
    char path[4096];
    mm_status status = MM_OK;
    if ((size_t)snprintf(path, sizeof path, "%s/%s.%s", dir, name, mm_dtype_name(matrix->dtype)) >=
        sizeof path)
        status = mm_fail(err, MM_IO, "badPath", "the path of %s is longer than %zu characters", name,
                         sizeof path - 1);
    else
        status = mm_file_write(path, bytes, size, err);
    free(bytes);
    if (status == MM_OK)
        printf("%s: %lld x %lld %s, row order, little-endian\n", path, (long long)matrix->rows,
               (long long)matrix->cols, mm_dtype_name(matrix->dtype));
    return status;
}

int cli_inputs(int argc, char **argv)
{
    int64_t size = 64;
    mm_uint128 seed = 42;
    mm_dtype dtype = MM_F32;
    const char *out = ".";
    const cli_option options[] = {
        {"size", "N", "A and B are N x N (64)", cli_set_size, &size},
        {"seed", "S", "seed, up to 128 bits (42)", cli_set_seed, &seed},
        {"dtype", "f32", "f32 or f64 (f32)", cli_set_dtype, &dtype},
        {"out", "DIR", "folder for A.f32 and B.f32 (.)", cli_set_text, &out},
    };
    const cli_command command = {
        .name = "inputs",
        .usage = "[OPTIONS]",
        .help =
            "Writes the lab's A and B as raw numbers in row order, little-endian. They equal, bit for bit, "
            "NumPy's\n"
            "  r = default_rng (S); A = r.standard_normal ((N, N)).astype ('f4'); B = likewise, after A\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code != CLI_GO_ON)
        return code;
    mm_error err = {0};
    mm_matrix A = {0}, B = {0};
    mm_status status = mm_folder_make(out, &err);
    if (status == MM_OK)
        status = mm_random_inputs(seed, dtype, size, size, size, &A, &B, &err);
    if (status == MM_OK)
        status = write_rows(out, "A", &A, &err);
    if (status == MM_OK)
        status = write_rows(out, "B", &B, &err);
    mm_matrix_free(&A);
    mm_matrix_free(&B);
    return status == MM_OK ? MM_OK : cli_fail("inputs", &err);
}
