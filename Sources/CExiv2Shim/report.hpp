#ifndef CEXIV2_REPORT_HPP
#define CEXIV2_REPORT_HPP

#include "CExiv2Shim.h"

#include <exiv2/exiv2.hpp>

#include <string>

namespace cexiv2 {

/// Hands values to the caller's function.
class Report {
public:
    Report(cexiv2_receive_value receive, void *context) : receive_(receive), context_(context) {}

    void text(int32_t source, cexiv2_field field, const std::string &text,
              int32_t index = 0) const;
    void number(int32_t source, cexiv2_field field, int64_t numerator,
                int64_t denominator = 1) const;

private:
    cexiv2_receive_value receive_;
    void *context_;
};

void reportExif(const Exiv2::ExifData &data, const Report &report);
void reportIptc(const Exiv2::IptcData &data, const Report &report);
void reportXmp(const Exiv2::XmpData &data, int32_t source, const Report &report);

struct RegionSchema;

/// Reports the face regions of one XMP packet, a datum at a time.
class RegionReport {
public:
    RegionReport(int32_t source, const Report &report) : source_(source), report_(report) {}

    /// Reports a datum where it is a part of a region.
    void add(const std::string &key, const Exiv2::Xmpdatum &datum);

private:
    void addItem(const RegionSchema &schema, const std::string &path,
                 const Exiv2::Xmpdatum &datum);

    int32_t source_;
    const Report &report_;
    bool isFull_ = false;
};

}  // namespace cexiv2

#endif
