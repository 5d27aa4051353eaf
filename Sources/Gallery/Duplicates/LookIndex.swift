import Imaging

/// The canonical hashes of many pictures, by their keys: finds pictures that can look the same.
///
/// It takes 12 bytes per picture. Most keys are shared by a few dozen of a million pictures, and a
/// search visits about 150 of them.
struct LookIndex: Sendable {
    /// The largest number of bits that differ in the hashes of duplicates, of one as cropped.
    private static let maximumDistance = 10
    /// The maximum number of candidates for one picture, the nearest first: of thousands of equal
    /// pictures, each is compared only with some.
    private static let maximumCandidates = 64
    private static let keyCount = 1 << PictureLook.keyBits.count

    /// The first position of each key in the arrays below, and the end.
    private let starts: [Int32]
    private let hashes: [UInt64]
    private let numbers: [Int32]

    /// Creates the index of pictures with numbers from 0.
    init(_ hashes: [UInt64]) {
        var starts = [Int32](repeating: 0, count: Self.keyCount + 1)
        for hash in hashes { starts[Self.key(hash) + 1] += 1 }
        for key in 0..<Self.keyCount { starts[key + 1] += starts[key] }
        var next = starts
        var sorted = [UInt64](repeating: 0, count: hashes.count)
        var numbers = [Int32](repeating: 0, count: hashes.count)
        for (number, hash) in hashes.enumerated() {
            let position = Int(next[Self.key(hash)])
            next[Self.key(hash)] += 1
            sorted[position] = hash
            numbers[position] = Int32(number)
        }
        (self.starts, self.hashes, self.numbers) = (starts, sorted, numbers)
    }

    private static func key(_ hash: UInt64) -> Int {
        Int(hash >> UInt64(PictureLook.keyBits.lowerBound)) & (keyCount - 1)
    }

    /// Returns the pictures that can look the same as a picture, or as a part of it, the nearest
    /// first.
    ///
    /// - Parameter number: the picture's own number, which is left out.
    /// - Returns: their numbers, and the turn of the picture in which it resembles their canonical
    ///   form.
    func candidates(for look: PictureLook, except number: Int) -> [(number: Int, turn: Int)] {
        var found: [Int32: (distance: Int, turn: Int)] = [:]
        look.forEachProbe { hash, turn, inverted in
            let key = Self.key(hash ^ inverted)
            for position in Int(starts[key])..<Int(starts[key + 1]) {
                let distance = (hashes[position] ^ hash).nonzeroBitCount
                guard distance <= Self.maximumDistance else { continue }
                let other = numbers[position]
                if other != number, distance < found[other]?.distance ?? .max {
                    found[other] = (distance, turn)
                }
            }
        }
        return found.sorted { ($0.value.distance, $0.key) < ($1.value.distance, $1.key) }
            .prefix(Self.maximumCandidates).map { (Int($0.key), $0.value.turn) }
    }
}
