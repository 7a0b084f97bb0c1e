// What finds a label in a picture: the browser's own detector where it has one, else ZXing, loaded when a camera opens.
import type { BarcodeDetector as Reader } from 'barcode-detector/ponyfill'

const FORMATS = ['qr_code', 'code_128'] as const

export type Detector = Pick<Reader, 'detect'>

interface Native {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

async function native(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: Native }
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])
  // On a desktop the class may be there and read nothing.
  const all = !!formats && FORMATS.every((format) => formats.includes(format))
  return BarcodeDetector && all ? new BarcodeDetector({ formats: FORMATS }) : null
}

async function own(): Promise<Detector> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: url }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  await prepareZXingModule({ overrides: { locateFile: () => url }, fireImmediately: true })
  return new BarcodeDetector({ formats: [...FORMATS] })
}

let made: Promise<Detector> | null = null

export function detector(): Promise<Detector> {
  made ??= native()
    .then((one) => one ?? own())
    .catch((error: unknown) => {
      made = null
      throw error
    })
  return made
}
