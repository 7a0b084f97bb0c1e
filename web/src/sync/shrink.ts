// Photos made smaller on the device: a phone's camera takes more than a lorry's slip needs, and more than a yard's
// network carries.

/** The longest side that is kept, in pixels. */
export const LONGEST = 1_600
/** The most bytes that a photo may have. */
export const MOST = 600 * 1024
const QUALITIES = [0.82, 0.7, 0.55, 0.4]
/** What the server takes as it is. */
const KEPT = new Set(['image/jpeg', 'image/png'])

/** A width and a height whose longer one is no longer than may be; their ratio stays. */
export function within(width: number, height: number, most: number): [number, number] {
  const longer = Math.max(width, height)
  if (longer <= most) return [width, height]
  const part = (side: number) => Math.max(1, Math.round((side * most) / longer))
  return [part(width), part(height)]
}

/** A picture as a JPEG that stands as it was taken; anything else, and what no browser can draw, as it is. */
export async function shrunk(file: File): Promise<Blob> {
  if (!file.type.startsWith('image/')) return file
  // The camera's own turn of the picture is done here: what is drawn has none any more.
  const drawn = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!drawn) return file
  const [width, height] = within(drawn.width, drawn.height, LONGEST)
  if (KEPT.has(file.type) && width === drawn.width && file.size <= MOST) {
    drawn.close()
    return file
  }
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [width, height]
  const paper = canvas.getContext('2d')
  if (!paper) return file
  // What was see-through would turn black.
  paper.fillStyle = '#fff'
  paper.fillRect(0, 0, width, height)
  paper.drawImage(drawn, 0, 0, width, height)
  drawn.close()
  let made: Blob | null = null
  for (const quality of QUALITIES) {
    made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
    if (!made || made.size <= MOST) break
  }
  return made ?? file
}
