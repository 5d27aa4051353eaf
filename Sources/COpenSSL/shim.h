#ifndef GALLERY_COPENSSL_SHIM_H
#define GALLERY_COPENSSL_SHIM_H

// SHA256_CTX is a plain value: it needs no allocation, cannot fail and is copied to read a digest
// halfway. OpenSSL 3 deprecates it in favor of EVP, which allocates a context for every digest.
#define OPENSSL_API_COMPAT 0x10100000L
#include <openssl/evp.h>
#include <openssl/sha.h>

#endif
