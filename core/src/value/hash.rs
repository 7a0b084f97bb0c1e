//! FNV-1a: tells contents apart and guards nothing. Its values are kept, so that it stays what it is.

/// FNV-1a of 64 bits, in hexadecimal.
pub fn digest(bytes: impl Iterator<Item = u8>) -> String {
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// FNV-1a of 32 bits, in hexadecimal: for what stands in many keys.
pub fn short(bytes: impl Iterator<Item = u8>) -> String {
    let hash = bytes
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors that its authors publish.
    #[test]
    fn both_lengths_are_those_of_the_published_vectors() {
        for (text, long, brief) in [
            ("", "cbf29ce484222325", "811c9dc5"),
            ("a", "af63dc4c8601ec8c", "e40c292c"),
            ("foobar", "85944171f73967e8", "bf9cf968"),
        ] {
            assert_eq!((digest(text.bytes()), short(text.bytes())), (long.into(), brief.into()));
        }
    }
}
