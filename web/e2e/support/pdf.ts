// The lines of text in a PDF of ours: where each begins and ends, in millimetres of its page.
import { inflateSync } from 'node:zlib'

export interface PdfLine {
  /** From the left and from the upper edge of the page, of the line that the letters stand on. */
  from: number
  to: number
  base: number
}

const POINT = 25.4 / 72
const THOUSANDTHS = 1_000

/** The objects of the file by number: what is said before their stream, and the stream unpacked. */
function objects(file: Buffer): Map<number, { head: string; stream: string }> {
  const found = new Map<number, { head: string; stream: string }>()
  const text = file.toString('latin1')
  const begins = /(\d+) 0 obj\n/g
  for (let match = begins.exec(text); match; match = begins.exec(text)) {
    const from = begins.lastIndex
    const [end, stream] = [text.indexOf('\nendobj', from), text.indexOf('\nstream\n', from)]
    if (stream < 0 || stream > end) {
      found.set(Number(match[1]), { head: text.slice(from, end), stream: '' })
      continue
    }
    const head = text.slice(from, stream)
    const begin = stream + '\nstream\n'.length
    const bytes = file.subarray(begin, begin + Number(/\/Length (\d+)/.exec(head)?.[1]))
    const plain = head.includes('/FlateDecode') ? inflateSync(bytes) : bytes
    found.set(Number(match[1]), { head, stream: plain.toString('latin1') })
    // What a stream holds is no object, whatever it looks like.
    begins.lastIndex = begin + bytes.length
  }
  return found
}

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function codes(token: string): number[] {
  const bytes = token.startsWith('<')
    ? Buffer.from(token.slice(1, -1), 'hex')
    : Buffer.from(
        token
          .slice(1, -1)
          .replace(/\\([0-7]{3}|[\s\S])/g, (_, one: string) =>
            /^[0-7]{3}$/.test(one) ? String.fromCharCode(parseInt(one, 8)) : (ESCAPED[one] ?? one),
          ),
        'latin1',
      )
  return Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16BE(at * 2))
}

const TOKENS = /<[0-9A-Fa-f]*>|\((?:\\[\s\S]|[^\\()])*\)|\/[^\s/<>()[\]]+|[^\s/<>()[\]]+/g

/** The lines of each page, in their order. */
export function linesOf(file: Buffer): PdfLine[][] {
  const all = objects(file)
  const link = (head: string, key: string) => Number(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(head)?.[1])
  const head = (number: number) => all.get(number)?.head ?? ''
  const widths = (font: number) => {
    const told = head(link(head(font), 'DescendantFonts'))
    const found = new Map<number, number>()
    for (const [, id, width] of told.slice(told.indexOf('/W [')).matchAll(/(\d+) \[([\d.]+)\]/g))
      found.set(Number(id), Number(width))
    return found
  }
  const pages = [...all.values()].filter((one) => /\/Type \/Page\b(?!s)/.test(one.head))
  return pages.map((page) => {
    const high = Number(/\/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/.exec(page.head)?.[1])
    const fonts = new Map(['R', 'B'].map((name) => [`/${name}`, widths(link(page.head, name))]))
    const lines: PdfLine[] = []
    let [font, size, pen, base, from] = [new Map<number, number>(), 0, 0, 0, NaN]
    let stack: string[] = []
    for (const [token] of (all.get(link(page.head, 'Contents'))?.stream ?? '').matchAll(TOKENS)) {
      if (token === 'Tf') {
        font = fonts.get(stack.at(-2) ?? '') ?? font
        size = Number(stack.at(-1))
      } else if (token === 'Tm') {
        pen = Number(stack.at(-2))
        base = Number(stack.at(-1))
        if (Number.isNaN(from)) from = pen
      } else if (token === 'Tj') {
        for (const code of codes(stack.at(-1) ?? '')) pen += ((font.get(code) ?? 0) / THOUSANDTHS) * size
      } else if (token === 'ET') {
        lines.push({ from: from * POINT, to: pen * POINT, base: (high - base) * POINT })
        from = NaN
      } else {
        stack.push(token)
        continue
      }
      stack = []
    }
    return lines
  })
}
