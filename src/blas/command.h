/* Another program's output: package managers and the loader's tools are asked so. */
#ifndef MM_COMMAND_H
#define MM_COMMAND_H

#define MM_COMMAND_PATIENCE_S 10.0 /* for what should take some milliseconds, on a disk that is asleep */

/* Runs argv[0], found on PATH or in /usr/sbin and /sbin, in the locale C, and returns what it prints on
 * stdout as a new text: free (). NULL where it cannot be run, fails, prints without end, or has not ended
 * after patience_s: then it is ended. */
char *mm_command_output(char *const argv[], double patience_s);

#endif
