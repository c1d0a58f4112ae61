#include "traffic/model.h"

#include <math.h>
#include <string.h>

#include "traffic/geometry.h"

/* A product and a cache, in lines. Matrices are column-major without gaps, as the benchmark makes them. */
typedef struct loop_model {
    double n;      /* rows and columns */
    double column; /* lines of a column */
    double matrix; /* lines of a matrix */
    double stride; /* lines from one column to the next: below 1 where several share a line */
    double sets, ways;
    int64_t block; /* block size, at most n */
    double element_bytes;
    double line_bytes;
} loop_model;

/* The lines that the cache can hold of `run` successive lines of each column: strides that are a multiple of
 * a power of two lines reach only some of the sets. */
static double room(const loop_model *model, double run)
{
    double reached = model->sets;
    if (model->stride >= 1 && model->stride == floor(model->stride)) {
        int64_t common = (int64_t)model->stride & -(int64_t)model->stride; /* the power of two in it */
        reached = fmin(model->sets, model->sets / (double)common * fmin(run, (double)common));
        reached = fmax(reached, fmin(run, model->sets));
    }
    return reached * model->ways;
}

static double capacity(const loop_model *model)
{
    return model->sets * model->ways;
}

/* A walk along a row touches a line of each column. B passes by for each row, and a row of C. */
static double naive_lines(const loop_model *model)
{
    double row = fmin(model->n, model->n * model->stride);
    bool row_fits = row <= room(model, 1) && row + model->column <= capacity(model);
    bool B_fits = row_fits && 2 * row + model->matrix <= capacity(model);
    double A = row_fits ? model->matrix : model->n * model->n * row; /* the next row lies in the same lines */
    double B = B_fits ? model->matrix : model->n * model->matrix;
    double C = B_fits ? model->matrix : model->n * row;
    return A + B + C;
}

/* Columns of A stream past one column of C. */
static double reordered_lines(const loop_model *model)
{
    bool A_fits = model->matrix + 2 * model->column <= capacity(model);
    bool C_fits = 2 * model->column + 1 <= capacity(model);
    double A = A_fits ? model->matrix : model->n * model->matrix;
    double C = C_fits ? model->matrix : model->n * model->matrix;
    return A + model->matrix + C;
}

/* A block of A meets `block` columns of C. */
static double blocked_lines(const loop_model *model)
{
    double block = (double)model->block, blocks = ceil(model->n / block);
    double run = ceil(block * model->element_bytes / model->line_bytes);
    double panel = block * model->column; /* of B or C: `block` columns */
    bool block_fits = block * run <= room(model, run) && block * run + 2 * run <= capacity(model);
    bool three_fit = block_fits && 3 * block * run <= fmin(room(model, run) * 3, capacity(model));
    bool panels_fit = three_fit && 2 * panel + block * run <= capacity(model);
    bool A_fits = model->matrix + 2 * panel <= capacity(model);
    double A = A_fits ? 1 : block_fits ? blocks : model->n;
    double B = three_fit || A_fits ? 1 : blocks;
    double C = panels_fit || A_fits ? 1 : blocks;
    return (A + B + C) * model->matrix;
}

static double least_lines(const loop_model *model)
{
    double elements = capacity(model) * model->line_bytes / model->element_bytes;
    double moved = 2 * pow(model->n, 3) / sqrt(elements) * model->element_bytes / model->line_bytes;
    return fmax(3 * model->matrix, moved);
}

typedef double lines_function(const loop_model *model);

static lines_function *order_of(const mm_method *method)
{
    if (method->uses_blas)
        return least_lines;
    if (method->block_size > 0)
        return blocked_lines;
    if (strcmp(method->name, "naive") == 0)
        return naive_lines;
    return strcmp(method->name, "reordered") == 0 ? reordered_lines : least_lines;
}

double mm_model_bytes(const mm_method *method, mm_dtype dtype, int64_t n, const mm_geometry *cache)
{
    double bytes = (double)mm_dtype_bytes(dtype), line = cache->line_bytes;
    loop_model model = {.n = (double)n,
                        .column = ceil((double)n * bytes / line),
                        .matrix = ceil((double)n * (double)n * bytes / line),
                        .stride = (double)n * bytes / line,
                        .sets = (double)mm_geometry_sets(cache),
                        .ways = cache->ways,
                        .block = method->block_size < n ? method->block_size : n,
                        .element_bytes = bytes,
                        .line_bytes = line};
    if (3 * model.matrix <= capacity(&model))
        return 0;
    return order_of(method)(&model) * line;
}

const char *mm_model_meaning(const mm_method *method)
{
    return order_of(method) == least_lines ? "the least that any order of the loops can move"
                                           : "worked out from the order of the loops";
}
