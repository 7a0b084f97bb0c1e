//! Ids that follow from what they name.

use sha2::{Digest, Sha256};

/// A UUID of version 4 that is the same for the same document of the seed.
pub fn stable(doc_type: &str, key: &str) -> String {
    let digest = Sha256::digest(format!("godown seed {doc_type} {key}"));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_random_bytes(bytes).into_uuid().hyphenated().to_string()
}
