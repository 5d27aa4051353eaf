internal import CCurl

/// An absolute http or https URL, read by the parser that curl sends it with.
///
/// One parser for checking and sending leaves no room for a host that reads as two.
package struct HTTPURL: Sendable, Hashable {
    /// The scheme, host and port: what shares connections and pauses.
    package struct Origin: Sendable, Hashable {
        /// `http` or `https`.
        package let scheme: String
        /// The host in lower case, IPv6 addresses without brackets.
        package let host: String
        /// The port, 1...65535.
        package let port: Int
    }

    /// The whole URL, normalised, without a fragment.
    package let text: String
    /// The scheme, host and port.
    package let origin: Origin

    /// `http` or `https`.
    var scheme: String { origin.scheme }
    /// The host in lower case, IPv6 addresses without brackets.
    var host: String { origin.host }
    /// The port, 1...65535.
    var port: Int { origin.port }

    /// Reads an absolute URL, or one relative to another; nil where it is no http or https URL or
    /// holds a user name or password.
    ///
    /// Spaces and bytes above 127 are percent-encoded.
    package init?(_ text: String, relativeTo base: HTTPURL? = nil) {
        guard text.utf8.count <= 16_384, !text.utf8.contains(0), let handle = curl_url() else {
            return nil
        }
        defer { curl_url_cleanup(handle) }
        let flags = UInt32(CURLU_URLENCODE | CURLU_ALLOW_SPACE)
        if let base, curl_url_set(handle, CURLUPART_URL, base.text, 0) != CURLUE_OK { return nil }
        guard curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK,
            curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0) == CURLUE_OK,
            let scheme = HTTPURL.part(CURLUPART_SCHEME, of: handle)?.lowercased(),
            scheme == "http" || scheme == "https",
            HTTPURL.part(CURLUPART_USER, of: handle) == nil,
            HTTPURL.part(CURLUPART_PASSWORD, of: handle) == nil,
            var host = HTTPURL.part(CURLUPART_HOST, of: handle)?.lowercased(), !host.isEmpty,
            let portText = HTTPURL.part(
                CURLUPART_PORT, of: handle, flags: UInt32(CURLU_DEFAULT_PORT)),
            let port = UInt16(portText), port > 0,
            let whole = HTTPURL.part(CURLUPART_URL, of: handle)
        else { return nil }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        self.text = whole
        origin = Origin(scheme: scheme, host: host, port: Int(port))
    }

    private static func part(
        _ part: CURLUPart, of handle: OpaquePointer, flags: UInt32 = 0
    ) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &value, flags) == CURLUE_OK, let value else { return nil }
        defer { curl_free(value) }
        return String(cString: value)
    }
}
