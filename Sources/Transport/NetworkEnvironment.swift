/// Reads proxies and certificates from environment variables by the curl tool's rules.
///
/// An empty variable counts as unset. `HTTP_PROXY` in capitals is not read, because a CGI server
/// sets it from a request header.
/// Source: https://curl.se/docs/manpage.html#ENVIRONMENT
struct NetworkEnvironment: Sendable {
    /// The hosts reached without a proxy, as curl's `CURLOPT_NOPROXY` takes them; empty for none.
    let noProxy: String
    /// The file of trusted certificates; nil for curl's own default.
    let certificateFile: String?
    /// The folder of trusted certificates; nil for curl's own default.
    let certificateDirectory: String?
    private let variables: [String: String]

    init(_ environment: [String: String]) {
        variables = environment.filter { !$0.value.isEmpty }
        noProxy = variables["no_proxy"] ?? variables["NO_PROXY"] ?? ""
        if let bundle = variables["CURL_CA_BUNDLE"] {
            certificateFile = bundle
            certificateDirectory = nil
        } else {
            certificateFile = variables["SSL_CERT_FILE"]
            certificateDirectory = variables["SSL_CERT_DIR"]
        }
    }

    /// The proxy for URLs of a scheme (`http` or `https`); empty for none.
    func proxy(scheme: String) -> String {
        let names =
            scheme == "http"
            ? ["http_proxy", "all_proxy", "ALL_PROXY"]
            : ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        return names.lazy.compactMap { variables[$0] }.first ?? ""
    }
}
