// A film for Chromium's fake camera: a drawing held before the lens, as raw frames.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, test, type Browser, type Page } from '@playwright/test'

const [WIDTH, HEIGHT] = [1_280, 720]
const FRAMES = 4

/** The drawing as a phone's camera sees it on a sheet of paper, as the pixels of one picture. */
async function pixelsOf(page: Page, svg: string): Promise<Buffer> {
  const text = await page.evaluate(
    async ({ svg, width, height }) => {
      const image = new Image()
      image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
      await image.decode()
      const canvas = document.createElement('canvas')
      ;[canvas.width, canvas.height] = [width, height]
      const paper = canvas.getContext('2d')!
      paper.fillStyle = '#b8b4ae'
      paper.fillRect(0, 0, width, height)
      // Held a little askew, and not filling the picture.
      paper.translate(width / 2, height / 2)
      paper.rotate(0.05)
      const wide = width * 0.8
      const high = (wide * image.height) / image.width
      paper.drawImage(image, -wide / 2, -high / 2, wide, high)
      const { data } = paper.getImageData(0, 0, width, height)
      let out = ''
      for (let at = 0; at < data.length; at += 4) out += String.fromCharCode(data[at]!, data[at + 1]!, data[at + 2]!)
      return btoa(out)
    },
    { svg, width: WIDTH, height: HEIGHT },
  )
  return Buffer.from(text, 'base64')
}

/** One frame of YUV 4:2:0: light for every pixel, colour for every four. */
function frameOf(rgb: Buffer): Buffer {
  const [luma, chroma] = [Buffer.alloc(WIDTH * HEIGHT), Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]
  for (let at = 0; at < luma.length; at += 1) {
    const [r, g, b] = [rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!]
    luma[at] = 16 + (66 * r + 129 * g + 25 * b) / 256
  }
  return Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
}

export interface Camera {
  browser: Browser
  end: () => Promise<void>
}

/** A browser whose camera sees a drawing. */
export async function cameraOn(page: Page, svg: string): Promise<Camera> {
  const folder = await mkdtemp(join(tmpdir(), 'godown-film-'))
  const film = join(folder, 'label.y4m')
  const frame = frameOf(await pixelsOf(page, svg))
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`)
  await writeFile(film, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame)]))
  const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {}
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  return {
    browser,
    end: async () => {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
