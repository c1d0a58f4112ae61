/* The roofline of a machine as a page for a terminal. */
#ifndef MM_ROOFLINE_PAGE_H
#define MM_ROOFLINE_PAGE_H

#include "measure/machine_roofline.h"

/* Free *text with free (). */
mm_status mm_roofline_page(const mm_machine_roofline *roofline, char **text, mm_error *err);

enum { MM_BYTES_TEXT_SIZE = 24 };
void mm_format_bytes(double bytes, char text[MM_BYTES_TEXT_SIZE]); /* "45 KiB", "1.7 MiB" */

#endif
