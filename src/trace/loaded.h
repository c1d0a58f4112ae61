/* The loaded files that multiply matrices, noted in the record whether their calls are seen or not. */
#ifndef MM_TRACE_LOADED_H
#define MM_TRACE_LOADED_H

/* Notes those that were loaded since the last time. Cheap where nothing was: the loader is asked for a count.
 * Takes the loader's lock of its list for a moment, then the recorder's; opens no file and calls no code of
 * theirs. */
void mm_trace_note_new(void);

#endif
