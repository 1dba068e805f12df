// TSPLIB's geographic metric and the names of metrics (Reinelt, TSPLIB 95). Distances between
// coordinates in the plane are short enough to stand in the instance itself.
#pragma once

#include <cstdint>

namespace neurols::routing {

constexpr double kLargestGeographic = 20040;  // half of the earth's girth in kilometres, rounded up

// A coordinate DDD.MM (degrees and minutes) in radians.
double geographic_radians(double coordinate);

std::int64_t geographic_distance(double latitude_a, double longitude_a, double latitude_b,
                                 double longitude_b);

}  // namespace neurols::routing
