#include "bench/shape.h"

#include <stdio.h>

double mm_shape_flop(const mm_shape *shape)
{
    return 2.0 * (double)shape->m * (double)shape->n * (double)shape->k;
}

void mm_shape_format(const mm_shape *shape, char text[MM_SHAPE_TEXT_SIZE])
{
    if (shape->m == shape->n && shape->n == shape->k)
        snprintf(text, MM_SHAPE_TEXT_SIZE, "N=%lld", (long long)shape->m);
    else
        snprintf(text, MM_SHAPE_TEXT_SIZE, "%lldx%lldx%lld", (long long)shape->m, (long long)shape->n,
                 (long long)shape->k);
}
