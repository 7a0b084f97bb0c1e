//! Lets the server compile before the web app was built, and compile again after it was where the app goes inside.

use std::path::Path;
use std::{env, fs};

fn main() -> std::io::Result<()> {
    let server = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let dist = Path::new(&server).join("../web/dist");
    fs::create_dir_all(&dist)?;
    // A debug build reads the app's files while it runs: there is nothing to compile again.
    let inside = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let watched = if inside { dist.display().to_string() } else { "build.rs".to_owned() };
    println!("cargo:rerun-if-changed={watched}");
    Ok(())
}
