#ifndef CJPEG_FAILURE_H
#define CJPEG_FAILURE_H

#include "CJPEGShim.h"

#include <stdio.h>

#include <jpeglib.h>

#include <setjmp.h>

/// Prevents inlining of a function that calls setjmp.
#define CJPEG_APART __attribute__((noinline))

/// libjpeg's error manager with the jump target; `manager` must be the first member, because
/// libjpeg passes back only a pointer to it.
struct cjpeg_failure {
    struct jpeg_error_mgr manager;
    jmp_buf place;
    enum cjpeg_status status;
    struct cjpeg_message *message;
    /// Nonzero if the data ended before the picture.
    int has_ended;
};

/// Sets up the error manager; `setjmp(failure->place)` must follow before libjpeg is called.
struct jpeg_error_mgr *cjpeg_prepare_failure(struct cjpeg_failure *failure,
                                             struct cjpeg_message *message);

/// Ends the call with a status and a message.
_Noreturn void cjpeg_fail(j_common_ptr info, enum cjpeg_status status, const char *text);

#endif
