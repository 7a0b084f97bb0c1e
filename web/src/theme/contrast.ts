// Colour arithmetic: contrast after WCAG 2.2, and the nearest shade of a colour that can be read.

const ENDS = ['#000000', '#ffffff'] as const

export type Rgb = readonly [number, number, number]

export function parse(hex: string): Rgb {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  return [1, 3, 5].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb
}

export function hex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** `share` of `top` laid over `under`. */
export function mix(top: string, under: string, share: number): string {
  const [a, b] = [parse(top), parse(under)]
  return hex([0, 1, 2].map((at) => a[at]! * share + b[at]! * (1 - share)) as unknown as Rgb)
}

function luminance(colour: string): number {
  const [r, g, b] = parse(colour).map((part) => {
    const s = part / 255
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** `colour` where it reaches `least` against all of `against`, else the nearest shade of it that does. */
export function readable(colour: string, against: string[], least: number): string {
  const worst = (tried: string) => Math.min(...against.map((other) => contrast(tried, other)))
  for (let step = 0; step <= 100; step += 1)
    for (const towards of ENDS) {
      const tried = step === 0 ? colour.toLowerCase() : mix(towards, colour, step / 100)
      if (worst(tried) >= least) return tried
    }
  return worst(ENDS[0]) > worst(ENDS[1]) ? ENDS[0] : ENDS[1]
}
