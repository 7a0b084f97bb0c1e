// Gives the digits of a TrueType font one width, each in the middle of it, so that figures below each other line up.

const TAG = 4

/** The font with digits of one width. */
export function tabular(font) {
  const tables = read(font)
  const glyphs = digits(tables.get('cmap'))
  const metrics = tables.get('hmtx')
  const wide = Math.max(...glyphs.map((glyph) => metrics.readUInt16BE(glyph * 4)))
  const shapes = outlines(tables)
  for (const glyph of glyphs) {
    const by = Math.floor((wide - metrics.readUInt16BE(glyph * 4)) / 2)
    shapes[glyph] = moved(shapes[glyph], by)
    metrics.writeUInt16BE(wide, glyph * 4)
    metrics.writeInt16BE(metrics.readInt16BE(glyph * 4 + 2) + by, glyph * 4 + 2)
  }
  const { glyf, loca } = packed(shapes)
  tables.set('glyf', glyf)
  tables.set('loca', loca)
  tables.get('head').writeInt16BE(1, 50)
  return written(font, tables)
}

function read(font) {
  const tables = new Map()
  for (let at = 0; at < font.readUInt16BE(4); at += 1) {
    const row = 12 + at * 16
    const [from, length] = [font.readUInt32BE(row + 8), font.readUInt32BE(row + 12)]
    tables.set(font.toString('latin1', row, row + TAG), Buffer.from(font.subarray(from, from + length)))
  }
  return tables
}

/** The glyphs of 0 to 9, by a table of format 4; every font of ours has one. */
function digits(cmap) {
  for (let at = 0; at < cmap.readUInt16BE(2); at += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + at * 8 + 4))
    if (table.readUInt16BE(0) === 4) return Array.from('0123456789', (digit) => glyphOf(table, digit.charCodeAt(0)))
  }
  throw new Error('the font has no table of format 4')
}

function glyphOf(table, letter) {
  const doubled = table.readUInt16BE(6)
  for (let at = 0; at < doubled; at += 2) {
    if (table.readUInt16BE(14 + at) < letter) continue
    const [first, delta] = [table.readUInt16BE(16 + doubled + at), table.readInt16BE(16 + 2 * doubled + at)]
    const place = 16 + 3 * doubled + at
    const range = table.readUInt16BE(place)
    if (range === 0) return (letter + delta) & 0xffff
    return table.readUInt16BE(place + range + 2 * (letter - first))
  }
  throw new Error('the font lacks a digit')
}

function outlines(tables) {
  const [glyf, loca] = [tables.get('glyf'), tables.get('loca')]
  const long = tables.get('head').readInt16BE(50) === 1
  const count = tables.get('maxp').readUInt16BE(4)
  const place = (at) => (long ? loca.readUInt32BE(at * 4) : loca.readUInt16BE(at * 2) * 2)
  return Array.from({ length: count }, (_, at) => glyf.subarray(place(at), place(at + 1)))
}

/** An outline further to the right: only the place of its first point and its edges change. */
function moved(shape, by) {
  const contours = shape.readInt16BE(0)
  if (contours < 0) throw new Error('a digit is made of other letters')
  const head = Buffer.from(shape.subarray(0, 10))
  head.writeInt16BE(head.readInt16BE(2) + by, 2)
  head.writeInt16BE(head.readInt16BE(6) + by, 6)
  const points = shape.readUInt16BE(10 + (contours - 1) * 2) + 1
  const hints = 10 + contours * 2
  let at = hints + 2 + shape.readUInt16BE(hints)
  const ends = shape.subarray(10, at)
  const flags = []
  while (flags.length < points) {
    const flag = shape[at]
    at += 1
    flags.push(flag)
    if (flag & 8) {
      for (let more = shape[at]; more > 0; more -= 1) flags.push(flag)
      at += 1
    }
  }
  const steps = (short, same) =>
    flags.map((flag) => {
      if (flag & short) return flag & same ? shape[at++] : -shape[at++]
      if (flag & same) return 0
      at += 2
      return shape.readInt16BE(at - 2)
    })
  const xs = steps(2, 16)
  const ys = steps(4, 32)
  xs[0] += by
  // Every step in two bytes: ten glyphs are not worth packing.
  const plain = Buffer.from(flags.map((flag) => flag & 0b1000001))
  const wide = Buffer.alloc(points * 4)
  xs.forEach((step, point) => wide.writeInt16BE(step, point * 2))
  ys.forEach((step, point) => wide.writeInt16BE(step, (points + point) * 2))
  return Buffer.concat([head, ends, plain, wide])
}

function packed(shapes) {
  const loca = Buffer.alloc((shapes.length + 1) * 4)
  const parts = []
  let from = 0
  shapes.forEach((shape, at) => {
    const room = Buffer.alloc(Math.ceil(shape.length / 4) * 4)
    shape.copy(room)
    parts.push(room)
    from += room.length
    loca.writeUInt32BE(from, (at + 1) * 4)
  })
  return { glyf: Buffer.concat(parts), loca }
}

function sum(bytes) {
  let total = 0
  for (let at = 0; at < bytes.length; at += 4) total = (total + bytes.readUInt32BE(at)) >>> 0
  return total
}

function written(font, tables) {
  const head = Buffer.from(font.subarray(0, 12 + tables.size * 16))
  tables.get('head').writeUInt32BE(0, 8)
  const parts = [head]
  let from = head.length
  for (let at = 0; at < tables.size; at += 1) {
    const row = 12 + at * 16
    const table = tables.get(head.toString('latin1', row, row + TAG))
    const room = Buffer.alloc(Math.ceil(table.length / 4) * 4)
    table.copy(room)
    head.writeUInt32BE(sum(room), row + 4)
    head.writeUInt32BE(from, row + 8)
    head.writeUInt32BE(table.length, row + 12)
    parts.push(room)
    from += room.length
  }
  const whole = Buffer.concat(parts)
  const place = [...tables.keys()].indexOf('head')
  // What makes the sum of the whole file the constant that the format asks for.
  whole.writeUInt32BE((0xb1b0afba - sum(whole)) >>> 0, whole.readUInt32BE(12 + place * 16 + 8) + 8)
  return whole
}
