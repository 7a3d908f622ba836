from clearance import d3

# ANCHOR: mesh
corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
faces = [
    (0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1),
    (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3),
]
triangles = [half for a, b, c, d in faces for half in ((a, b, c), (a, c, d))]
cube = d3.Mesh(corners, triangles)
print("solid:", str(cube.is_solid).lower(), "triangles:", len(triangles))
# ANCHOR_END: mesh

# ANCHOR: inside
pea = d3.Sphere(0.25).at((0.5, 0.0, 0.0))
print("pea:", d3.relation(cube, pea))
hit = d3.ray((-3.0, 0.0, 0.0), (1.0, 0.0, 0.0), cube)
print(f"ray: after {hit.time:.1f}, at a triangle of face {hit.facet // 2}")
near = d3.closest_point((0.5, 0.0, 0.0), cube)
x, y, z = near.point
print(f"closest point: {near.distance:.1f} to ({x:.1f}, {y:.1f}, {z:.1f})")
# ANCHOR_END: inside

# ANCHOR: open
box = d3.Mesh(corners, triangles[:-2])  # without its lid
print("solid:", str(box.is_solid).lower())
print("pea in the open box:", d3.relation(box, pea))
report = d3.mesh_report(box)
print("open edges:", len(report.open_edges))
closed = d3.fill_holes(box, max_edges=4).mesh
print("with its hole filled:", d3.relation(closed, pea))
# ANCHOR_END: open
