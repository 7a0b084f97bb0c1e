// The linter's own rule about typing: what stood in a form before an await is not written back after it, since whatever
// was typed meanwhile would be lost. A change is given as a function of what stands by then, or by `useLatest`. And no
// component is keyed by a document's version or by what stands in it, which another's change makes another.

const WRITES = /^(set$|set[A-Z]|on[A-Z]|change$|replace$|settle$|apply$|update$)/
const COPIES = new Set(['concat', 'filter', 'map', 'slice', 'toSorted', 'toSpliced', 'with'])
const LATER = new Set(['then', 'catch', 'finally'])
const MESSAGE =
  'This writes back what stood here before an await: what was typed meanwhile is lost. Give the change as a function.'

const KEYED =
  'This takes what is typed away when the document comes in a newer version. Keep the key; follow it by `useRebased`.'

const isFunction = ({ type }) => /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(type)
const isLoop = ({ type }) => /^(For|While|DoWhile)/.test(type)

function nameOf(callee) {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : ''
}

/** The identifier at the left of `a.b.c` and of `a.b.filter(…)`; none where a ref is read, which is of the moment. */
function rootOf(node) {
  if (node.type === 'Identifier') return node
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression') return rootOf(node.expression)
  if (node.type === 'LogicalExpression') return rootOf(node.left)
  if (node.type === 'CallExpression') return COPIES.has(nameOf(node.callee)) ? rootOf(node.callee.object) : null
  if (node.type !== 'MemberExpression') return null
  return node.property.type === 'Identifier' && node.property.name === 'current' ? null : rootOf(node.object)
}

/** Values that this expression is a changed copy of; a function in it is called later, with what stands by then. */
function copied(node, found = []) {
  if (!node || typeof node.type !== 'string' || isFunction(node)) return found
  if (node.type === 'SpreadElement') found.push(node.argument)
  if (node.type === 'CallExpression' && COPIES.has(nameOf(node.callee))) found.push(node.callee.object)
  for (const [key, child] of Object.entries(node)) {
    if (key === 'parent') continue
    for (const one of Array.isArray(child) ? child : [child]) if (one && typeof one === 'object') copied(one, found)
  }
  return found
}

/** The function that the node runs in, if it runs after something was waited for in it. */
function waitedIn(node, awaits) {
  let at = node
  const loops = []
  while (at && !isFunction(at)) {
    if (isLoop(at)) loops.push(at)
    at = at.parent
  }
  if (!at) return null
  const { parent } = at
  if (parent?.type === 'CallExpression' && parent.arguments.includes(at) && LATER.has(nameOf(parent.callee))) return at
  const before = awaits.filter((one) => one.inside === at)
  const waited = before.some(
    ({ node: one }) =>
      one.range[1] <= node.range[0] ||
      loops.some((loop) => one.range[0] >= loop.range[0] && one.range[1] <= loop.range[1]),
  )
  return waited ? at : null
}

const rule = {
  meta: { type: 'problem', docs: { description: 'Nothing read before an await is written back after it.' } },
  create(context) {
    const awaits = []
    const calls = []
    const insideOf = (node) => {
      let at = node.parent
      while (at && !isFunction(at)) at = at.parent
      return at
    }
    const variableOf = (identifier) => {
      let scope = context.sourceCode.getScope(identifier)
      while (scope) {
        const found = scope.set.get(identifier.name)
        if (found) return found
        scope = scope.upper
      }
      return null
    }
    /** Whether a value is one of the render in which the handler began. */
    const isCaptured = (value, inside) => {
      const root = rootOf(value)
      const variable = root && variableOf(root)
      if (!variable || variable.defs.length === 0) return false
      const scope = variable.scope
      if (scope.type === 'module' || scope.type === 'global') return false
      const { range } = scope.block
      return range[0] < inside.range[0] && range[1] >= inside.range[1]
    }
    /** The expression itself, and for a constant of the handler what it was made of. */
    const meant = (argument) => {
      if (argument.type !== 'Identifier') return argument
      const [def] = variableOf(argument)?.defs ?? []
      return def?.node.type === 'VariableDeclarator' && def.node.init ? def.node.init : argument
    }
    return {
      JSXAttribute: (node) => {
        const { name } = node.parent.name
        if (node.name.name !== 'key' || !/^[A-Z]/.test(name ?? '') || !node.value) return
        if (/\.version\b|\bJSON\.stringify\(/.test(context.sourceCode.getText(node.value)))
          context.report({ node, message: KEYED })
      },
      AwaitExpression: (node) => awaits.push({ node, inside: insideOf(node) }),
      CallExpression: (node) => calls.push(node),
      'Program:exit': () => {
        for (const node of calls) {
          if (!WRITES.test(nameOf(node.callee))) continue
          const inside = waitedIn(node, awaits)
          if (!inside) continue
          for (const argument of node.arguments) {
            const made = meant(argument)
            if (made !== argument && made.range[0] < inside.range[0]) continue
            const values = copied(made)
            if (values.some((value) => isCaptured(value, inside))) context.report({ node, message: MESSAGE })
          }
        }
      },
    }
  },
}

export default { meta: { name: 'godown' }, rules: { 'typing-stays': rule } }
