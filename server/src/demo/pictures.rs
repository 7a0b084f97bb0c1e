//! The demo's photos: the ends of pipes in a rack, some of them rusted, drawn as PNG files.

/// Width and height of a photo.
const SIZE: (usize, usize) = (320, 240);
/// The distance between two pipes of the rack.
const PITCH: i64 = 40;
/// How many photos there are.
const COUNT: usize = 4;
/// Bytes of a block of data that is stored as it is.
const BLOCK: usize = 65_535;

/// Every photo of the demo, each with its name.
pub fn all() -> Vec<(String, Vec<u8>)> {
    (0..COUNT).map(|at| (format!("rack-{}.png", at + 1), png(at))).collect()
}

/// One of the photos, over and over.
pub fn one(turn: usize) -> Vec<u8> {
    png(turn % COUNT)
}

fn png(turn: usize) -> Vec<u8> {
    let (width, height) = SIZE;
    let mut pixels = Vec::with_capacity((width * 3 + 1) * height);
    for y in 0..height {
        // No filter on this row.
        pixels.push(0);
        for x in 0..width {
            pixels.extend(pixel(turn as i64, x as i64, y as i64));
        }
    }
    let mut header = Vec::new();
    for side in [width, height] {
        header.extend((side as u32).to_be_bytes());
    }
    // Eight bits, true colour, deflated, no interlacing.
    header.extend([8, 2, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, b"IHDR", &header);
    chunk(&mut file, b"IDAT", &stored(&pixels));
    chunk(&mut file, b"IEND", &[]);
    file
}

/// The colour of a point: the wall of a pipe, its hollow, or the dark between pipes.
fn pixel(turn: i64, x: i64, y: i64) -> [u8; 3] {
    let (column, row) = (x / PITCH, y / PITCH);
    let (dx, dy) = (x % PITCH - PITCH / 2, y % PITCH - PITCH / 2);
    let from_middle = dx * dx + dy * dy;
    let rust = (column * 7 + row * 13 + turn * 5) % 9;
    let light = (dx - dy).clamp(-20, 20);
    let shade = |base: i64| (base + light).clamp(0, 255) as u8;
    match from_middle {
        0..=196 => [24, 26, 30],
        197..=324 if rust < 3 => [shade(150), shade(82), shade(46)],
        197..=324 => [shade(146), shade(152), shade(160)],
        _ => [58, 56, 54],
    }
}

/// Data as it is, in the form of deflated data.
fn stored(data: &[u8]) -> Vec<u8> {
    let mut out = vec![0x78, 0x01];
    let blocks = data.chunks(BLOCK).count();
    for (at, block) in data.chunks(BLOCK).enumerate() {
        let length = block.len() as u16;
        out.push(u8::from(at + 1 == blocks));
        out.extend(length.to_le_bytes());
        out.extend((!length).to_le_bytes());
        out.extend(block);
    }
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in data {
        a = (a + u32::from(*byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    out.extend(((b << 16) | a).to_be_bytes());
    out
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let from = file.len();
    file.extend(kind);
    file.extend(data);
    let sum = crc(&file[from..]);
    file.extend(sum.to_be_bytes());
}

fn crc(data: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in data {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}
