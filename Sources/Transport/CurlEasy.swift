import Basics
internal import CCurl
import GalleryModel

/// Owns a curl easy handle with its header list and error text.
///
/// Used only on curl's thread; the multi handle must have released it before it ends.
struct CurlEasy: ~Copyable {
    /// curl's handle.
    let handle: UnsafeMutableRawPointer
    /// The result of the first option that curl rejected; `CURLE_OK` if it accepted all.
    private(set) var refusal = CURLE_OK
    private let errorText: UnsafeMutablePointer<CChar>
    private var headers: UnsafeMutablePointer<curl_slist>?

    /// Creates and configures a handle for an exchange; nil if memory runs out.
    ///
    /// The exchange must outlive the transfer: curl's callbacks use an unretained reference to it.
    init?(
        _ exchange: Exchange, _ configuration: TransportConfiguration, _ network: NetworkEnvironment
    ) {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        set(CURLOPT_ERRORBUFFER, pointer: errorText)
        set(CURLOPT_URL, exchange.url.text)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        // Over https the first connection determines whether requests can share it.
        set(CURLOPT_PIPEWAIT, exchange.url.origin.scheme == "https" ? 1 : 0)
        set(CURLOPT_FRESH_CONNECT, exchange.transfer.request.isRepeatable ? 0 : 1)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_BUFFERSIZE, 131_072)
        // Signals would be delivered to threads other than curl's.
        set(CURLOPT_NOSIGNAL, 1)
        // Otherwise ending a transfer waits until the resolver is done.
        set(CURLOPT_QUICK_EXIT, 1)
        let connectTimeout = min(max(configuration.limits.connectTimeoutSeconds, 0.001), 86_400)
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(connectTimeout * 1_000))
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_USERAGENT, configuration.userAgent)
        set(CURLOPT_PROXY, network.proxy(scheme: exchange.url.origin.scheme))
        set(CURLOPT_NOPROXY, network.noProxy)
        if let file = network.certificateFile { set(CURLOPT_CAINFO, file) }
        if let directory = network.certificateDirectory { set(CURLOPT_CAPATH, directory) }
        setRequest(exchange)
        // The callbacks return the number of bytes taken; any other number ends the transfer.
        note(
            gallery_curl_easy_set_receiver(handle, CURLOPT_HEADERFUNCTION) {
                start, _, count, context in
                guard let start, let exchange = CurlEasy.exchange(context) else { return 0 }
                let line = UnsafeRawBufferPointer(start: start, count: count)
                return exchange.receiveHeader(line) ? count : 0
            })
        note(
            gallery_curl_easy_set_receiver(handle, CURLOPT_WRITEFUNCTION) {
                start, _, count, context in
                guard let start, let exchange = CurlEasy.exchange(context) else { return 0 }
                let bytes = UnsafeRawBufferPointer(start: start, count: count)
                return count == 0 || exchange.receiveBody(bytes) ? count : 0
            })
        note(
            gallery_curl_easy_set_prerequest(handle) { context, _, _, _, _ in
                CurlEasy.exchange(context)?.stall.begin(at: TransportClock.monotonic())
                return CURL_PREREQFUNC_OK
            })
        let context = Unmanaged.passUnretained(exchange).toOpaque()
        for option in [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_PREREQDATA] {
            set(option, pointer: context)
        }
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
        errorText.deallocate()
    }

    /// Sets the method with its body, the header lines and the compression.
    private mutating func setRequest(_ exchange: Exchange) {
        // curl drops `Name:`; `Name;` sends a header without a value.
        var lines = exchange.requestHeaders.fields.map { field in
            field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
        }
        switch exchange.method {
        case .get: set(CURLOPT_HTTPGET, 1)
        case .post(let body, let contentType):
            set(CURLOPT_POST, 1)
            note(
                gallery_curl_easy_set_offset(
                    handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
            // curl copies the bytes. An empty body needs a pointer as well, or curl reads one from
            // standard input.
            let copied = (body.isEmpty ? [0] : body).withUnsafeBytes { bytes in
                gallery_curl_easy_set_pointer(
                    handle, CURLOPT_COPYPOSTFIELDS,
                    UnsafeMutableRawPointer(mutating: bytes.baseAddress))
            }
            note(copied)
            lines.append("Content-Type: \(contentType)")
            // Waiting for `100 Continue` costs a second with servers that do not support it.
            lines.append("Expect:")
        }
        // A file is hashed, resumed and stored in the server's encoding: identity. The empty string
        // requests every compression that curl supports.
        if let file = exchange.file {
            lines.append("Accept-Encoding: identity")
            if exchange.validator != nil { set(CURLOPT_RANGE, "\(file.size)-") }
        } else {
            set(CURLOPT_ACCEPT_ENCODING, "")
        }
        if let validator = exchange.validator { lines.append("If-Range: \(validator)") }
        for line in lines {
            let longer = curl_slist_append(headers, line)
            if longer == nil { note(CURLE_OUT_OF_MEMORY) } else { headers = longer }
        }
        note(gallery_curl_easy_set_list(handle, CURLOPT_HTTPHEADER, headers))
    }

    private mutating func set(_ option: CURLoption, _ value: Int) {
        note(gallery_curl_easy_set_long(handle, option, value))
    }

    private mutating func set(_ option: CURLoption, _ value: String) {
        note(gallery_curl_easy_set_string(handle, option, value))
    }

    /// Sets an option that takes a pointer, which must outlive the handle.
    private mutating func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer) {
        note(gallery_curl_easy_set_pointer(handle, option, pointer))
    }

    /// Returns the exchange of a callback's context.
    private static func exchange(_ context: UnsafeMutableRawPointer?) -> Exchange? {
        context.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
    }

    private mutating func note(_ result: CURLcode) { if refusal == CURLE_OK { refusal = result } }

    /// Returns an integer property of the transfer; nil if curl does not know it.
    func number(_ info: CURLINFO) -> Int? {
        var value = 0
        return gallery_curl_easy_get_long(handle, info, &value) == CURLE_OK ? value : nil
    }

    /// Returns a byte count of the transfer; nil if curl does not know it.
    func byteCount(_ info: CURLINFO) -> Int64? {
        var value: curl_off_t = 0
        return gallery_curl_easy_get_offset(handle, info, &value) == CURLE_OK ? Int64(value) : nil
    }

    /// curl's description of the failure; empty if there is none.
    var errorMessage: String { URLRedaction.printable(String(cString: errorText), limit: 160) }
}

