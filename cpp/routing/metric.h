// Metrics on the sphere and the names of metrics: TSPLIB's geographic one (Reinelt, TSPLIB 95), and
// great circles between decimal degrees. Distances between coordinates in the plane are short enough to
// stand in the instance itself.
#pragma once

#include <cstdint>

namespace neurols::routing {

constexpr double kLargestGeographic = 20040;     // half of the earth's girth in kilometres, rounded up
constexpr double kMeanEarthRadius = 6371.0088;   // kilometres; IUGG
constexpr double kLargestGreatCircle = 20015.2;  // half a girth of that radius, rounded up

// A coordinate DDD.MM (degrees and minutes) in radians.
double geographic_radians(double coordinate);

std::int64_t geographic_distance(double latitude_a, double longitude_a, double latitude_b,
                                 double longitude_b);

// Decimal degrees in radians.
double degrees_in_radians(double degrees);

// The angle in radians between two places in decimal degrees, by the haversine formula.
double great_circle_angle(double latitude_a, double longitude_a, double latitude_b, double longitude_b);

}  // namespace neurols::routing
