#include "failure.h"

#include <ctype.h>
#include <string.h>

#include <jerror.h>

static void copy_text(struct cjpeg_message *message, const char *text) {
    size_t length = strlen(text);
    if (length > sizeof message->text - 1) length = sizeof message->text - 1;
    memcpy(message->text, text, length);
    message->text[length] = '\0';
    // Messages start in lowercase, except for abbreviations.
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
        // The memory manager reached max_memory_to_use.
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

// Warnings have level -1. Only the first is kept, as it causes the others.
static void take_warning(j_common_ptr info, int level) {
    if (level >= 0) return;
    if (info->err->num_warnings == 0) keep_message(info);
    if (info->err->msg_code == JWRN_JPEG_EOF && info->is_decompressor) {
        const struct jpeg_decompress_struct *decompress = (const void *)info;
        // libjpeg continues past the end of the data: only rows before the first such warning are
        // real.
        struct cjpeg_failure *failure = (struct cjpeg_failure *)info->err;
        if (!failure->has_ended) {
            failure->message->lacks_rows =
                decompress->input_scan_number <= 1 && decompress->input_iMCU_row == 0
                && decompress->total_iMCU_rows > 1;
        }
        failure->has_ended = 1;
    }
    if (info->err->num_warnings < 1000) ++info->err->num_warnings;
}

static void print_nothing(j_common_ptr info) { (void)info; }

struct jpeg_error_mgr *cjpeg_prepare_failure(struct cjpeg_failure *failure,
                                             struct cjpeg_message *message) {
    message->text[0] = '\0';
    message->lacks_rows = 0;
    failure->has_ended = 0;
    failure->status = CJPEG_OK;
    failure->message = message;
    struct jpeg_error_mgr *manager = jpeg_std_error(&failure->manager);
    manager->error_exit = leave;
    manager->emit_message = take_warning;
    manager->output_message = print_nothing;
    return manager;
}
