#!/bin/sh
# Stable since, but not in Debian's compiler: one list, for every crate of the workspace.
exec "$@" '-Zcrate-attr=feature(let_chains, slice_as_chunks, unsigned_is_multiple_of)' '-Aunused_features' '-Astable_features'
