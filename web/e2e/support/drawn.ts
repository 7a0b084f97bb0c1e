// A page of a PDF beside what Chromium draws of the same paper: how much of the ink of each the other lacks.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'

/** A4 is 794 CSS pixels wide; pictures are taken at twice that. */
const DOTS_PER_INCH = 192

/** The pages of a PDF as PNG, drawn by another's reader of PDFs with the letters that the file carries. */
export async function pngsOf(pdf: Buffer, dotsPerInch = DOTS_PER_INCH): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'godown-paper-'))
  try {
    const file = join(folder, 'paper.pdf')
    await writeFile(file, pdf)
    await promisify(execFile)('pdftoppm', ['-r', String(dotsPerInch), '-png', file, join(folder, 'page')])
    // Their numbers are padded to the same width: they sort by name.
    const pages = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort()
    return await Promise.all(pages.map((name) => readFile(join(folder, name))))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The text of each page of a PDF, as another's reader copies it out. */
export async function textsOf(pdf: Buffer): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'godown-paper-'))
  try {
    const file = join(folder, 'paper.pdf')
    await writeFile(file, pdf)
    const { stdout } = await promisify(execFile)('pdftotext', ['-layout', file, '-'], { maxBuffer: 64 << 20 })
    return stdout.split('\f').slice(0, -1)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Of each picture's dark dots, the share that has no dark dot of the other one nearby. */
export const strayInk = (page: Page, one: Buffer, other: Buffer) =>
  page.evaluate(
    async (pictures) => {
      const [WIDTH, HEIGHT, NEAR, DARK, LIGHT] = [1588, 2246, 3, 110, 190]
      const read = async (base64: string) => {
        const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))]))
        // The page on the screen stands in a frame, which takes a little of its width.
        const context = new OffscreenCanvas(WIDTH, HEIGHT).getContext('2d')!
        context.drawImage(bitmap, 0, 0, WIDTH, HEIGHT)
        const { data } = context.getImageData(0, 0, WIDTH, HEIGHT)
        return (x: number, y: number) => data[(y * WIDTH + x) * 4 + 1]!
      }
      const [a, b] = [await read(pictures[0]!), await read(pictures[1]!)]
      const strayOf = (own: typeof a, its: typeof a) => {
        let [ink, stray] = [0, 0]
        const near = (x: number, y: number) => {
          for (let v = Math.max(0, y - NEAR); v <= Math.min(HEIGHT - 1, y + NEAR); v++)
            for (let u = Math.max(0, x - NEAR); u <= Math.min(WIDTH - 1, x + NEAR); u++)
              if (its(u, v) < LIGHT) return true
          return false
        }
        for (let y = 0; y < HEIGHT; y++)
          for (let x = 0; x < WIDTH; x++)
            if (own(x, y) < DARK) {
              ink += 1
              if (!near(x, y)) stray += 1
            }
        return { ink, share: ink === 0 ? 1 : stray / ink }
      }
      return [strayOf(a, b), strayOf(b, a)]
    },
    [one.toString('base64'), other.toString('base64')],
  )