/// Proxies and certificates from environment variables, by the rules of the curl tool.
///
/// An empty variable counts as unset. `HTTP_PROXY` in capitals is not read, because a CGI server
/// sets it from a request header.
/// Source: https://curl.se/docs/manpage.html#ENVIRONMENT
struct NetworkEnvironment: Sendable {
    private let variables: [String: String]

    init(_ environment: [String: String]) { variables = environment.filter { !$0.value.isEmpty } }

    /// The hosts reached without a proxy, in the format of `CURLOPT_NOPROXY`; empty if there are
    /// none.
    var noProxy: String { variables["no_proxy"] ?? variables["NO_PROXY"] ?? "" }

    /// The file of trusted certificates; nil for curl's default.
    var certificateFile: String? { variables["CURL_CA_BUNDLE"] ?? variables["SSL_CERT_FILE"] }

    /// The folder of trusted certificates; nil for curl's default.
    var certificateDirectory: String? {
        variables["CURL_CA_BUNDLE"] == nil ? variables["SSL_CERT_DIR"] : nil
    }

    /// Returns the proxy for URLs of a scheme (`http` or `https`); empty for none.
    func proxy(scheme: String) -> String {
        let names =
            scheme == "http"
            ? ["http_proxy", "all_proxy", "ALL_PROXY"]
            : ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        return names.lazy.compactMap { variables[$0] }.first ?? ""
    }
}
