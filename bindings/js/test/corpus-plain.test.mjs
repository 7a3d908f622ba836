// The same corpus with the build without simd128, which is used if that is not supported.

WebAssembly.validate = () => false;
const { simd } = await import("clearance");
if (simd) throw new Error("the plain build was to be tested");
await import("./corpus.test.mjs");
