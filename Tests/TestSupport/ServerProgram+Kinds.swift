import Foundation
import Glibc

extension ServerProgram {
    /// Starts nginx, which speaks HTTP/2 over TLS with a certificate of its own and asks another server.
    ///
    /// The certificate is `certificate.pem` in the folder, the log `access.log`: protocol, connection,
    /// status and request of each answer.
    ///
    /// - Parameters:
    ///   - upstream: the address of the server asked, without a slash at the end.
    ///   - streams: how many requests a connection may carry at a time.
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

    /// Starts nginx with a server of the caller's, and a certificate at hand.
    ///
    /// - Parameters:
    ///   - settings: what stands before the server.
    ///   - server: the configuration of the server, for the path of the folder and a port. The certificate
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

    /// Starts tinyproxy, which forwards requests and opens tunnels to ports of the loopback interface.
    ///
    /// What it says, as `stop` returns it, names each request.
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

    /// The file of the certificate that vouches for nginx.
    package var certificate: String { folder.appendingPathComponent("certificate.pem").path }

    private static func makeCertificate(in folder: URL) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout",
            folder.appendingPathComponent("key.pem").path, "-out",
            folder.appendingPathComponent("certificate.pem").path, "-subj", "/CN=localhost",
            "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "openssl made no certificate")
        }
    }
}
