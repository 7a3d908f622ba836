//! Writes the JavaScript that stands beside a WebAssembly module:
//! `clearance-bindgen MODULE.wasm FOLDER NAME`.
//!
//! The command wasm-bindgen without its options, in this workspace so that `Cargo.lock` holds both halves at
//! one version.

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
