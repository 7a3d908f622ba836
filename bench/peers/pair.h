// What the bench tells every engine of `bench pair`. All pairs of a case become one object of the engine, made before
// the clock counts; then each question names a pair by its number. The answer is a clearance, the least one of a manifold's
// contacts: only its sign counts where the question is whether two meet. Infinite: no contact.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

enum PairKind : uint32_t { BOX, HULL, BALL, CAPSULE, TRIANGLE };

struct PairBody {
    uint32_t kind;
    const double* numbers;  // half extents; corners; radius; half the segment along y and radius; corners
    size_t count;           // of numbers
    const uint32_t* faces;  // of a hull: triangles, counter-clockwise seen from outside
    size_t face_count;
    double pose[7];  // position, then quaternion: x, y, z, w
};

// Two bodies as an engine has them.
template <typename Body>
struct Pair {
    Body a, b;
};

// All pairs of a case, from the bodies of the first pair, then of the second, and so on.
template <typename Make>
auto pairs_of(const PairBody* bodies, size_t count, Make make) {
    std::vector<Pair<decltype(make(*bodies))>> pairs;
    for (size_t i = 0; i < count; i++) pairs.push_back({make(bodies[2 * i]), make(bodies[2 * i + 1])});
    return pairs;
}

// The answer to whether two meet, as a clearance is given.
inline double sign(bool meet) { return meet ? -1 : 1; }
