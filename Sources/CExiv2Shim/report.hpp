#ifndef CEXIV2_REPORT_HPP
#define CEXIV2_REPORT_HPP

#include "CExiv2Shim.h"

#include <exiv2/exiv2.hpp>

#include <string>

namespace cexiv2 {

/// Passes values to the caller's function.
class Report {
public:
    Report(cexiv2_receive_value receive, void *context) : receive_(receive), context_(context) {}

    void text(cexiv2_source source, const std::string &key, const std::string &text,
              int32_t index = 0) const;
    void number(cexiv2_source source, const std::string &key, int64_t numerator,
                int64_t denominator = 1) const;

private:
    cexiv2_receive_value receive_;
    void *context_;
};

/// Reports EXIF metadata; `order` is the byte order of the file's byte values.
void reportExif(const Exiv2::ExifData &data, Exiv2::ByteOrder order, const Report &report);
void reportXmp(const Exiv2::XmpData &data, const Report &report);

struct RegionSchema;

/// Reports the face regions of an XMP packet, one datum at a time.
class RegionReport {
public:
    explicit RegionReport(const Report &report) : report_(report) {}

    /// Reports a datum that belongs to a region.
    void add(const std::string &key, const Exiv2::Xmpdatum &datum);

private:
    void addItem(const RegionSchema &schema, const std::string &path,
                 const Exiv2::Xmpdatum &datum);

    const Report &report_;
    bool isFull_ = false;
};

}  // namespace cexiv2

#endif
