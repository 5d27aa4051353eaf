internal import CCurl

/// Owns one of curl's easy handles with its header list and error text.
///
/// Used on curl's thread alone; the multi handle must have let go of it before it ends.
struct CurlEasy: ~Copyable {
    /// curl's handle.
    let handle: UnsafeMutableRawPointer
    /// The first option that curl refused; `CURLE_OK` for none.
    private(set) var refusal = CURLE_OK
    private let errorText: UnsafeMutablePointer<CChar>
    private var headers: UnsafeMutablePointer<curl_slist>?

    /// Makes a handle; nil where there is no memory.
    init?() {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        set(CURLOPT_ERRORBUFFER, pointer: errorText)
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
        errorText.deallocate()
    }

    /// Sets an option that takes a number.
    mutating func set(_ option: CURLoption, _ value: Int) {
        note(gallery_curl_easy_set_long(handle, option, value))
    }

    /// Sets an option that takes a text.
    mutating func set(_ option: CURLoption, _ value: String) {
        note(gallery_curl_easy_set_string(handle, option, value))
    }

    /// Sets an option that takes a pointer, which must outlive the handle.
    mutating func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer) {
        note(gallery_curl_easy_set_pointer(handle, option, pointer))
    }

    /// Makes the request a POST of bytes, which curl copies.
    mutating func setPost(_ body: [UInt8]) {
        set(CURLOPT_POST, 1)
        note(
            gallery_curl_easy_set_offset(
                handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
        body.withUnsafeBytes { bytes in
            // An empty body needs a pointer as well, or curl reads one from standard input.
            var none: UInt8 = 0
            withUnsafeMutablePointer(to: &none) { empty in
                let base = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
                note(
                    gallery_curl_easy_set_pointer(
                        handle, CURLOPT_COPYPOSTFIELDS, base ?? UnsafeMutableRawPointer(empty)))
            }
        }
    }

    /// Sends header lines (`Name: value`) beside curl's own; `Name:` alone leaves one of those out.
    mutating func setHeaders(_ lines: [String]) {
        for line in lines {
            guard let longer = curl_slist_append(headers, line) else {
                note(CURLE_OUT_OF_MEMORY)
                return
            }
            headers = longer
        }
        note(gallery_curl_easy_set_list(handle, CURLOPT_HTTPHEADER, headers))
    }

    /// Sets who receives header lines and body bytes and hears when the request goes out.
    mutating func setCallbacks(
        context: UnsafeMutableRawPointer, header: @escaping CurlReceiver,
        body: @escaping CurlReceiver, prerequest: @escaping CurlPrerequest
    ) {
        note(gallery_curl_easy_set_receiver(handle, CURLOPT_HEADERFUNCTION, header))
        note(gallery_curl_easy_set_receiver(handle, CURLOPT_WRITEFUNCTION, body))
        note(gallery_curl_easy_set_prerequest(handle, prerequest))
        set(CURLOPT_HEADERDATA, pointer: context)
        set(CURLOPT_WRITEDATA, pointer: context)
        set(CURLOPT_PREREQDATA, pointer: context)
    }

    /// A fact about the transfer that is a number; nil where curl does not know it.
    func number(_ info: CURLINFO) -> Int? {
        var value = 0
        return gallery_curl_easy_get_long(handle, info, &value) == CURLE_OK ? value : nil
    }

    /// A fact about the transfer that is a byte count; nil where curl does not know it.
    func byteCount(_ info: CURLINFO) -> Int64? {
        var value: curl_off_t = 0
        return gallery_curl_easy_get_offset(handle, info, &value) == CURLE_OK ? Int64(value) : nil
    }

    /// What curl said about the failure of the transfer; empty for nothing.
    var errorMessage: String {
        URLRedaction.printable(String(cString: errorText), limit: 160)
    }

    private mutating func note(_ result: CURLcode) {
        if refusal == CURLE_OK { refusal = result }
    }
}

/// Receives bytes from curl: their start, 1, their count, the context; returns how many it took.
typealias CurlReceiver =
    @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int

/// Hears that a request goes out: the context, both addresses, both ports.
typealias CurlPrerequest =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int32,
        Int32
    ) -> Int32
