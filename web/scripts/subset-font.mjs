// Writes src/theme/inter-rupee.woff2, the rupee sign alone, and src/theme/language-names.woff2, the names of languages
// in their own scripts: so that a page needs a few kB and not 200 for them. Run by `npm run font` after a new version
// of the fonts.
import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const cuts = [
  ['inter/files/inter-latin-ext-wght-normal', 'inter-rupee', '\u20b9'],
  ['noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal', 'language-names', 'हिन्दी'],
]
for (const [from, to, text] of cuts) {
  const source = new URL(`../node_modules/@fontsource-variable/${from}.woff2`, import.meta.url)
  const target = new URL(`../src/theme/${to}.woff2`, import.meta.url)
  await writeFile(target, await subsetFont(await readFile(source), text, { targetFormat: 'woff2' }))
}
