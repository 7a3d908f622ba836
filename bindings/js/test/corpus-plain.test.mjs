// The same corpus in the build without simd128, as where that is not understood.

WebAssembly.validate = () => false;
const { simd } = await import("clearance");
if (simd) throw new Error("the plain build was to be tested");
await import("./corpus.test.mjs");
