import Foundation
import Glibc

extension ServerProgram {
    /// Starts nginx as a proxy with HTTP/2 over TLS and its own certificate.
    ///
    /// The certificate is `certificate.pem` in the folder. The log is `access.log`: protocol,
    /// connection, status and request of each response.
    ///
    /// - Parameters:
    ///   - upstream: the address of the proxied server, without a slash at the end.
    ///   - streams: the maximum number of simultaneous requests per connection.
    package static func nginx(
        before upstream: String, streams: Int = 128
    ) throws -> ServerProgram {
        try nginx(
            """
            log_format protocol '$server_protocol $connection $status $request_uri';
            access_log access.log protocol;
            """
        ) { folder, port in
            """
            server {
                listen 127.0.0.1:\(port) ssl http2;
                ssl_certificate \(folder)/certificate.pem;
                ssl_certificate_key \(folder)/key.pem;
                http2_max_concurrent_streams \(streams);
                location / {
                    proxy_pass \(upstream);
                    proxy_http_version 1.1;
                    proxy_buffering off;
                    proxy_read_timeout 60s;
                }
            }
            """
        }
    }

    /// Starts nginx with the caller's server and with a certificate.
    ///
    /// - Parameters:
    ///   - settings: the text before the server.
    ///   - server: the configuration of the server for a folder's path and a port. The certificate
    ///     is `certificate.pem` there, its key `key.pem`.
    package static func nginx(
        _ settings: String = "access_log off;", server: (String, Int) throws -> String
    ) throws -> ServerProgram {
        try start(
            "/usr/sbin/nginx", ready: "start worker process ", stopSignal: SIGQUIT
        ) { folder, port in
            try makeCertificate(in: folder)
            let configuration = """
                daemon off;
                worker_processes 1;
                pid \(folder.path)/nginx.pid;
                error_log stderr notice;
                events { worker_connections 256; }
                http {
                    client_body_temp_path \(folder.path)/body;
                    proxy_temp_path \(folder.path)/proxy;
                    fastcgi_temp_path \(folder.path)/fastcgi;
                    uwsgi_temp_path \(folder.path)/uwsgi;
                    scgi_temp_path \(folder.path)/scgi;
                    \(settings)
                    \(try server(folder.path, port))
                }
                """
            let file = folder.appendingPathComponent("nginx.conf")
            try Data(configuration.utf8).write(to: file)
            return ["-e", "stderr", "-p", folder.path, "-c", file.path]
        }
    }

    /// Starts tinyproxy, which forwards requests and opens tunnels to loopback ports.
    ///
    /// The output that `stop` returns contains each request.
    package static func tinyproxy() throws -> ServerProgram {
        // It inherits the signals that a thread of the test blocks, SIGTERM among them, and keeps
        // them blocked; it is one process, and each line of its log is written at once.
        try start(
            "/usr/bin/tinyproxy", ready: "Accepting connections", stopSignal: SIGKILL
        ) { folder, port in
            let configuration = """
                Port \(port)
                Listen 127.0.0.1
                Allow 127.0.0.1
                Timeout 60
                MaxClients 50
                LogLevel Info
                """
            let file = folder.appendingPathComponent("tinyproxy.conf")
            try Data(configuration.utf8).write(to: file)
            return ["-d", "-c", file.path]
        }
    }

    /// The file of nginx's certificate.
    package var certificate: String { folder.appendingPathComponent("certificate.pem").path }

    private static func makeCertificate(in folder: URL) throws {
        let made = ChildProcess.succeeds(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout",
                folder.appendingPathComponent("key.pem").path, "-out",
                folder.appendingPathComponent("certificate.pem").path, "-subj", "/CN=localhost",
                "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
            ])
        guard made else {
            throw Failure(description: "openssl made no certificate")
        }
    }
}
