#!/bin/sh
# Features that are stable by now, but not in Debian's compiler: one list for our crates and for those of
# others that use some of them. The standard library, which is built along with them, enables what it needs
# itself, and must not be told twice.
case "$CARGO_PKG_NAME" in
clearance* | ply-rs-bw)
    exec "$@" '-Zcrate-attr=feature(let_chains, slice_as_chunks, unsigned_is_multiple_of)' '-Aunused_features' '-Astable_features'
    ;;
esac
exec "$@"
