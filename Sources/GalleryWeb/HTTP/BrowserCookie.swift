import HTTPTypes

/// Cookies, as requests bring them and as answers set them.
///
/// Source: RFC 6265bis, sections 4.1 and 4.2.
enum BrowserCookie {
    /// The value of a cookie that a request carries; nil for none, and for one longer than 64 bytes.
    static func value(_ name: String, in headers: HTTPFields) -> String? {
        let prefix = name + "="
        for line in headers[values: .cookie] {
            for pair in line.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                guard pair.hasPrefix(prefix) else { continue }
                let value = pair.dropFirst(prefix.count)
                return (1...64).contains(value.utf8.count) ? String(value) : nil
            }
        }
        return nil
    }

    /// The header that gives a browser a cookie for a time, in seconds; 0 takes it away.
    ///
    /// No script reads it, and requests that other sites' pages make bring it only where somebody follows a link.
    static func header(_ name: String, _ value: String, seconds: Int, _ client: Client) -> String {
        "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
            + (client.isSecure ? "; Secure" : "")
    }
}
