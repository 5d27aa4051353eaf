#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_once_t opened = PTHREAD_ONCE_INIT;
static struct vips_library library;
static char failure[200];

struct symbol {
    const char *name;
    void *place;
};

static void drop_log(const char *domain, int level, const char *text, void *data) {
    (void)domain;
    (void)level;
    (void)text;
    (void)data;
}

/// Looks up a symbol; POSIX allows storing a function's address in an object pointer.
static int find(void *handle, const struct symbol *symbol) {
    void *address = dlsym(handle, symbol->name);
    if (address == NULL) {
        snprintf(failure, sizeof failure, "libvips.so.42 has no function %s", symbol->name);
        return 0;
    }
    memcpy(symbol->place, &address, sizeof address);
    return 1;
}

static int find_all(void *handle) {
    const struct symbol symbols[] = {
        {"vips_init", &library.init},
        {"vips_concurrency_set", &library.concurrency_set},
        {"vips_cache_set_max", &library.cache_set_max},
        {"vips_error_buffer_copy", &library.error_buffer_copy},
        {"vips_thread_shutdown", &library.thread_shutdown},
        {"vips_foreign_find_load_buffer", &library.foreign_find_load_buffer},
        {"vips_image_new_from_buffer", &library.image_new_from_buffer},
        {"vips_image_get_width", &library.image_get_width},
        {"vips_image_get_height", &library.image_get_height},
        {"vips_image_get_bands", &library.image_get_bands},
        {"vips_image_get_format", &library.image_get_format},
        {"vips_image_get_interpretation", &library.image_get_interpretation},
        {"vips_image_get_orientation", &library.image_get_orientation},
        {"vips_image_hasalpha", &library.image_hasalpha},
        {"vips_image_get_typeof", &library.image_get_typeof},
        {"vips_thumbnail_buffer", &library.thumbnail_buffer},
        {"vips_thumbnail_image", &library.thumbnail_image},
        {"vips_colourspace", &library.colourspace},
        {"vips_flatten", &library.flatten},
        {"vips_array_double_new", &library.array_double_new},
        {"vips_area_unref", &library.area_unref},
        {"vips_cast", &library.cast},
        {"vips_image_write_to_memory", &library.image_write_to_memory},
        {"vips_image_new_from_memory", &library.image_new_from_memory},
        {"vips_copy", &library.copy},
        {"vips_image_set_blob_copy", &library.image_set_blob_copy},
        {"vips_image_write_to_buffer", &library.image_write_to_buffer},
        {"g_log_set_handler", &library.log_set_handler},
        {"g_object_unref", &library.object_unref},
        {"g_free", &library.memory_free},
    };
    for (size_t index = 0; index < sizeof symbols / sizeof symbols[0]; ++index) {
        if (!find(handle, &symbols[index])) return 0;
    }
    return 1;
}

static void open_library(void) {
    // Never closed: GLib's types and threads cannot be unloaded.
    void *handle = dlopen("libvips.so.42", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        const char *reason = dlerror();
        snprintf(failure, sizeof failure, "%s", reason == NULL ? "unknown reason" : reason);
        return;
    }
    if (!find_all(handle)) return;
    // Warnings would be printed to standard error. Level 1 << 4 is GLib's G_LOG_LEVEL_WARNING, 7 <<
    // 5 covers the lower levels.
    void (*handler)(const char *, int, const char *, void *) = drop_log;
    void *address;
    memcpy(&address, &handler, sizeof address);
    library.log_set_handler("VIPS", (1 << 4) | (7 << 5), address, NULL);
    if (library.init("gallery") != 0) {
        snprintf(failure, sizeof failure, "libvips.so.42 cannot be initialised");
        library.init = NULL;
        return;
    }
    // Since 8.13; with older versions, only the check of the loader protects.
    const struct symbol block = {"vips_block_untrusted_set", &library.block_untrusted_set};
    if (find(handle, &block)) library.block_untrusted_set(1);
    failure[0] = '\0';
    library.concurrency_set(1);
    library.cache_set_max(0);
}

int cvips_take_message(const struct vips_library *vips, struct cvips_message *message) {
    char *text = vips->error_buffer_copy();
    if (text != NULL) {
        text[strcspn(text, "\n")] = '\0';
        snprintf(message->text, sizeof message->text, "%s", text);
        vips->memory_free(text);
    }
    return strstr(message->text, "out of memory") != NULL;
}

const struct vips_library *cvips_library(const char **reason) {
    pthread_once(&opened, open_library);
    *reason = failure;
    return failure[0] == '\0' ? &library : NULL;
}
