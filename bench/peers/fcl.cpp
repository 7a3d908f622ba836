// FCL's triangle meshes behind a plain C interface: fcl::BVHModel in double precision, fcl::collide, fcl::distance.
// Trees of OBB for whether and where two meshes meet, of OBBRSS for how far apart they are: FCL's distance needs the
// latter, and the former are the faster ones for the rest.

#include <cstdint>
#include <cstring>
#include <fcl/fcl.h>

namespace {

struct Mesh {
    std::shared_ptr<fcl::BVHModel<fcl::OBB<double>>> boxes;
    std::shared_ptr<fcl::BVHModel<fcl::OBBRSS<double>>> spheres;
};

template <typename Volume>
std::shared_ptr<fcl::BVHModel<Volume>> model(const double* vertices, size_t count, const uint32_t* triangles, size_t faces) {
    std::vector<fcl::Vector3d> points(count);
    for (size_t i = 0; i < count; i++) points[i] = {vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]};
    std::vector<fcl::Triangle> corners(faces);
    for (size_t i = 0; i < faces; i++) corners[i].set(triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]);
    auto made = std::make_shared<fcl::BVHModel<Volume>>();
    made->beginModel(int(faces), int(count));
    made->addSubModel(points, corners);
    made->endModel();
    return made;
}

// A position and a quaternion: x, y, z, qx, qy, qz, qw.
fcl::Transform3d transform(const double* pose) {
    fcl::Transform3d made = fcl::Transform3d::Identity();
    made.linear() = fcl::Quaterniond(pose[6], pose[3], pose[4], pose[5]).toRotationMatrix();
    made.translation() = fcl::Vector3d(pose[0], pose[1], pose[2]);
    return made;
}

}  // namespace

extern "C" {

void* bench_fcl_new(const double* vertices, size_t count, const uint32_t* triangles, size_t faces, bool for_distance) {
    auto* mesh = new Mesh;
    if (for_distance) mesh->spheres = model<fcl::OBBRSS<double>>(vertices, count, triangles, faces);
    else mesh->boxes = model<fcl::OBB<double>>(vertices, count, triangles, faces);
    return mesh;
}

void bench_fcl_free(void* mesh) { delete static_cast<Mesh*>(mesh); }

bool bench_fcl_meet(const void* a, const void* b, const double* pose) {
    fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    auto *first = static_cast<const Mesh*>(a)->boxes.get(), *second = static_cast<const Mesh*>(b)->boxes.get();
    return fcl::collide<double>(first, fcl::Transform3d::Identity(), second, transform(pose), request, result) > 0;
}

// Every pair of triangles that meet, without points and normals, which FCL computes only on demand. How many there
// are; as many as there is room for are written.
size_t bench_fcl_pairs(const void* a, const void* b, const double* pose, uint32_t* pairs, size_t room) {
    fcl::CollisionRequestd request(room, false);
    fcl::CollisionResultd result;
    auto *first = static_cast<const Mesh*>(a)->boxes.get(), *second = static_cast<const Mesh*>(b)->boxes.get();
    fcl::collide<double>(first, fcl::Transform3d::Identity(), second, transform(pose), request, result);
    for (size_t i = 0; i < result.numContacts() && i < room; i++) {
        pairs[2 * i] = uint32_t(result.getContact(i).b1);
        pairs[2 * i + 1] = uint32_t(result.getContact(i).b2);
    }
    return result.numContacts();
}

double bench_fcl_distance(const void* a, const void* b, const double* pose) {
    fcl::DistanceRequestd request;
    fcl::DistanceResultd result;
    auto *first = static_cast<const Mesh*>(a)->spheres.get(), *second = static_cast<const Mesh*>(b)->spheres.get();
    return fcl::distance<double>(first, fcl::Transform3d::Identity(), second, transform(pose), request, result);
}

}
