/* The environment that a worker starts with. */
#ifndef MM_RIVAL_ENVIRONMENT_H
#define MM_RIVAL_ENVIRONMENT_H

/* A copy of an environment with settings made: "NAME=value" in the place of what NAME was, "NAME" to leave it
 * out; a later one wins. Both arrays end with NULL. A new array that ends with NULL, or NULL where memory ran
 * out: mm_environment_free. */
char **mm_environment_with(char *const *base, const char *const *settings);
void mm_environment_free(char **environment);

/* The value of a variable, or NULL. */
const char *mm_environment_value(char *const *environment, const char *name);

/* "LD_LIBRARY_PATH=/folder/of/the/library:what/it/was": what a library needs beside it is found, as a Python
 * wheel's libraries lie. before may be NULL. Free with free (). NULL where memory ran out. */
char *mm_environment_library_path(const char *path, const char *before);

/* Ours, but for what selects kernels and threads: those are `setting` ("NAME=value", or "" for the library's
 * own choice) and `threads`; and the folder of the library at `path` is searched. As mm_environment_with. */
char **mm_rival_environment(const char *path, const char *setting, int threads);

/* The variables that set the number of threads of one BLAS or another; NULL ends the list. */
extern const char *const mm_thread_variables[];

#endif
