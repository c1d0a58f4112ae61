/* The environment that a worker starts with. */
#ifndef MM_RIVAL_ENVIRONMENT_H
#define MM_RIVAL_ENVIRONMENT_H

#include <stdbool.h>

/* A copy of an environment with settings made: "NAME=value" in the place of what NAME was, "NAME" to leave it
 * out; a later one wins. Both arrays end with NULL. A new array that ends with NULL, or NULL where memory ran
 * out: mm_rival_environment_free. */
char **mm_environment_with(char *const *base, const char *const *settings);
void mm_rival_environment_free(char **environment);

/* The value of a variable, or NULL. */
const char *mm_environment_value(char *const *environment, const char *name);

/* "LD_LIBRARY_PATH=/folder/of/the/library:what/it/was": what a library needs beside it is found, as a Python
 * wheel's libraries lie. before may be NULL. Free with free (). NULL where memory ran out. */
char *mm_environment_library_path(const char *path, const char *before);

typedef struct mm_rival_settings {
    const char *path;    /* of the library; "" for none */
    const char *setting; /* what selects a kernel, "NAME=value"; "" for nothing */
    int threads;         /* 0: as the user has set them */
    bool keep_kernel;    /* as the user has set it, but for what `setting` names; else the library chooses */
} mm_rival_settings;

/* Ours, but for what selects kernels and threads; and the folder of the library is searched. As
 * mm_environment_with. */
char **mm_rival_environment(const mm_rival_settings *settings);

/* The variables that set the number of threads of one BLAS or another; NULL ends the list. */
extern const char *const mm_thread_variables[];

#endif
