// What the bench tells every engine of `bench pair`. All pairs of a case become one object of the engine, made before
// the clock counts; then each question names a pair by its number. The answer is a clearance, the least one of a manifold's
// contacts: only its sign counts where the question is whether two meet. Infinite: no contact.

#pragma once

#include <cstddef>
#include <cstdint>

enum PairKind : uint32_t { BOX, HULL, BALL, CAPSULE, TRIANGLE };

struct PairBody {
    uint32_t kind;
    const double* numbers;  // half extents; corners; radius; half the segment along y and radius; corners
    size_t count;           // of numbers
    const uint32_t* faces;  // of a hull: triangles, counter-clockwise seen from outside
    size_t face_count;
    double pose[7];  // position, then quaternion: x, y, z, w
};
