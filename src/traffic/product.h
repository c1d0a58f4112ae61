/* A product made ready so that what it moves between caches can be counted, and nothing else is. */
#ifndef MM_PRODUCT_H
#define MM_PRODUCT_H

#include "methods.h"

typedef struct mm_product {
    const mm_method *method;
    mm_matrix A, B, C;
} mm_product;

/* New n x n matrices of the method's product. What a method does once is over when this returns: two thin
 * products, of a strip of rows and a strip of columns, have made it walk through the memory that it keeps
 * between products (a BLAS packs into it; one that keeps less for a thin product walks through the rest in
 * the full one, which shows as a few MB from memory). Then A, B and C were walked through once, in this
 * order: so the caches hold what a caller's last look at the matrices leaves there. Free with
 * mm_product_free. */
mm_status mm_product_make(const mm_method *method, mm_dtype dtype, int64_t n, mm_product *product,
                          mm_error *err);
void mm_product_run(mm_product *product);
void mm_product_free(mm_product *product);

#endif
