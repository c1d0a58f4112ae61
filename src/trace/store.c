#include "trace/store.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "trace/symbols.h"

mm_trace_header *mm_trace_store;

static char path[4096]; /* of the file; "" for memory alone */
static size_t reserved; /* bytes that can be written */

enum { FIRST = 16 << 10 }; /* most processes need no more: the header, a few rows */

/* Has the file system set blocks aside: writing to a mapped page that has none would end the process where
 * the disk is full. A limit on file sizes is asked beforehand, since going over it raises a signal. */
static bool reserve(int file, size_t size)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < size)
        return false;
    return posix_fallocate(file, 0, (off_t)size) == 0;
}

static bool grow(size_t size)
{
    if (size > MM_TRACE_SIZE_MAX)
        return false;
    if (size < 2 * reserved)
        size = 2 * reserved < MM_TRACE_SIZE_MAX ? 2 * reserved : MM_TRACE_SIZE_MAX;
    if (*path) {
        int file = open(path, O_RDWR | O_CLOEXEC);
        bool done = file >= 0 && reserve(file, size);
        if (file >= 0)
            close(file);
        if (!done)
            return false;
    }
    reserved = size;
    return true;
}

/* The file is closed at once: a program that closes all files it does not know does no harm. */
static void *map_file(const char *folder)
{
    int file = -1;
    for (int i = 0; i < 10000 && file < 0; i++) {
        int length = snprintf(path, sizeof path, "%s/%d.%d" MM_TRACE_SUFFIX, folder, (int)getpid(), i);
        if (length >= (int)sizeof path)
            return MAP_FAILED;
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file < 0 && access(path, F_OK) != 0)
            return MAP_FAILED;
    }
    if (file < 0)
        return MAP_FAILED;
    reserved = FIRST;
    void *memory = MAP_FAILED;
    if (reserve(file, reserved))
        memory = mmap(NULL, MM_TRACE_SIZE_MAX, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return memory;
}

static void *map_memory(void)
{
    *path = '\0';
    reserved = MM_TRACE_SIZE_MAX;
    return mmap(NULL, MM_TRACE_SIZE_MAX, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                -1, 0);
}

bool mm_trace_store_open(const char *folder)
{
    mm_trace_header *header = folder ? map_file(folder) : map_memory();
    if (header == MAP_FAILED)
        return false;
    header->symbol_count = (uint32_t)mm_trace_symbol_count();
    header->pid = (int32_t)getpid();
    header->parent_pid = (int32_t)getppid();
    header->used = (sizeof *header + 63) / 64 * 64;
    header->object_count = 1;
    ssize_t length = readlink("/proc/self/exe", header->program, sizeof header->program - 1);
    if (length <= 0)
        snprintf(header->program, sizeof header->program, "unknown");
    memcpy(header->magic, MM_TRACE_MAGIC, sizeof header->magic);
    mm_trace_store = header;
    return true;
}

/* The pages stay mapped: another frame of this thread may hold a place in them until it returns. */
void mm_trace_store_forget(void)
{
    mm_trace_store = NULL;
}

uint32_t mm_trace_store_take(size_t bytes)
{
    bytes = (bytes + 63) / 64 * 64;
    size_t end = mm_trace_store->used + bytes;
    if (end > reserved && !grow(end))
        return 0;
    uint32_t offset = mm_trace_store->used;
    mm_trace_store->used = (uint32_t)end;
    return offset;
}
