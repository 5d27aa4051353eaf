/// Joins the pieces of a file name and cuts those that can be missed best, where it would be too long.
enum NameFitting {
    /// What a piece is worth; the lower is cut first.
    enum Rank: CaseIterable {
        /// What somebody wrote: a title, an owner's name.
        case freeText
        /// What stands in the template.
        case literal
        /// What tells photos apart, such as the id, and the ending.
        case distinguishing
    }

    /// A part of a name.
    struct Piece {
        var text: String
        let rank: Rank
    }

    /// The bytes that a name leaves free for what others put behind it: ` (1234567)` for a photo of the same
    /// name, ` (9999)` for another file that has it, `.xmp` for the sidecar; and for the `_` that
    /// `SafeFileName` may put before it.
    static let suffixByteCount = 24

    /// Normalising to NFC makes UTF-8 at most three times as long.
    ///
    /// Source: https://www.unicode.org/faq/normalization.html, "maximum expansion factor"
    private static let normalisedGrowth = 3

    /// The name of pieces, cut between graphemes to fit with what follows it.
    static func joined(_ pieces: [Piece]) -> String {
        let room = SafeFileName.maximumByteCount - suffixByteCount
        var pieces = pieces
        if byteCount(of: pieces) * normalisedGrowth > room {
            for index in pieces.indices {
                pieces[index].text = SafeFileName.cleaned(pieces[index].text)
            }
            for rank in Rank.allCases where byteCount(of: pieces) > room {
                cut(rank, of: &pieces, to: room)
            }
        }
        return pieces.map(\.text).joined()
    }

    private static func byteCount(of pieces: some Sequence<Piece>) -> Int {
        pieces.reduce(0) { $0 + $1.text.utf8.count }
    }

    /// Cuts the longest pieces of a rank to one length.
    private static func cut(_ rank: Rank, of pieces: inout [Piece], to room: Int) {
        var left = max(room - byteCount(of: pieces.lazy.filter { $0.rank != rank }), 0)
        let lengths = pieces.filter { $0.rank == rank }.map(\.text.utf8.count).sorted()
        for (index, length) in lengths.enumerated() {
            let share = left / (lengths.count - index)
            guard length > share else {
                left -= length
                continue
            }
            for piece in pieces.indices where pieces[piece].rank == rank {
                pieces[piece].text = SafeFileName.shortened(pieces[piece].text, to: share)
            }
            return
        }
    }
}
