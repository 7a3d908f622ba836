//! Writes the JavaScript that belongs to a WebAssembly module:
//!
//! The command wasm-bindgen without its options. It is part of this workspace, so that `Cargo.lock` keeps it
//! at the same version as the library wasm-bindgen.

use std::env::args;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        return Err("usage: clearance-bindgen MODULE.wasm FOLDER NAME".into());
    };
    Bindgen::new()
        .input_path(module)
        .out_name(name)
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(true)
        .generate(folder)?;
    Ok(())
}
