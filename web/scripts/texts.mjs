// The texts of the app, as translators read them: `npm run texts` prints all of them, `npm run texts hi` those that
// the Hindi catalogue lacks. A plural stands in its form for many.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

const src = join(import.meta.dirname, '../src')

const isSource = (name) => /\.tsx?$/.test(name) && !/\.(test|gen)\.tsx?$/.test(name)

/** The plain texts that an argument may be. */
function textsIn(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value.trim()] : []
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? [node.quasis[0].value.cooked.trim()] : []
    case 'BinaryExpression':
      return [textsIn(node.left).concat(textsIn(node.right)).join(' ')]
    case 'ConditionalExpression':
      return [...textsIn(node.consequent), ...textsIn(node.alternate)]
    default:
      return []
  }
}

function visit(node, found) {
  if (!node || typeof node !== 'object') return
  if (node.type === 'CallExpression' && node.callee.name === 'say') found.push(...textsIn(node.arguments[0]))
  if (node.type === 'CallExpression' && node.callee.name === 'many') found.push(...textsIn(node.arguments[2]))
  for (const child of Object.values(node)) {
    if (Array.isArray(child)) for (const one of child) visit(one, found)
    else visit(child, found)
  }
}

/** Every text that the files of a pattern give to `say` or `many`, each once. */
export function appTexts(files = /./) {
  const found = []
  for (const name of readdirSync(src, { recursive: true })
    .filter((one) => isSource(one) && files.test(one))
    .sort())
    visit(parseAst(readFileSync(join(src, name), 'utf8'), { lang: name.endsWith('x') ? 'tsx' : 'ts' }), found)
  return [...new Set(found)].filter(Boolean)
}

const listed = (name) =>
  readFileSync(join(src, `words/${name}.txt`), 'utf8')
    .split('\n')
    .filter(Boolean)

/** Every refusal of the core and of the server, as a test of the core lists them. */
export const refusals = () => listed('refusals')

const rust = join(import.meta.dirname, '../..')

/** Those of them that stand in files of the core or of the server; a folder stands for all of its files. */
export function refusalsIn(...places) {
  const files = places.flatMap((place) =>
    place.endsWith('.rs') ? [place] : readdirSync(join(rust, place)).map((name) => `${place}/${name}`),
  )
  const known = new Set(refusals())
  const found = files.flatMap((file) => {
    const source = readFileSync(join(rust, file), 'utf8').replace(/\\\n\s*/g, '')
    return [...source.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text.replaceAll('\\"', '"'))
  })
  return [...new Set(found)].filter((text) => known.has(text))
}

/** The words of the declarations. */
export const declared = () => listed('declared')

if (process.argv[1] === import.meta.filename) {
  const language = process.argv[2]
  const known = language ? JSON.parse(readFileSync(join(src, `words/${language}.json`), 'utf8')) : {}
  for (const text of [...appTexts(), ...declared(), ...refusals()])
    if (!(text in known)) console.log(JSON.stringify(text))
}
