/* The environment that a rival's worker starts with. */
#ifndef MM_RIVAL_ENVIRONMENT_H
#define MM_RIVAL_ENVIRONMENT_H

#include <stdbool.h>

typedef struct mm_rival_settings {
    const char *path;    /* of the library; "" for none */
    const char *setting; /* what selects a kernel, "NAME=value"; "" for nothing */
    int threads;         /* 0: as the user has set them */
    bool keep_kernel;    /* as the user has set it, but for what `setting` names; else the library chooses */
} mm_rival_settings;

/* Ours, but for what selects kernels and threads; and the folder of the library is searched for what it needs
 * beside it, as a Python wheel's libraries lie. A new array that ends with NULL, or NULL where memory ran
 * out: mm_rival_environment_free. */
char **mm_rival_environment(const mm_rival_settings *settings);
void mm_rival_environment_free(char **environment);

#endif
