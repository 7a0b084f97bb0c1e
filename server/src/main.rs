//! The command line of Godown.

fn main() {}
