#include "kernels/gemm_workspace.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { HUGE_PAGE_BYTES = 2 * 1024 * 1024 };

static _Thread_local struct {
    void *memory;
    size_t bytes;
} workspace;

/* The value of the key is never NULL where the thread has a workspace: its destructor frees that. */
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int key_error = -1;

static void free_workspace(void *unused)
{
    (void)unused;
    free(workspace.memory);
    workspace.memory = NULL;
    workspace.bytes = 0;
}

static void make_key(void)
{
    key_error = pthread_key_create(&key, free_workspace);
}

/* A MEX file is unloaded by `clear`: the key must not outlive the function that it would call. */
__attribute__((destructor)) static void unload(void)
{
    free_workspace(NULL);
    if (key_error == 0)
        pthread_key_delete(key);
}

mm_status mm_gemm_workspace(size_t bytes, void **out, mm_error *err)
{
    *out = workspace.memory;
    if (workspace.bytes >= bytes)
        return MM_OK;
    pthread_once(&once, make_key);
    if (bytes > PTRDIFF_MAX - HUGE_PAGE_BYTES)
        return mm_fail_memory(err, (double)bytes);
    const size_t whole_pages = (bytes + HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
    void *memory = aligned_alloc(HUGE_PAGE_BYTES, whole_pages);
    if (!memory)
        return mm_fail_memory(err, (double)whole_pages);
    if (key_error != 0 || pthread_setspecific(key, memory) != 0) {
        free(memory);
        return mm_fail_memory(err, (double)whole_pages);
    }
    madvise(memory, whole_pages, MADV_HUGEPAGE); /* a wish: without it the panels lie in small pages */
    free_workspace(NULL);
    workspace.memory = *out = memory;
    workspace.bytes = whole_pages;
    return MM_OK;
}
