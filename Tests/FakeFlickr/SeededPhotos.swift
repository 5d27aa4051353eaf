/// Makes the photos of a seeded world.
struct SeededPhotos {
    private var generator: SplitMix64
    private let count: Int
    private let terms: [String]
    private var owners: [SeededText.Owner] = []

    init(seed: UInt64, count: Int, terms: [String]) {
        generator = SplitMix64(seed: seed)
        self.count = max(0, count)
        self.terms = terms.isEmpty ? ["dogs"] : terms
    }

    func make() -> [FakePhoto] {
        var copy = self
        return copy.generate()
    }

    private mutating func generate() -> [FakePhoto] {
        owners = SeededText.owners
        for index in owners.indices {
            let number = 10_000_000 + generator.below(189_999_999)
            owners[index].id = "\(number)@N0\(generator.below(9))"
        }
        let visible = count * terms.count
        let total = visible + visible / 12
        // The hidden photos are spread evenly among the others.
        var photos: [FakePhoto] = []
        photos.reserveCapacity(total)
        for index in 0..<total {
            let isHidden =
                (index + 1) * (total - visible) / total > index * (total - visible) / total
            let term = terms[index % terms.count]
            var photo = makePhoto(index, of: total, term: term)
            if isHidden {
                switch generator.below(3) {
                case 0: photo.safety = 1
                case 1: photo.safety = 2
                default:
                    photo.isPublic = false
                    photo.isFriend = true
                }
            }
            photos.append(photo)
        }
        balance(&photos, visible: visible)
        return photos
    }

    /// Gives each term exactly `count` photos that a plain search finds.
    private func balance(_ photos: inout [FakePhoto], visible: Int) {
        guard terms.count > 1 else { return }
        var position = 0
        for index in photos.indices where photos[index].isPublic && photos[index].safety == 0 {
            let term = terms[position % terms.count]
            photos[index].tags[0] = term
            photos[index].title = SeededText.title(index, term: term)
            photos[index].description = SeededText.description(index, term: term)
            position += 1
        }
    }

    private mutating func makePhoto(_ index: Int, of total: Int, term: String) -> FakePhoto {
        let owner = owners[generator.below(owners.count)]
        let id = 50_000_000_000 + Int64(index) * 14_000 + Int64(generator.below(14_000))
        // Uploads from 2005 to 2024; every tenth is in the same second as the previous one.
        let step = index % 10 == 9 ? index - 1 : index
        let upload = 1_104_537_600 + Int64(step) * 600_000_000 / Int64(max(1, total))
        let taken = upload - Int64(generator.below(60 * 86_400))
        var photo = FakePhoto(
            id: String(id), owner: owner.id, ownerName: owner.name,
            secret: generator.hexadecimal(10),
            server: generator.oneIn(3) ? String(1000 + generator.below(9000)) : "65535",
            farm: generator.oneIn(3) ? 1 + generator.below(9) : 66,
            title: SeededText.title(index, term: term),
            tags: [term] + tags(), dateUpload: upload, dateTaken: FlickrTime.mySQL(unix: taken))
        photo.realName = owner.realName
        photo.pathAlias = owner.alias
        photo.description = SeededText.description(index, term: term)
        photo.lastUpdate = upload + Int64(generator.below(10_000_000))
        photo.license = generator.below(17)
        photo.views = generator.below(50_000)
        describe(&photo)
        place(&photo)
        return photo
    }

    private mutating func tags() -> [String] {
        (0..<generator.below(4)).compactMap { _ in generator.pick(SeededText.tags) }
    }

    private mutating func describe(_ photo: inout FakePhoto) {
        let size = generator.pick(SeededText.sizes) ?? (1024, 768)
        (photo.width, photo.height) = size
        photo.isOriginalPermitted = !generator.oneIn(3)
        photo.originalFormat = generator.oneIn(12) ? "png" : "jpg"
        photo.hasURLs = !generator.oneIn(14)
        photo.contentType = generator.oneIn(9) ? 1 + generator.below(3) : 0
        if generator.oneIn(15) {
            photo.media = .video
            photo.server = "0"
        }
        if generator.oneIn(6) { photo.machineTags.append("uploaded:by=flickrmobile") }
        if generator.oneIn(8) {
            photo.machineTags.append("dc:subject=\(generator.pick(SeededText.tags) ?? "")")
        }
        photo.groups = SeededText.groups.filter { _ in generator.oneIn(5) }
        if generator.oneIn(12) {
            photo.granularity = generator.pick([4, 6, 8]) ?? 4
            let month =
                photo.granularity == 4 ? String(photo.dateTaken.dropFirst(5).prefix(2)) : "01"
            photo.dateTaken = "\(photo.dateTaken.prefix(4))-\(month)-01 00:00:00"
            photo.dateTakenUnknown = generator.oneIn(2)
        }
    }

    private mutating func place(_ photo: inout FakePhoto) {
        guard generator.oneIn(2), let city = generator.pick(SeededText.cities) else { return }
        // Six decimals, as at Flickr.
        photo.latitude = Double(city.0 + generator.below(40_000) - 20_000) / 1_000_000
        photo.longitude = Double(city.1 + generator.below(40_000) - 20_000) / 1_000_000
        photo.accuracy = 11 + generator.below(6)
    }
}
