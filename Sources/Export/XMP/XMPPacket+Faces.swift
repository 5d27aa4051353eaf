import GalleryModel

extension XMPPacket {
    /// Appends who is in the picture, and where.
    ///
    /// Areas are relative to the picture as stored and begin at their centre, as digiKam, Lightroom
    /// and Immich read them.
    /// Source: MWG, "Guidelines for Handling Image Metadata" 2.0, chapter 5 (Image Regions),
    /// https://exiftool.org/TagNames/MWG.html
    mutating func appendFaces(
        _ faces: [FaceRegion], width: Int?, height: Int?, orientation: Int
    ) {
        var seen: Set<String> = []
        let names = faces.compactMap(\.name).filter { !$0.isEmpty && seen.insert($0).inserted }
        append(list: "Iptc4xmpExt:PersonInImage", .bag, names)
        let regions = faces.compactMap { XMPArea($0, orientation: orientation) }
        guard !regions.isEmpty else { return }
        append(structure: "mwg-rs:Regions") { packet in
            if let width, let height, width > 0, height > 0 {
                packet.append(structure: "mwg-rs:AppliedToDimensions") { packet in
                    packet.append("stDim:w", String(width))
                    packet.append("stDim:h", String(height))
                    packet.append("stDim:unit", "pixel")
                }
            }
            packet.nest("mwg-rs:RegionList") { packet in
                packet.nest("rdf:Bag") { packet in
                    // Older versions of digiKam stop reading at the first region without a name.
                    for region in regions where region.name != nil { packet.append(region) }
                    for region in regions where region.name == nil { packet.append(region) }
                }
            }
        }
    }

    private mutating func append(_ region: XMPArea) {
        append(structure: "rdf:li") { packet in
            packet.append("mwg-rs:Name", region.name)
            packet.append("mwg-rs:Type", "Face")
            packet.append(structure: "mwg-rs:Area") { packet in
                packet.append("stArea:x", region.x)
                packet.append("stArea:y", region.y)
                packet.append("stArea:w", region.width)
                packet.append("stArea:h", region.height)
                packet.append("stArea:unit", "normalized")
            }
        }
    }
}

/// A face's area as text: its centre and size in fractions of the picture as stored.
private struct XMPArea {
    let name: String?
    let x: String
    let y: String
    let width: String
    let height: String

    /// Nil for a face of which nothing lies in the picture.
    init?(_ face: FaceRegion, orientation: Int) {
        let box = face.rectangle.stored(orientation: orientation)
        guard box.x.isFinite, box.y.isFinite, box.width.isFinite, box.height.isFinite else {
            return nil
        }
        let (left, top) = (max(box.x, 0), max(box.y, 0))
        let right = min(box.x + box.width, 1)
        let bottom = min(box.y + box.height, 1)
        guard right > left, bottom > top else { return nil }
        name = face.name.flatMap { $0.isEmpty ? nil : $0 }
        x = XMPNumber.fraction((left + right) / 2)
        y = XMPNumber.fraction((top + bottom) / 2)
        width = XMPNumber.fraction(right - left)
        height = XMPNumber.fraction(bottom - top)
    }
}
