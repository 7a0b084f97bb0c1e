// Photos as a phone's camera takes them.
import type { Page } from '@playwright/test'

/** A photo as large as a phone's camera takes them, of noise, which no format makes small. */
export function photoOf(page: Page, seed: number): Promise<string> {
  return page.evaluate(async (seed) => {
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [2_400, 3_200]
    const paper = canvas.getContext('2d')!
    for (let at = 0; at < 12_000; at += 1) {
      seed = (seed * 16_807) % 2_147_483_647
      paper.fillStyle = `hsl(${seed % 360} 70% ${20 + (seed % 60)}%)`
      paper.fillRect(seed % 2_400, (seed >> 8) % 3_200, 40, 30)
    }
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 1))
    const bytes = new Uint8Array(await blob!.arrayBuffer())
    let out = ''
    for (const byte of bytes) out += String.fromCharCode(byte)
    return btoa(out)
  }, seed)
}
