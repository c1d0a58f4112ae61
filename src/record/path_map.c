/* The container of paths.json. Writing is in path_map_json.c, reading in path_map_read.c. */
#include "record/path_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mm_path_map_free(mm_path_map *map)
{
    for (int i = 0; i < map->row_count; i++)
        free(map->rows[i].calls);
    for (int i = 0; i < map->timing_count; i++)
        free(map->timings[i].time.samples_s);
    free(map->frontends);
    free(map->rows);
    free(map->timings);
    *map = (mm_path_map){0};
}

/* Appends to an array whose room doubles: it is full where the count is a power of two. */
static void *append(void *items, int *count, const void *item, size_t bytes)
{
    bool is_full = (*count & (*count - 1)) == 0;
    char *all = is_full ? realloc(items, (size_t)(*count ? 2 * *count : 1) * bytes) : items;
    if (all)
        memcpy(all + (size_t)(*count)++ * bytes, item, bytes);
    return all;
}

mm_path_frontend *mm_path_map_add_frontend(mm_path_map *map, const mm_path_frontend *frontend)
{
    mm_path_frontend *all = append(map->frontends, &map->frontend_count, frontend, sizeof *frontend);
    if (!all)
        return NULL;
    map->frontends = all;
    return &all[map->frontend_count - 1];
}

mm_path_row *mm_path_map_add_row(mm_path_map *map, const mm_path_row *row)
{
    mm_path_row *all = append(map->rows, &map->row_count, row, sizeof *row);
    if (!all)
        return NULL;
    map->rows = all;
    return &all[map->row_count - 1];
}

mm_path_call *mm_path_row_add_call(mm_path_row *row, const mm_path_call *call)
{
    mm_path_call *all = append(row->calls, &row->call_count, call, sizeof *call);
    if (!all)
        return NULL;
    row->calls = all;
    return &all[row->call_count - 1];
}

mm_path_timing *mm_path_map_add_timing(mm_path_map *map, const mm_path_timing *timing)
{
    mm_path_timing *all = append(map->timings, &map->timing_count, timing, sizeof *timing);
    if (!all)
        return NULL;
    map->timings = all;
    return &all[map->timing_count - 1];
}

/* The least routine after `last`; NULL where there is none. */
static const char *next_routine(const mm_path_row *row, const char *last)
{
    const char *next = NULL;
    for (int i = 0; i < row->call_count; i++) {
        const char *routine = row->calls[i].routine;
        if (strcmp(routine, last) > 0 && (!next || strcmp(routine, next) < 0))
            next = routine;
    }
    return next;
}

void mm_path_row_found(const mm_path_row *row, char found[MM_PATH_FOUND_SIZE])
{
    size_t length = 0;
    snprintf(found, MM_PATH_FOUND_SIZE, "none");
    for (const char *next = next_routine(row, ""); next && length < MM_PATH_FOUND_SIZE;
         next = next_routine(row, next))
        length +=
            (size_t)snprintf(found + length, MM_PATH_FOUND_SIZE - length, "%s%s", length ? " " : "", next);
}

bool mm_path_row_is_as_expected(const mm_path_row *row)
{
    char found[MM_PATH_FOUND_SIZE];
    mm_path_row_found(row, found);
    return !*row->reason && strcmp(found, row->expected) == 0;
}

const mm_path_frontend *mm_path_map_frontend(const mm_path_map *map, const char *name, const char *version)
{
    for (int i = 0; i < map->frontend_count; i++)
        if (strcmp(map->frontends[i].name, name) == 0 && strcmp(map->frontends[i].version, version) == 0)
            return &map->frontends[i];
    return NULL;
}

const mm_path_row *mm_path_map_row(const mm_path_map *map, const char *frontend, const char *version,
                                   const char *id)
{
    for (int i = 0; i < map->row_count; i++) {
        const mm_path_row *row = &map->rows[i];
        if (strcmp(row->frontend, frontend) == 0 && strcmp(row->version, version) == 0 &&
            strcmp(row->id, id) == 0)
            return row;
    }
    return NULL;
}

const mm_path_timing *mm_path_map_timing(const mm_path_map *map, const char *frontend, const char *version,
                                         const char *what, int64_t size)
{
    for (int i = 0; i < map->timing_count; i++) {
        const mm_path_timing *timing = &map->timings[i];
        if (strcmp(timing->frontend, frontend) == 0 && strcmp(timing->version, version) == 0 &&
            strcmp(timing->what, what) == 0 && timing->time.size == size && timing->time.median_s > 0)
            return timing;
    }
    return NULL;
}
