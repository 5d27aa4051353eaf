#ifndef CJPEG_FAILURE_H
#define CJPEG_FAILURE_H

#include "CJPEGShim.h"

#include <stdio.h>

#include <jpeglib.h>

#include <setjmp.h>

/// Keeps a function that calls setjmp from becoming part of its caller.
#define CJPEG_APART __attribute__((noinline))

/// libjpeg's error manager with the place to return to; `manager` stays the first member, because
/// libjpeg hands back a pointer to it alone.
struct cjpeg_failure {
    struct jpeg_error_mgr manager;
    jmp_buf place;
    enum cjpeg_status status;
    struct cjpeg_message *message;
    /// Whether the file's bytes were at their end before the picture was.
    int has_ended;
};

/// Sets the error manager up; `setjmp(failure->place)` must follow before libjpeg is called.
struct jpeg_error_mgr *cjpeg_prepare_failure(struct cjpeg_failure *failure,
                                             struct cjpeg_message *message);

/// Ends the call with a status and a text.
_Noreturn void cjpeg_fail(j_common_ptr info, enum cjpeg_status status, const char *text);

#endif
