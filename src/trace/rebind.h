/* The recorder put into the running process, and taken out of it again: every slot through which a loaded
 * file calls a BLAS or LAPACK routine is made to lead to a wrapper, which passes the call on to where the
 * slot led. The file with this code must stay loaded as long as a wrapper may be called: see mm_rebind_stay.
 */
#ifndef MM_TRACE_REBIND_H
#define MM_TRACE_REBIND_H

#include <stdbool.h>

#include "trace/got.h"

/* Keeps the file with this code loaded until the process ends; false where that cannot be done. */
bool mm_rebind_stay(void);

/* Rebinds the slots of all files that are loaded and are not rebound yet. While any is rebound, files that
 * the process loads by their whole path are rebound as they are loaded. Returns how many slots lead to
 * wrappers. */
int mm_rebind_all(void);

/* Puts every slot back to what it held. Those of files that were unloaded are not touched. */
void mm_rebind_undo(void);

/* Slots that could not be rebound the last time: no wrapper was left, no memory, their page could not be made
 * writable, or the function that the loader will bind them to is not known (mm_trace_scope_is_first). */
int mm_rebind_failed(void);

/* The slots as they are, rebound or not. Free with mm_got_free. */
mm_got_list mm_rebind_slots(void);

#endif
