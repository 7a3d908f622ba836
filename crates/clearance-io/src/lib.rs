//! Scenes, queries and meshes in, answers out.
