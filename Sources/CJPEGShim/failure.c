#include "failure.h"

#include <ctype.h>
#include <string.h>

#include <jerror.h>

static void copy_text(struct cjpeg_message *message, const char *text) {
    size_t length = strlen(text);
    if (length > sizeof message->text - 1) length = sizeof message->text - 1;
    memcpy(message->text, text, length);
    message->text[length] = '\0';
    // Sentences in this project's messages begin in lower case; abbreviations stay as they are.
    if (length > 1 && islower((unsigned char)text[1])) {
        message->text[0] = (char)tolower((unsigned char)text[0]);
    }
}

static void keep_message(j_common_ptr info) {
    struct cjpeg_failure *failure = (struct cjpeg_failure *)info->err;
    char text[JMSG_LENGTH_MAX];
    failure->manager.format_message(info, text);
    copy_text(failure->message, text);
}

_Noreturn static void leave(j_common_ptr info) {
    struct cjpeg_failure *failure = (struct cjpeg_failure *)info->err;
    keep_message(info);
    switch (failure->manager.msg_code) {
    case JERR_OUT_OF_MEMORY:
        failure->status = CJPEG_OUT_OF_MEMORY;
        break;
    case JERR_NO_BACKING_STORE:
        // The memory manager met max_memory_to_use.
        failure->status = CJPEG_TOO_LARGE;
        break;
    default:
        failure->status = CJPEG_DAMAGED;
    }
    longjmp(failure->place, 1);
}

_Noreturn void cjpeg_fail(j_common_ptr info, enum cjpeg_status status, const char *text) {
    struct cjpeg_failure *failure = (struct cjpeg_failure *)info->err;
    copy_text(failure->message, text);
    failure->status = status;
    longjmp(failure->place, 1);
}

// Warnings have level -1. The first is kept: the ones after it follow from it.
static void take_warning(j_common_ptr info, int level) {
    if (level >= 0) return;
    if (info->err->num_warnings == 0) keep_message(info);
    if (info->err->num_warnings < 1000) ++info->err->num_warnings;
}

static void print_nothing(j_common_ptr info) { (void)info; }

struct jpeg_error_mgr *cjpeg_prepare_failure(struct cjpeg_failure *failure,
                                             struct cjpeg_message *message) {
    message->text[0] = '\0';
    failure->status = CJPEG_OK;
    failure->message = message;
    struct jpeg_error_mgr *manager = jpeg_std_error(&failure->manager);
    manager->error_exit = leave;
    manager->emit_message = take_warning;
    manager->output_message = print_nothing;
    return manager;
}
