#ifndef GALLERY_CCURL_H
#define GALLERY_CCURL_H

// curl's type-checking macros require a constant option; in a wrapper it is a variable.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Swift cannot call variadic C functions, and curl_easy_setopt, curl_easy_getinfo and
// curl_multi_setopt are variadic. Each wrapper below fixes the type of the value, so that the
// compiler converts it as curl expects.

/// Opens libcurl and returns the system's reason if that fails, otherwise null.
const char *gallery_curl_failure(void);

/// Sets an option that takes a long: numbers, switches and bit masks.
CURLcode gallery_curl_easy_set_long(CURL *easy, CURLoption option, long value);

/// Sets an option that takes a curl_off_t, which is wider than long on some machines: body sizes.
CURLcode gallery_curl_easy_set_offset(
    CURL *easy, CURLoption option, curl_off_t value);

/// Sets an option that takes a string, which curl copies.
CURLcode gallery_curl_easy_set_string(
    CURL *easy, CURLoption option, const char *value);

/// Sets an option that takes a pointer, which curl keeps: callback contexts, the error buffer.
CURLcode gallery_curl_easy_set_pointer(CURL *easy, CURLoption option, void *value);

/// Sets an option that takes a list, which curl keeps and does not free: request headers.
CURLcode gallery_curl_easy_set_list(
    CURL *easy, CURLoption option, struct curl_slist *value);

/// Sets the callback for header lines or body bytes: both have the same signature, and a function
/// pointer must not be passed as void *.
CURLcode gallery_curl_easy_set_receiver(
    CURL *easy, CURLoption option, size_t (*value)(char *, size_t, size_t, void *));

/// Sets the callback for when a connection is ready and the request is about to be sent.
CURLcode gallery_curl_easy_set_prerequest(
    CURL *easy, int (*value)(void *, char *, char *, int, int));

/// Reads a value of type long: the status, the system error number.
CURLcode gallery_curl_easy_get_long(CURL *easy, CURLINFO info, long *value);

/// Reads a value of type curl_off_t: byte counts.
CURLcode gallery_curl_easy_get_offset(CURL *easy, CURLINFO info, curl_off_t *value);

/// Sets an option of a multi handle that takes a long.
CURLMcode gallery_curl_multi_set_long(CURLM *multi, CURLMoption option, long value);

#endif
