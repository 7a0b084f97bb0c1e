// The linter's own rule about words: a text that a person reads is given to `say`, which says it in their language.
// Its fix does so; where a sentence is cut by markup, the markup becomes a parameter of the whole sentence.
import { readFileSync } from 'node:fs'

const wordsOf = (text) => new Set(text.split(/\s+/))

const MESSAGE = 'A person reads this: give it to say(), which says it in their language.'

/** Words of the wire: statuses, types and fields, which are compared and sent, and said by what declares them. */
const declared = readFileSync(new URL('../../src/core/types.gen.ts', import.meta.url), 'utf8')
/** What the cache calls what its answers rest on. */
const TAGS = ['Doc', 'List', 'Facts', 'Menu']
const wire = new Set([...[...declared.matchAll(/'([^'\n]*)'/g)].map(([, text]) => text), ...TAGS])

/** Attributes and keys that no person reads. */
const MUTE = wordsOf(`className id name type role variant color size href to path key component autoComplete inputMode
  rel target sx style icon d viewBox fill stroke transform transition animation fontFamily font src accept method url
  pattern lang code action field kind area grid cellClass tagTypes authorization invalidatesTags providesTags aria-live
  aria-haspopup aria-controls aria-describedby aria-labelledby aria-current aria-owns aria-activedescendant aria-relevant
  aria-orientation aria-autocomplete aria-sort`)
/** What is called with words that no person reads. */
const DEAF = wordsOf(`classes includes get set has delete append querySelector querySelectorAll closest matches
  getAttribute setAttribute removeAttribute getItem setItem removeItem addEventListener removeEventListener startsWith
  endsWith split replace replaceAll test exec matchMedia useMediaQuery createElement indexOf DateTimeFormat NumberFormat
  PluralRules Error TypeError log warn error say many docDef getElementById getPropertyValue setProperty concat
  DOMException Blob File URL RegExp getContext createObjectStore transaction objectStore createIndex dispatchEvent
  postMessage lazy memo invalidateTags info FontFace useAsked setRequestHeader`)
/** Attributes and keys whose words a person reads, whatever they look like. */
const SPOKEN = wordsOf(`label title help text message placeholder hint note caption lead headerName head alt aria-label
  aria-description aria-roledescription aria-valuetext what why said toast error subtitle tooltip helperText description
  empty done heading titleAccess says about data-head`)

/** Names that are the same in every language, and what looks like words and is none. */
const NAMES =
  wordsOf(`Edge Opera Firefox Chrome Safari Android Windows Mac Linux iPhone iPad Godown Excel Tally OD Ctrl Enter
  Esc Alt Shift Tab`)
const CSS =
  /^(Bearer |godown |\/order|color-mix|calc|inset|linear-gradient|repeating-linear-gradient|translate|rotate|a\$|url)|\b\dpx\b|^status:|var\(--|^\s*px$/

const letters = /[A-Za-z]{2}/
const looksSaid = (text) =>
  letters.test(text) &&
  (/^\s*(A )?[A-Z₹…(]?[A-Za-z(₹'’-]*[a-z][^_=<>{}#/\\]* [^=<>{}#\\]*$/.test(text)
    ? /[A-Z]/.test(text.trim()[0]) || / .* /.test(text)
    : /^[A-Z][a-z]+[.…?!:]?$/.test(text.trim()))

/** A text of a few small words around a value, such as `by ${day}`; not a list of classes. */
const SMALL = /^(a|[a-z][a-z'’]+)( [a-z'’]+)* $|^ [a-z'’]{2,}( [a-z'’]+)*( |$)|^, [a-z'’]{2,} /
const looksSmall = (node, text) =>
  node.quasis.some(({ value }) => SMALL.test(value.cooked)) &&
  node.quasis.every(({ value }) => !/[-_:/=#<>{}@]/.test(value.cooked)) &&
  node.expressions.every((one) => !/\bcss\b/.test(text(one)))

const nameOf = (node) =>
  node?.type === 'Identifier' || node?.type === 'JSXIdentifier'
    ? node.name
    : node?.type === 'MemberExpression'
      ? nameOf(node.property)
      : node?.type === 'Literal'
        ? String(node.value)
        : node?.type === 'JSXNamespacedName'
          ? ''
          : ''

const THROUGH = new Set([
  'ConditionalExpression',
  'LogicalExpression',
  'ArrayExpression',
  'TemplateLiteral',
  'JSXExpressionContainer',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'ParenthesizedExpression',
  'SpreadElement',
])

/** What is still a text once a method of it was called. */
const CUT = new Set(['ArrayExpression', 'TemplateLiteral'])

const isMute = (name) => MUTE.has(name) || /^(grid|data-(?!head$))/.test(name)

/** Whether a person reads a literal: yes, no, or as it looks. */
function heard(node) {
  let at = node
  let up = at.parent
  while (up) {
    if (up.type === 'ConditionalExpression' && up.test === at) return 'no'
    if (up.type === 'BinaryExpression' && up.operator === '+') {
      at = up
      up = up.parent
      continue
    }
    if (up.type === 'JSXExpressionContainer' && /^JSX(Element|Fragment)$/.test(up.parent.type)) return 'yes'
    if (!THROUGH.has(up.type)) break
    at = up
    up = up.parent
  }
  if (!up) return 'no'
  switch (up.type) {
    case 'JSXAttribute': {
      const name = nameOf(up.name)
      // A component is given its name in words, an element of the page a name of the wire.
      if (name === 'name' && /^[A-Z]/.test(nameOf(up.parent.name))) return 'titled'
      return isMute(name) ? 'no' : SPOKEN.has(name) ? 'yes' : 'looks'
    }
    case 'Property': {
      if (up.value !== at) return 'no'
      const name = nameOf(up.key)
      const call = up.parent.parent
      if (call?.type === 'CallExpression' && /^(say|many)$/.test(nameOf(call.callee))) return 'yes'
      return isMute(name) ? (name === 'name' ? 'looks' : 'no') : SPOKEN.has(name) ? 'yes' : 'looks'
    }
    case 'BinaryExpression':
    case 'SwitchCase':
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'TSLiteralType':
    case 'TSEnumMember':
    case 'MemberExpression':
      return up.object === at && CUT.has(at.type) && !DEAF.has(nameOf(up.property)) ? 'looks' : 'no'
    case 'TSModuleDeclaration':
    case 'TSImportType':
    case 'TaggedTemplateExpression':
    case 'ExpressionStatement':
    case 'ThrowStatement':
      return 'no'
    case 'CallExpression':
    case 'NewExpression':
      return DEAF.has(nameOf(up.callee)) ? 'no' : 'looks'
    default:
      return 'looks'
  }
}

const quoted = (text) => {
  const plain = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
  return plain.includes("'") ? (plain.includes('"') ? `'${plain.replaceAll("'", "\\'")}'` : `"${plain}"`) : `'${plain}'`
}

/** Names for what stands in a sentence. */
function namer() {
  const taken = new Map()
  return (code, base) => {
    const wanted = /^[A-Za-z]\w*$/.test(base ?? '') ? base : 'value'
    for (let at = 1; ; at += 1) {
      const name = at === 1 ? wanted : `${wanted}${at}`
      if (!taken.has(name) || taken.get(name) === code) {
        taken.set(name, code)
        return name
      }
    }
  }
}

/** What an expression would be called as a parameter. */
function called(node) {
  switch (node.type) {
    case 'Identifier':
      return node.name
    case 'MemberExpression':
      return node.property.type === 'Identifier' && !node.computed
        ? node.property.name === 'length'
          ? `${called(node.object)}`.replace(/^value$/, 'count')
          : node.property.name
        : called(node.object)
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return called(node.expression)
    case 'CallExpression':
      return node.arguments[0] && node.arguments[0].type !== 'Literal'
        ? called(node.arguments[0])
        : nameOf(node.callee) || 'value'
    case 'LogicalExpression':
      return called(node.left)
    case 'ConditionalExpression':
      return 'value'
    case 'BinaryExpression':
      return called(node.left)
    case 'JSXElement': {
      const inner = node.children.find((child) => child.type === 'JSXExpressionContainer')
      if (inner) return called(inner.expression)
      const name = nameOf(node.openingElement.name)
      return name ? name[0].toLowerCase() + name.slice(1) : 'value'
    }
    default:
      return 'value'
  }
}

const braced = (text) => text.replace(/[{}]/g, '')

const paramsOf = (params) => {
  const seen = [...new Map(params.map((one) => [one.name, one])).values()]
  return seen.length
    ? `, { ${seen.map(({ name, code }) => (name === code ? name : `${name}: ${code}`)).join(', ')} }`
    : ''
}

/** The text of JSX as React would show it: lines trimmed and joined. */
function shownText(raw) {
  const lines = raw.split(/\r\n|\n|\r/)
  return lines
    .map((line, at) => {
      let text = line.replaceAll('\t', ' ')
      if (at > 0) text = text.replace(/^ +/, '')
      if (at < lines.length - 1) text = text.replace(/ +$/, '')
      return text
    })
    .filter(Boolean)
    .join(' ')
    .replace(/&nbsp;/g, '\u00a0')
    .replace(/&apos;|&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/&gt;/g, '>')
    .replace(/&lt;/g, '<')
    .replace(/&times;/g, '×')
    .replace(/&middot;/g, '·')
    .replace(/&rarr;/g, '→')
}

const rule = {
  meta: { type: 'problem', fixable: 'code', docs: { description: 'What a person reads is said by say().' } },
  create(context) {
    const source = context.sourceCode
    const text = (node) => source.getText(node)

    function children(node) {
      if (nameOf(node.openingElement?.name) === 'Kbd') return
      const parts = node.children.map((child) => {
        if (child.type === 'JSXText') return { kind: 'text', text: shownText(child.raw ?? child.value), node: child }
        if (child.type === 'JSXExpressionContainer') {
          const inner = child.expression
          if (inner.type === 'JSXEmptyExpression') return { kind: 'gone', node: child }
          if (inner.type === 'Literal' && typeof inner.value === 'string')
            return { kind: 'text', text: inner.value, node: child }
          return { kind: 'value', node: child, inner }
        }
        return { kind: 'element', node: child, inner: child }
      })
      if (!parts.some((part) => part.kind === 'text' && part.node.type === 'JSXText' && letters.test(part.text))) return
      const isText = (part) => part.kind === 'text' && part.text.trim() !== ''
      // From the first text to the last, with the values beside it.
      let from = parts.findIndex(isText)
      let to = parts.findLastIndex(isText)
      const glued = (part, other, end) =>
        part?.kind === 'value' &&
        !/JSX/.test(part.inner.type) &&
        !(part.inner.type === 'LogicalExpression' && /JSX/.test(part.inner.right.type)) &&
        !(part.inner.type === 'LogicalExpression') &&
        !(part.inner.type === 'ConditionalExpression') &&
        other &&
        (end === 'before' || true)
      if (glued(parts[from - 1], parts[from], 'before')) from -= 1
      if (glued(parts[to + 1], parts[to], 'after')) to += 1
      const run = parts.slice(from, to + 1).filter((part) => part.kind !== 'gone')
      const name = namer()
      const params = []
      let said = ''
      for (const part of run) {
        if (part.kind === 'text') said += braced(part.text)
        else {
          const code = text(part.inner)
          const one = name(code, called(part.inner))
          said += `{${one}}`
          params.push({ name: one, code })
        }
      }
      if (!letters.test(said.replace(/\{\w+\}/g, ''))) return
      const first = run[0].node
      const last = run.at(-1).node
      const lead = first.type === 'JSXText' ? /^\s*/.exec(first.raw ?? first.value)[0] : ''
      const trail = last.type === 'JSXText' ? /\s*$/.exec(last.raw ?? last.value)[0] : ''
      context.report({
        node: first,
        message: MESSAGE,
        fix: (fixer) =>
          fixer.replaceTextRange(
            [first.range[0], last.range[1]],
            `${lead.includes('\n') ? lead : ''}{say(${quoted(said)}${paramsOf(params)})}${trail.includes('\n') ? trail : ''}`,
          ),
      })
    }

    function literal(node, value) {
      if (!letters.test(value) || NAMES.has(value.trim()) || CSS.test(value)) return
      const verdict = heard(node)
      if (verdict === 'no') return
      if (verdict === 'titled' && !/^[A-Z][a-z]/.test(value)) return
      if (verdict === 'looks' && (!looksSaid(value) || wire.has(value))) return
      if (verdict === 'yes' && wire.has(value) && !/^[A-Z]|\s/.test(value)) return
      if (node.parent.type === 'TSLiteralType') return
      const inAttribute = node.parent.type === 'JSXAttribute'
      context.report({
        node,
        message: MESSAGE,
        fix: (fixer) => fixer.replaceText(node, inAttribute ? `{say(${quoted(value)})}` : `say(${quoted(value)})`),
      })
    }

    return {
      JSXElement: children,
      JSXFragment: children,
      Literal: (node) => {
        if (typeof node.value === 'string') literal(node, node.value)
      },
      TemplateLiteral: (node) => {
        if (node.parent.type === 'TaggedTemplateExpression') return
        const plain = node.quasis.map((quasi) => quasi.value.cooked).join(' ')
        if (!letters.test(plain) || CSS.test(node.quasis[0].value.raw) || CSS.test(plain)) return
        const verdict = heard(node)
        if (verdict === 'no') return
        if (verdict === 'titled' && !/^[A-Z][a-z]/.test(node.quasis[0].value.raw)) return
        const shape = node.quasis.map((quasi) => quasi.value.cooked).join('X')
        if (verdict === 'looks' && !looksSaid(shape.replaceAll('X', 'Xx')) && !looksSmall(node, text)) return
        if (!node.expressions.length) {
          return context.report({
            node,
            message: MESSAGE,
            fix: (fixer) => fixer.replaceText(node, `say(${text(node)})`),
          })
        }
        const name = namer()
        const params = []
        let said = ''
        node.quasis.forEach((quasi, at) => {
          said += braced(quasi.value.cooked)
          const inner = node.expressions[at]
          if (!inner) return
          const code = text(inner)
          const one = name(code, called(inner))
          said += `{${one}}`
          params.push({ name: one, code })
        })
        context.report({
          node,
          message: MESSAGE,
          fix: (fixer) => fixer.replaceText(node, `say(${quoted(said)}${paramsOf(params)})`),
        })
      },
    }
  },
}

export default { meta: { name: 'words' }, rules: { said: rule } }
