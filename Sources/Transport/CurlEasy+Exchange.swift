internal import CCurl
import GalleryModel

extension CurlEasy {
    /// Prepares the handle for an exchange.
    ///
    /// The exchange must live until the transfer is over: curl's callbacks reach it unretained.
    mutating func prepare(
        _ exchange: Exchange, configuration: TransportConfiguration,
        network: NetworkEnvironment
    ) {
        let request = exchange.request
        set(CURLOPT_URL, request.url.text)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        // Over https the first connection tells whether many requests can share it.
        set(CURLOPT_PIPEWAIT, request.url.scheme == "https" ? 1 : 0)
        set(CURLOPT_FRESH_CONNECT, request.needsNewConnection ? 1 : 0)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_BUFFERSIZE, 131_072)
        // Signals would hit a thread that is not curl's.
        set(CURLOPT_NOSIGNAL, 1)
        // Or else ending a transfer waits for the resolver, for as long as that takes.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_CONNECTTIMEOUT_MS, CurlEasy.milliseconds(configuration.connectTimeoutSeconds))
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_USERAGENT, configuration.userAgent)
        set(CURLOPT_PROXY, network.proxy(scheme: request.url.scheme))
        set(CURLOPT_NOPROXY, network.noProxy)
        if let file = network.certificateFile { set(CURLOPT_CAINFO, file) }
        if let directory = network.certificateDirectory { set(CURLOPT_CAPATH, directory) }
        setMethod(request)
        setHeaders(CurlEasy.lines(request))
        setCallbacks(
            context: Unmanaged.passUnretained(exchange).toOpaque(), header: receiveHeader,
            body: receiveBody, prerequest: hearRequest)
    }

    private mutating func setMethod(_ request: ExchangeRequest) {
        switch request.method {
        case .get: set(CURLOPT_HTTPGET, 1)
        case .head: set(CURLOPT_NOBODY, 1)
        case .post(let body, _): setPost(body)
        }
        // A file is hashed, resumed and stored as the server has it: identity. The empty text asks
        // for every compression that curl was built with.
        if request.file == nil { set(CURLOPT_ACCEPT_ENCODING, "") }
        if request.validator != nil, let file = request.file {
            set(CURLOPT_RANGE, "\(file.size)-")
        }
    }

    private static func lines(_ request: ExchangeRequest) -> [String] {
        // curl leaves `Name:` out; `Name;` is how it sends a header without a value.
        var lines = request.headers.fields.map { field in
            field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
        }
        if case .post(_, let contentType) = request.method {
            lines.append("Content-Type: \(contentType)")
            // Waiting for leave to send costs a second with servers that do not know it.
            lines.append("Expect:")
        }
        if request.file != nil { lines.append("Accept-Encoding: identity") }
        if let validator = request.validator { lines.append("If-Range: \(validator)") }
        return lines
    }

    private static func milliseconds(_ seconds: Double) -> Int {
        Int(min(max(seconds, 0.001), 86_400) * 1_000)
    }
}

private let receiveHeader: CurlReceiver = { start, _, count, context in
    guard let start, let exchange = exchange(context) else { return 0 }
    let goesOn = exchange.receiveHeader(UnsafeRawBufferPointer(start: start, count: count))
    return goesOn ? count : 0
}

private let receiveBody: CurlReceiver = { start, _, count, context in
    guard count > 0 else { return 0 }
    guard let start, let exchange = exchange(context) else { return 0 }
    let goesOn = exchange.receiveBody(UnsafeRawBufferPointer(start: start, count: count))
    return goesOn ? count : 0
}

private let hearRequest: CurlPrerequest = { context, _, _, _, _ in
    exchange(context)?.stall.begin(at: MonotonicTime.now())
    return CURL_PREREQFUNC_OK
}

private func exchange(_ context: UnsafeMutableRawPointer?) -> Exchange? {
    context.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
}
