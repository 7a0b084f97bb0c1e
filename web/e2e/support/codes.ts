// The QR codes of a picture, read by the library that the app reads labels with where the browser cannot.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const WASM = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

/** The text of each code of the picture, as a PNG. */
export async function codesOf(png: Buffer): Promise<string[]> {
  // By itself the library would fetch its module from elsewhere.
  const wasmBinary = new Uint8Array(await readFile(WASM)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, equalityFn: () => true, fireImmediately: true })
  const found = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'], tryHarder: true })
  return found.map(({ text }) => text)
}
