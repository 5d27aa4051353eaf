/// What is to be done with the colours of a JPEG, decided from its header before it is decoded.
struct JPEGColours: Sendable {
    /// What becomes of the stored values.
    enum Step: Sendable {
        case none
        /// Blue, green, red are transformed in place.
        case colours(ColourTransform)
        /// Every value is looked up; grey has the same in all channels.
        case table([UInt8])
        /// Inks are decoded and transformed.
        case inks(ColourTransform)
    }

    /// The layout of the result.
    let layout: PixelBuffer.Layout
    /// What becomes of the stored values.
    private(set) var step = Step.none
    /// The profile of the result; nil for sRGB, or unknown where profiles are not looked at.
    private(set) var profile: ColourProfile?
    /// Why a profile was ignored.
    private(set) var warning: String?

    /// Decides for a file with 1, 3 or 4 channels.
    init(
        _ treatment: ColourTreatment, channels: Int, layout: PixelBuffer.Layout,
        _ bytes: UnsafeRawBufferPointer
    ) {
        self.layout = layout
        guard treatment != .asStored else { return }
        switch EmbeddedProfile.inJPEG(bytes) {
        case .none: break
        case .ignored(let warning): self.warning = warning
        case .profile(let profile): take(profile, treatment, channels)
        }
    }

    /// The bytes of a pixel as libjpeg writes it.
    var decodedLength: Int {
        switch step {
        case .inks: 4
        case .colours: 3
        case .none, .table: layout.rawValue
        }
    }

    /// Whether decoded bytes and result are two buffers.
    var needsCopy: Bool { decodedLength != layout.rawValue }

    /// The result's bytes from the decoded ones.
    func applied(to decoded: consuming [UInt8]) -> [UInt8] {
        switch step {
        case .none: return decoded
        case .colours(let transform):
            transform.apply(toBGR: &decoded)
            return layout == .grey ? Luma.ofBGR(decoded) : decoded
        case .table(let table):
            decoded.withUnsafeMutableBufferPointer { values in
                table.withUnsafeBufferPointer { table in
                    for index in values.indices { values[index] = table[Int(values[index])] }
                }
            }
            return decoded
        case .inks(let transform):
            // As little as possible beside the result: grey goes on from the colours.
            let colours = transform.bgr(of: decoded)
            return layout == .grey ? Luma.ofBGR(colours) : colours
        }
    }

    private mutating func take(
        _ profile: ColourProfile, _ treatment: ColourTreatment, _ channels: Int
    ) {
        let fits =
            switch (channels, profile.space) {
            case (3, .rgb), (1, .grey), (1, .rgb), (4, .inks): true
            default: false
            }
        guard fits else {
            let space = profile.space.rawValue
            warning =
                "the colour profile was ignored: it is for '\(space)', and the picture has "
                + "\(channels) channels"
            return
        }
        do throws(ImagingError) {
            let transform = try ColourTransforms.shared.transform(of: profile)
            let describesResult =
                layout == .bgr ? profile.space == .rgb : profile.space == .grey
            if treatment == .kept, describesResult {
                self.profile = profile
            } else if profile.space == .inks {
                step = .inks(transform)
            } else if !transform.isIdentity {
                step = channels == 1 ? .table(transform.greyTable()) : .colours(transform)
            }
        } catch {
            guard case .damaged(let reason) = error else { return }
            warning = "the colour profile was ignored: \(reason)"
        }
    }
}
