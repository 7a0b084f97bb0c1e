//! Lets the server compile before the web app was built, and compile again after it was.

use std::path::Path;
use std::{env, fs};

fn main() -> std::io::Result<()> {
    let server = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let dist = Path::new(&server).join("../web/dist");
    fs::create_dir_all(&dist)?;
    println!("cargo:rerun-if-changed={}", dist.display());
    Ok(())
}
