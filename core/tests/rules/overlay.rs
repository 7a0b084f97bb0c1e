//! A reading with writes laid over it says what the state will be once they are kept.

use godown_core::kept::read::{Memory, Overlay, Range, Read, Writes};

/// Every state of four keys below, every set of writes above, each direction and each limit.
#[test]
fn a_scan_with_a_limit_is_the_beginning_of_the_whole_scan() {
    const KEYS: [&str; 4] = ["a", "b", "c", "d"];
    for below in 0..1_u32 << KEYS.len() {
        let held = KEYS.iter().enumerate().filter(|(at, _)| (below >> at) & 1 == 1);
        let base =
            Memory { pairs: held.map(|(_, key)| ((*key).to_owned(), b"below".to_vec())).collect() };
        for above in 0..3_u32.pow(4) {
            let mut writes = Writes::new();
            for (at, key) in KEYS.iter().enumerate() {
                match above / 3_u32.pow(at as u32) % 3 {
                    0 => None,
                    1 => writes.insert((*key).to_owned(), None),
                    _ => writes.insert((*key).to_owned(), Some(b"above".to_vec())),
                };
            }
            let mut kept = base.clone();
            kept.apply(&writes);
            let over = Overlay { base: &base, writes: &writes };
            for range in [Range::prefix(""), Range::prefix("").reversed()] {
                let whole = kept.scan(&range, usize::MAX).unwrap_or_default();
                for limit in 0..=KEYS.len() + 1 {
                    let wanted = &whole[..limit.min(whole.len())];
                    assert_eq!(over.scan(&range, limit).as_deref(), Ok(wanted));
                    let keys: Vec<String> = wanted.iter().map(|(key, _)| key.clone()).collect();
                    assert_eq!(over.keys(&range, limit), Ok(keys));
                }
            }
        }
    }
}
