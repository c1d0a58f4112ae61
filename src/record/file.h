/* Whole files, read and written. */
#ifndef MM_FILE_H
#define MM_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

/* Writes text to a temporary name beside path, syncs, and renames it over path (then syncs the folder), so
 * that an old good file is never lost to a failed write. The error names the path and the system's reason. */
mm_status mm_file_write(const char *path, const void *bytes, size_t size, mm_error *err);

/* Reads a whole file into a new zero-terminated buffer; free with free (). size may be NULL. */
mm_status mm_file_read(const char *path, char **bytes, size_t *size, mm_error *err);

/* Makes a folder and its parents; one that exists is fine. */
mm_status mm_folder_make(const char *path, mm_error *err);

/* Can a file be written in this folder? Finds out by making one and removing it: permissions do not tell of a
 * mount that is read-only. MM_IO, with the folder and the system's reason. */
mm_status mm_folder_check_writable(const char *path, mm_error *err);

/* Both, before minutes are measured that could not be kept. *made: path was not there before, so that it may
 * be removed where nothing came of it. path NULL: nothing is to be written, and all is well. */
mm_status mm_folder_prepare(const char *path, bool *made, mm_error *err);

enum { MM_SHA256_HEX_SIZE = 65 };
void mm_sha256_hex(const void *bytes, size_t size, char hex[MM_SHA256_HEX_SIZE]);

#endif
