/// A minimal RFC 4180 reader, independent of the code under test.
struct CSVReader {
    /// The records of a CSV file, each a list of cells as bytes; nil if the file is malformed.
    static func records(_ bytes: [UInt8]) -> [[[UInt8]]]? {
        var records = [[[UInt8]]]()
        var record = [[UInt8]]()
        var index = 0
        while index < bytes.count {
            var cell = [UInt8]()
            if bytes[index] == 0x22 {
                index += 1
                while true {
                    guard index < bytes.count else { return nil }
                    if bytes[index] != 0x22 {
                        cell.append(bytes[index])
                    } else if index + 1 < bytes.count, bytes[index + 1] == 0x22 {
                        cell.append(0x22)
                        index += 1
                    } else {
                        break
                    }
                    index += 1
                }
                index += 1
            } else {
                while index < bytes.count, bytes[index] != 0x2C, bytes[index] != 0x0D {
                    guard bytes[index] != 0x22, bytes[index] != 0x0A else { return nil }
                    cell.append(bytes[index])
                    index += 1
                }
            }
            record.append(cell)
            guard index < bytes.count else { return nil }
            if bytes[index] == 0x2C {
                index += 1
                // A comma before the line end is followed by an empty cell, read in the next
                // iteration.
                continue
            }
            guard bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A else {
                return nil
            }
            index += 2
            records.append(record)
            record = []
        }
        return record.isEmpty ? records : nil
    }
}
