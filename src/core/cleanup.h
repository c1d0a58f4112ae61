/* Memory that is freed when its variable goes out of scope, also where an exception unwinds through the frame: under
 * Octave, an error or Ctrl-C inside a callback is a C++ exception. (GNU C; everything is built with -fexceptions.) */
#ifndef MM_CLEANUP_H
#define MM_CLEANUP_H

#include <stdlib.h>

static inline void mm_free_pointer(void *pointer)
{
    free(*(void **)pointer);
}

#define MM_FREED __attribute__((cleanup(mm_free_pointer)))

#endif
