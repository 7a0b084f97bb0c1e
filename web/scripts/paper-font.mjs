// Writes core/src/paper/fonts: Hind without the letters that no document of India is written in, regular and bold,
// which core sets papers in, its digits of one width. Run by `npm run font`; the licence (OFL 1.1) lies beside them.
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { tabular } from './tabular.mjs'

const source = new URL('../node_modules/@expo-google-fonts/hind/', import.meta.url)
const target = new URL('../../core/src/paper/fonts/', import.meta.url)

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')
/** Latin, Devanagari, joiners, dashes, quotes, the rupee sign and what sizes are written with. */
const LETTERS = [
  range(0x20, 0x7e),
  range(0xa0, 0xff),
  range(0x900, 0x97f),
  '\u200c\u200d\u2010\u2011\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20b9\u2212\u2264\u2265\u25cc\u2044',
].join('')

for (const [file, name] of [
  ['400Regular/Hind_400Regular.ttf', 'hind-regular.ttf'],
  ['600SemiBold/Hind_600SemiBold.ttf', 'hind-bold.ttf'],
]) {
  await writeFile(
    new URL(name, target),
    tabular(await subsetFont(await readFile(new URL(file, source)), LETTERS, { targetFormat: 'sfnt' })),
  )
}
await copyFile(fileURLToPath(new URL('LICENSE_FONT', source)), fileURLToPath(new URL('OFL.txt', target)))
