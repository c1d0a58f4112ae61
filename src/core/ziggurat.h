/* The layers of the ziggurat that covers the right half of the standard normal's density exp (-x^2 / 2).
 * G. Marsaglia and W. W. Tsang, J. Stat. Softw. 5(8), 2000. */
#ifndef MM_ZIGGURAT_H
#define MM_ZIGGURAT_H

#include <stdint.h>

enum { MM_ZIGGURAT_LAYERS = 256 };

typedef struct mm_ziggurat_layer {
    uint64_t accept_below; /* a 52-bit mantissa below this lies in the layer's rectangle: no further test */
    double width;          /* mantissa -> x: the layer's right edge divided by 2^52 */
    double density;        /* exp (-x^2 / 2) at the right edge */
} mm_ziggurat_layer;

extern const mm_ziggurat_layer mm_ziggurat[MM_ZIGGURAT_LAYERS];

#define MM_ZIGGURAT_TAIL 3.6541528853610087963519472518 /* r: where the unbounded tail begins */
#define MM_ZIGGURAT_TAIL_INVERSE 0.27366123732975827203338247596 /* 1 / r: NumPy multiplies, and the last bit shows */

#endif
