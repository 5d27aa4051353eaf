#ifndef GALLERY_CTLS_SHIM_H
#define GALLERY_CTLS_SHIM_H

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

// The functions wrap macros, which Swift does not import.

/// Selects HTTP/1.1 from the protocols of a client (ALPN); a client of other protocols only is
/// served all the same.
static inline int gallery_tls_select_protocol(
    SSL *session, const unsigned char **selected, unsigned char *length,
    const unsigned char *offered, unsigned int count, void *unused) {
    static const unsigned char supported[] = "\x08http/1.1";
    int result = SSL_select_next_proto(
        (unsigned char **)selected, length, supported, sizeof supported - 1, offered, count);
    (void)session;
    (void)unused;
    return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

/// Creates a context for a server of TLS 1.2 and 1.3, or returns NULL.
static inline SSL_CTX *gallery_tls_context(void) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (context == NULL) return NULL;
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    // Clients cannot keep the server busy with handshakes on one connection.
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
    // Idle connections keep no buffers of 34 kB. Sessions are resumed with tickets only.
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_alpn_select_cb(context, gallery_tls_select_protocol, NULL);
    return context;
}

/// Adds a certificate that signed the server's, or a later one of the chain.
static inline int gallery_tls_add_chain(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

#endif
