// Writes src/theme/inter-rupee.woff2: the rupee sign alone, cut from Inter's latin-ext file, so that a page
// needs 1 kB and not 85 kB for it. Run by `npm run font` after a new version of the font.
import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const source = new URL(
  '../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
  import.meta.url,
)
const target = new URL('../src/theme/inter-rupee.woff2', import.meta.url)
await writeFile(target, await subsetFont(await readFile(source), '\u20b9', { targetFormat: 'woff2' }))
