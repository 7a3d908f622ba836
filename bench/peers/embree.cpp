// Embree 3 behind a plain C interface, one thread: rtcCommitScene, rtcIntersect1 for rays and rtcPointQuery for
// closest points. Embree has trees only: the closest point of a triangle is by the caller's function, here the cases of
// Ericson, "Real-Time Collision Detection", 2005, 5.1.5. Subnormal numbers are flushed to zero as Embree's manual
// advises, while it is asked.

#include <cmath>
#include <cstdint>
#include <cstring>
#include <embree3/rtcore.h>
#include <immintrin.h>
#include <vector>

namespace {

struct Vector {
    float x, y, z;
};

Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vector operator*(float s, Vector a) { return {s * a.x, s * a.y, s * a.z}; }
float dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

struct Scene {
    RTCDevice device;
    RTCScene scene;
    const Vector* vertices;
    const uint32_t* triangles;
};

struct Flush {
    unsigned before = _mm_getcsr();
    Flush() { _mm_setcsr(before | 0x8040); }
    ~Flush() { _mm_setcsr(before); }
};

Vector closest(Vector p, Vector a, Vector b, Vector c) {
    Vector ab = b - a, ac = c - a, ap = p - a;
    float d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return a;
    Vector bp = p - b;
    float d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return b;
    float vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + (d1 / (d1 - d3)) * ab;
    Vector cp = p - c;
    float d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return c;
    float vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + (d2 / (d2 - d6)) * ac;
    float va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return b + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (c - b);
    float scale = 1 / (va + vb + vc);
    return a + (vb * scale) * ab + (vc * scale) * ac;
}

// Shrinks the radius of the query to the distance of this triangle.
bool visit(RTCPointQueryFunctionArguments* found) {
    const auto* mesh = static_cast<const Scene*>(found->userPtr);
    const uint32_t* t = mesh->triangles + 3 * size_t(found->primID);
    Vector p{found->query->x, found->query->y, found->query->z};
    Vector between = closest(p, mesh->vertices[t[0]], mesh->vertices[t[1]], mesh->vertices[t[2]]) - p;
    float distance = std::sqrt(dot(between, between));
    if (distance >= found->query->radius) return false;
    found->query->radius = distance;
    return true;
}

}  // namespace

extern "C" {

// The arrays must outlive the scene, the last vertex followed by four bytes that may be read.
void* bench_embree_new(const float* vertices, size_t count, const uint32_t* triangles, size_t faces, bool is_fast) {
    auto* made = new Scene{rtcNewDevice("threads=1"), nullptr, reinterpret_cast<const Vector*>(vertices), triangles};
    made->scene = rtcNewScene(made->device);
    rtcSetSceneBuildQuality(made->scene, is_fast ? RTC_BUILD_QUALITY_LOW : RTC_BUILD_QUALITY_MEDIUM);
    RTCGeometry mesh = rtcNewGeometry(made->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    rtcSetGeometryBuildQuality(mesh, is_fast ? RTC_BUILD_QUALITY_LOW : RTC_BUILD_QUALITY_MEDIUM);
    rtcSetSharedGeometryBuffer(mesh, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, vertices, 0, 12, count);
    rtcSetSharedGeometryBuffer(mesh, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, triangles, 0, 12, faces);
    rtcCommitGeometry(mesh);
    rtcAttachGeometry(made->scene, mesh);
    rtcReleaseGeometry(mesh);
    rtcCommitScene(made->scene);
    return made;
}

void bench_embree_free(void* scene) {
    auto* made = static_cast<Scene*>(scene);
    rtcReleaseScene(made->scene);
    rtcReleaseDevice(made->device);
    delete made;
}

// Rays as six numbers each; the time of the first hit, -1 where there is none.
void bench_embree_rays(const void* scene, const float* rays, size_t count, double* times) {
    Flush flush;
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (size_t i = 0; i < count; i++) {
        RTCRayHit query{};
        const float* r = rays + 6 * i;
        query.ray.org_x = r[0], query.ray.org_y = r[1], query.ray.org_z = r[2];
        query.ray.dir_x = r[3], query.ray.dir_y = r[4], query.ray.dir_z = r[5];
        query.ray.tfar = INFINITY;
        query.ray.mask = ~0u;
        query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(static_cast<const Scene*>(scene)->scene, &context, &query);
        times[i] = query.hit.geomID == RTC_INVALID_GEOMETRY_ID ? -1.0 : double(query.ray.tfar);
    }
}

// Distances of points from the surface.
void bench_embree_closest(const void* scene, const float* points, size_t count, double* distances) {
    Flush flush;
    RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    for (size_t i = 0; i < count; i++) {
        const float* p = points + 3 * i;
        RTCPointQuery query{p[0], p[1], p[2], 0, INFINITY};
        rtcPointQuery(static_cast<const Scene*>(scene)->scene, &query, &context, visit, const_cast<void*>(scene));
        distances[i] = query.radius;
    }
}

}
