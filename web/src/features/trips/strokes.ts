// What a finger draws: strokes of points, and how they are painted.
export type Point = [x: number, y: number]
export type Stroke = Point[]

const WIDTH = 2.4

/** Each stroke through the middle of its points, so that a quick hand leaves no corners. */
export function paint(context: CanvasRenderingContext2D, strokes: Stroke[], ink: string) {
  context.lineWidth = WIDTH
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = ink
  for (const [first, ...rest] of strokes) {
    if (!first) continue
    context.beginPath()
    context.moveTo(...first)
    if (rest.length === 0) context.lineTo(...first)
    rest.forEach(([x, y], at) => {
      const [nextX, nextY] = rest[at + 1] ?? [x, y]
      context.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2)
    })
    context.stroke()
  }
}

/** The signature as a picture of its own size: dark on white, whatever the theme. */
export async function pictureOf(strokes: Stroke[], width: number, height: number): Promise<File | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width * 2
  canvas.height = height * 2
  const context = canvas.getContext('2d')
  if (!context) return null
  context.scale(2, 2)
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  paint(context, strokes, 'black')
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  return blob && new File([blob], 'signature.png', { type: 'image/png' })
}
