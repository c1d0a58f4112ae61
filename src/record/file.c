#include "record/file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sha2.h>

/* Nothing of ours comes near it: a device that never ends must not fill the memory. */
static const size_t READ_MAX_BYTES = (size_t)1 << 30;

static mm_status fail_errno(mm_error *err, const char *id, const char *what, const char *path)
{
    return mm_fail(err, MM_IO, id, "cannot %s %s: %s", what, path, strerror(errno));
}

static mm_status fail_write(mm_error *err, const char *path)
{
    return fail_errno(err, "cannotWrite", "write", path);
}

/* --- writing */

/* A new file beside path under a name that nobody has, open for writing; *name is the caller's, -1 on
 * failure. Not mkstemp, whose files others may not read. */
static int open_temporary(const char *path, char **name)
{
    enum { TRIES = 100 };
    int fd = -1;
    for (int i = 0; i < TRIES; i++) {
        if (asprintf(name, "%s.%ld-%d.tmp", path, (long)getpid(), i) < 0) {
            *name = NULL;
            return -1;
        }
        fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0)
            return fd;
        free(*name);
        *name = NULL;
        if (errno != EEXIST)
            return -1;
    }
    return -1;
}

static bool write_whole(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(fd, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return fsync(fd) == 0;
}

/* Makes the renaming last over a power cut. File systems that cannot sync a folder (EINVAL) have no more to
 * give. */
static bool sync_parent(const char *path)
{
    char *copy = strdup(path);
    if (!copy)
        return false;
    int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(copy);
    if (fd < 0)
        return false;
    bool synced = fsync(fd) == 0 || errno == EINVAL;
    int reason = errno;
    close(fd);
    errno = reason;
    return synced;
}

mm_status mm_file_write(const char *path, const void *bytes, size_t size, mm_error *err)
{
    struct stat old;
    if (stat(path, &old) == 0 && !S_ISREG(old.st_mode)) /* renaming over a device would remove the device */
        return mm_fail(err, MM_IO, "cannotWrite", "cannot write %s: it is %s, expected the name of a file",
                       path, S_ISDIR(old.st_mode) ? "a folder" : "not a regular file");

    char *temporary = NULL;
    int fd = open_temporary(path, &temporary);
    if (fd < 0)
        return fail_write(err, path);

    mm_status status = MM_OK;
    if (!write_whole(fd, bytes, size))
        status = fail_write(err, path);
    if (close(fd) != 0 && status == MM_OK)
        status = fail_write(err, path);
    if (status == MM_OK && rename(temporary, path) != 0)
        status = fail_write(err, path);
    if (status != MM_OK)
        unlink(temporary);
    else if (!sync_parent(path))
        status = fail_write(err, path);
    free(temporary);
    return status;
}

/* --- reading */

/* Appends the rest of fd to a zero-terminated buffer. Returns false with errno set; the buffer is freed by
 * the caller. */
static bool read_whole(int fd, char **bytes, size_t *size)
{
    size_t capacity = 0;
    for (;;) {
        if (*size + 1 >= capacity) {
            capacity = capacity ? 2 * capacity : 65536;
            char *larger = realloc(*bytes, capacity);
            if (!larger)
                return false;
            *bytes = larger;
        }
        ssize_t got = read(fd, *bytes + *size, capacity - *size - 1);
        if (got < 0 && errno != EINTR)
            return false;
        if (got == 0)
            break;
        *size += got > 0 ? (size_t)got : 0;
        if (*size > READ_MAX_BYTES) {
            errno = EFBIG;
            return false;
        }
    }
    (*bytes)[*size] = '\0';
    return true;
}

mm_status mm_file_read(const char *path, char **bytes, size_t *size, mm_error *err)
{
    char *buffer = NULL;
    size_t length = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail_errno(err, "cannotRead", "read", path);
    bool done = read_whole(fd, &buffer, &length);
    mm_status status = done ? MM_OK : fail_errno(err, "cannotRead", "read", path);
    close(fd);
    if (status != MM_OK) {
        free(buffer);
        return status;
    }
    *bytes = buffer;
    if (size)
        *size = length;
    return MM_OK;
}

/* --- folders */

static bool is_folder(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

static bool make_one(const char *path)
{
    if (mkdir(path, 0777) == 0)
        return true;
    if (errno != EEXIST)
        return false;
    if (is_folder(path))
        return true;
    errno = ENOTDIR;
    return false;
}

mm_status mm_folder_make(const char *path, mm_error *err)
{
    if (is_folder(path))
        return MM_OK;
    char *part = strdup(path);
    if (!part)
        return mm_fail_memory(err, (double)strlen(path) + 1);
    bool made = true;
    for (char *slash = strchr(part + (*part == '/'), '/'); slash && made; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        made = is_folder(part) || make_one(part);
        *slash = '/';
    }
    mm_status status = MM_OK;
    if (!made || !make_one(part))
        status = fail_errno(err, "cannotWrite", "make the folder", path);
    free(part);
    return status;
}

mm_status mm_folder_check_writable(const char *path, mm_error *err)
{
    char *probe = NULL, *name = NULL;
    if (asprintf(&probe, "%s/writable", path) < 0)
        return mm_fail_memory(err, (double)strlen(path));
    int fd = open_temporary(probe, &name);
    mm_status status = fd >= 0 ? MM_OK : fail_errno(err, "cannotWrite", "write in the folder", path);
    if (fd >= 0) {
        close(fd);
        unlink(name);
    }
    free(name);
    free(probe);
    return status;
}

mm_status mm_folder_prepare(const char *path, bool *made, mm_error *err)
{
    *made = path && access(path, F_OK) != 0;
    mm_status status = path ? mm_folder_make(path, err) : MM_OK;
    return path && status == MM_OK ? mm_folder_check_writable(path, err) : status;
}

void mm_sha256_hex(const void *bytes, size_t size, char hex[MM_SHA256_HEX_SIZE])
{
    SHA256Data(bytes, size, hex);
}
