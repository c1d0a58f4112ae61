/* Another program's output: package managers and the loader's tools are asked so. */
#ifndef MM_COMMAND_H
#define MM_COMMAND_H

/* Runs argv[0], found on PATH or in /usr/sbin and /sbin, in the locale C, and returns what it prints on
 * stdout as a new text: free (). NULL where it cannot be run, fails, or takes longer than some seconds. */
char *mm_command_output(char *const argv[]);

#endif
