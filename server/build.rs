//! Lets the server compile before the web app was built, and compile again after it was where the app goes inside.

use std::path::Path;
use std::{env, fs};

fn main() -> std::io::Result<()> {
    let server = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let built = ["../web/dist", "../wasm/pkg/folder"].map(|path| Path::new(&server).join(path));
    for path in &built {
        fs::create_dir_all(path)?;
    }
    // A debug build reads the app's files while it runs: there is nothing to compile again.
    let inside = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    match inside {
        true => built.iter().for_each(|path| println!("cargo:rerun-if-changed={}", path.display())),
        false => println!("cargo:rerun-if-changed=build.rs"),
    }
    Ok(())
}
