// Opens libcurl when a function of it is first called: loading libcurl and the 25 libraries that it
// needs takes 4 ms, and most commands never use the network.
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static pthread_once_t opened = PTHREAD_ONCE_INIT;
static void *library;
static char failure[512];

static void open_library(void) {
    library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) snprintf(failure, sizeof failure, "%s", dlerror());
}

const char *gallery_curl_failure(void) {
    pthread_once(&opened, open_library);
    return library == NULL ? failure : NULL;
}

/// Returns the address of a function; null if libcurl is not installed.
static void *find(const char *name) {
    pthread_once(&opened, open_library);
    return library == NULL ? NULL : dlsym(library, name);
}

/// The body of a function that calls libcurl's function of a name, or returns `failure`.
#define FORWARD(failure, name, ...)                                  \
    static _Atomic(__typeof__(&name)) address;                       \
    __typeof__(&name) function = atomic_load(&address);              \
    if (function == NULL) {                                          \
        void *found = find(#name);                                   \
        if (found == NULL) return failure;                           \
        memcpy(&function, &found, sizeof function);                  \
        atomic_store(&address, function);                            \
    }                                                                \
    return function(__VA_ARGS__)

CURLcode curl_global_init(long flags) {
    FORWARD(CURLE_FAILED_INIT, curl_global_init, flags);
}

CURL *curl_easy_init(void) {
    FORWARD(NULL, curl_easy_init);
}

void curl_easy_cleanup(CURL *easy) {
    FORWARD(, curl_easy_cleanup, easy);
}

CURLM *curl_multi_init(void) {
    FORWARD(NULL, curl_multi_init);
}

CURLMcode curl_multi_cleanup(CURLM *multi) {
    FORWARD(CURLM_INTERNAL_ERROR, curl_multi_cleanup, multi);
}

CURLMcode curl_multi_add_handle(CURLM *multi, CURL *easy) {
    FORWARD(CURLM_INTERNAL_ERROR, curl_multi_add_handle, multi, easy);
}

CURLMcode curl_multi_remove_handle(CURLM *multi, CURL *easy) {
    FORWARD(CURLM_INTERNAL_ERROR, curl_multi_remove_handle, multi, easy);
}

CURLMcode curl_multi_perform(CURLM *multi, int *running) {
    FORWARD(CURLM_INTERNAL_ERROR, curl_multi_perform, multi, running);
}

CURLMcode curl_multi_poll(
    CURLM *multi, struct curl_waitfd *extra, unsigned int count, int timeout, int *ready) {
    FORWARD(CURLM_INTERNAL_ERROR, curl_multi_poll, multi, extra, count, timeout, ready);
}

CURLMcode curl_multi_wakeup(CURLM *multi) {
    FORWARD(CURLM_INTERNAL_ERROR, curl_multi_wakeup, multi);
}

CURLMsg *curl_multi_info_read(CURLM *multi, int *queued) {
    FORWARD(NULL, curl_multi_info_read, multi, queued);
}

struct curl_slist *curl_slist_append(struct curl_slist *list, const char *text) {
    FORWARD(NULL, curl_slist_append, list, text);
}

void curl_slist_free_all(struct curl_slist *list) {
    FORWARD(, curl_slist_free_all, list);
}

CURLU *curl_url(void) {
    FORWARD(NULL, curl_url);
}

void curl_url_cleanup(CURLU *url) {
    FORWARD(, curl_url_cleanup, url);
}

CURLUcode curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
    FORWARD(CURLUE_OUT_OF_MEMORY, curl_url_get, url, part, text, flags);
}

CURLUcode curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
    FORWARD(CURLUE_OUT_OF_MEMORY, curl_url_set, url, part, text, flags);
}

void curl_free(void *memory) {
    FORWARD(, curl_free, memory);
}

CURLcode gallery_curl_easy_set_long(CURL *easy, CURLoption option, long value) {
    FORWARD(CURLE_FAILED_INIT, curl_easy_setopt, easy, option, value);
}

CURLcode gallery_curl_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    FORWARD(CURLE_FAILED_INIT, curl_easy_setopt, easy, option, value);
}

CURLcode gallery_curl_easy_set_string(CURL *easy, CURLoption option, const char *value) {
    FORWARD(CURLE_FAILED_INIT, curl_easy_setopt, easy, option, value);
}

CURLcode gallery_curl_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
    FORWARD(CURLE_FAILED_INIT, curl_easy_setopt, easy, option, value);
}

CURLcode gallery_curl_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    FORWARD(CURLE_FAILED_INIT, curl_easy_setopt, easy, option, value);
}

CURLcode gallery_curl_easy_set_receiver(
    CURL *easy, CURLoption option, size_t (*value)(char *, size_t, size_t, void *)) {
    FORWARD(CURLE_FAILED_INIT, curl_easy_setopt, easy, option, value);
}

CURLcode gallery_curl_easy_set_prerequest(
    CURL *easy, int (*value)(void *, char *, char *, int, int)) {
    FORWARD(CURLE_FAILED_INIT, curl_easy_setopt, easy, CURLOPT_PREREQFUNCTION, value);
}

CURLcode gallery_curl_easy_get_long(CURL *easy, CURLINFO info, long *value) {
    FORWARD(CURLE_FAILED_INIT, curl_easy_getinfo, easy, info, value);
}

CURLcode gallery_curl_easy_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    FORWARD(CURLE_FAILED_INIT, curl_easy_getinfo, easy, info, value);
}

CURLMcode gallery_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    FORWARD(CURLM_INTERNAL_ERROR, curl_multi_setopt, multi, option, value);
}
