/* The environment that a rival's worker starts with. */
#ifndef MM_RIVAL_ENVIRONMENT_H
#define MM_RIVAL_ENVIRONMENT_H

/* Ours, but for what selects kernels and threads: those are `setting` ("NAME=value", or "" for the library's
 * own choice) and `threads`; and the folder of the library at `path` is searched for what it needs beside it,
 * as a Python wheel's libraries lie ("" for none). A new array that ends with NULL, or NULL where memory ran out:
 * mm_rival_environment_free. */
char **mm_rival_environment(const char *path, const char *setting, int threads);
void mm_rival_environment_free(char **environment);

#endif
