/* Memory for packed panels that a thread keeps from call to call: in pages as large as the system has, so
 * that the panels take few entries of the TLB, and written once before it is used, not in every call. */
#ifndef MM_GEMM_WORKSPACE_H
#define MM_GEMM_WORKSPACE_H

#include <stddef.h>

#include "core/status.h"

/* At least `bytes`, aligned to a page; what it held is lost where it had to grow. It is the calling thread's,
 * which must not free it: that happens when the thread ends, or when the library is unloaded (for the thread
 * that unloads it). Error: noMemory. */
mm_status mm_gemm_workspace(size_t bytes, void **out, mm_error *err);

#endif
