// The page of the auditor's folder: it loads pieces as scripts, hands them to the rules, and draws what these answer.
'use strict'

/** Pieces that were asked for, by their names. */
const awaited = new Map()
/** The folder, open. */
let folder
/** Names of pieces that the folder has. */
const taken = new Set()
const main = document.getElementById('main')
/** So many lines of a list are drawn at a time. */
const LINES = 100

/** Every piece calls this with its name and its text. */
function godown(name, text) {
  const waiting = awaited.get(name)
  if (waiting) waiting.text = text
}
window.godown = godown

/** A page that was opened from a disk may not fetch: a piece is a script. */
function load(name) {
  return new Promise((resolve, reject) => {
    const waiting = { text: undefined }
    awaited.set(name, waiting)
    const script = document.createElement('script')
    const end = () => {
      awaited.delete(name)
      script.remove()
      if (waiting.text === undefined) reject(new Error(`data/${name}.js is missing or was changed`))
      else resolve(waiting.text)
    }
    script.onload = end
    script.onerror = end
    script.src = `data/${name}.js`
    document.head.append(script)
  })
}

/** Loads pieces that the folder does not have yet. */
async function need(names) {
  for (const name of names) {
    if (taken.has(name)) continue
    const finding = folder.take(name, await load(name))
    if (finding) {
      const { file, what } = JSON.parse(finding)
      throw new Error(`${file} ${what}`)
    }
    taken.add(name)
  }
}

function element(tag, props, ...inside) {
  const made = Object.assign(document.createElement(tag), props)
  made.append(...inside)
  return made
}

function linked({ text, to }) {
  if (!to) return text
  const link = element('a', { href: to, textContent: text })
  // An attachment opens beside the page.
  if (!to.startsWith('#')) link.target = '_blank'
  return link
}

function table({ columns, lines }, label) {
  const heads = columns.map((one) =>
    element('th', { scope: 'col', textContent: one.label, className: one.is_number ? 'number' : '' }),
  )
  const rows = lines.map((line) => {
    const cells = line.cells.map((cell, at) =>
      element('td', { className: columns[at].is_number ? 'number' : '' }, linked(cell)),
    )
    return element('tr', { className: line.is_strong ? 'strong' : '' }, ...cells)
  })
  const drawn = element('table', {}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...rows))
  drawn.setAttribute('aria-label', label)
  return element('div', { className: 'wide' }, drawn)
}

function facts(all) {
  const list = element('dl', {})
  for (const { label, values } of all) {
    const shown = values.flatMap((value, at) => (at === 0 ? [linked(value)] : [', ', linked(value)]))
    list.append(element('div', {}, element('dt', { textContent: label }), element('dd', {}, ...shown)))
  }
  return list
}

function title(text, quiet) {
  const parts = [element('h2', { textContent: text })]
  if (quiet) parts.push(element('p', { className: 'quiet', textContent: quiet }))
  return parts
}

const overview = () => JSON.parse(folder.overview())

function start() {
  const { title: site, period, made, types, attachments } = overview()
  const cards = types.map(({ key, label, count }) =>
    element(
      'li',
      {},
      element(
        'a',
        { href: `#docs/${key}` },
        element('span', { textContent: label }),
        element('span', { textContent: count }),
      ),
    ),
  )
  return [
    ...title(site, `${period}. Made on ${made}. ${attachments} attachments.`),
    element(
      'p',
      {},
      'This folder holds the books of the period, every document that was made or changed in it with its history, and ' +
        'the attachments. What it proves, and what it does not, the page ',
      element('a', { href: '#check', textContent: 'Check' }),
      ' says.',
    ),
    element('h3', { textContent: 'Documents' }),
    element('ul', { className: 'cards' }, ...cards),
  ]
}

async function books() {
  await need(overview().vouchers)
  const told = JSON.parse(folder.trial_balance())
  const quiet = `${overview().period}. Debit above zero, credit below. An account leads to its ledger.`
  return [...title(told.title, quiet), table(told, told.title)]
}

async function parties(kind) {
  await need(overview().vouchers)
  const told = JSON.parse(folder.parties(kind))
  if (!told) return nothing()
  return [...title(told.title, overview().period), table(told, told.title)]
}

async function ledger(account) {
  await need(overview().vouchers)
  const told = JSON.parse(folder.ledger(account))
  return [...title(told.title, `Ledger, ${overview().period}`), table(told, told.title)]
}

async function days(month) {
  const { months, vouchers } = overview()
  await need(vouchers)
  const chosen = months.find(([label]) => label === month) ?? months[0]
  const told = JSON.parse(folder.day_book(chosen[1], chosen[2]))
  const select = element(
    'select',
    {},
    ...months.map(([label]) => element('option', { value: label, textContent: label, selected: label === chosen[0] })),
  )
  select.onchange = () => (location.hash = `#days/${select.value}`)
  return [...title(told.title), element('form', {}, element('label', {}, 'Month', select)), table(told, told.title)]
}

async function docs(kind) {
  const { types } = overview()
  const wanted = types.filter((one) => !kind || one.key === kind)
  await need(wanted.flatMap((one) => one.pieces))
  const box = element('input', { type: 'search', autocomplete: 'off' })
  const select = element(
    'select',
    {},
    element('option', { value: '', textContent: 'All types' }),
    ...types.map(({ key, label }) => element('option', { value: key, textContent: label, selected: key === kind })),
  )
  const found = element('div', {})
  let shown = LINES
  const draw = () => {
    const told = JSON.parse(folder.list(kind, box.value, 0, shown))
    const more = element('button', { type: 'button', textContent: 'Show more' })
    more.onclick = () => {
      shown += LINES
      draw()
    }
    const count = element('p', {
      className: 'quiet',
      textContent: `${told.lines.length} of ${told.total.toLocaleString('en-IN')}, the last changed first`,
    })
    count.setAttribute('role', 'status')
    found.replaceChildren(count, table(told, told.title), ...(told.lines.length < told.total ? [more] : []))
  }
  box.oninput = () => {
    shown = LINES
    draw()
  }
  select.onchange = () => (location.hash = select.value ? `#docs/${select.value}` : '#docs')
  const form = element('form', {}, element('label', {}, 'Type', select), element('label', {}, 'Search', box))
  form.onsubmit = (event) => event.preventDefault()
  draw()
  return [...title(wanted.length === 1 ? wanted[0].label : 'Documents'), form, found]
}

function step(one) {
  const proof = one.is_proven ? '' : ' Told without its proof: the entry holds a secret, which stays out.'
  const parts = [
    element('p', {}, element('strong', { textContent: one.what }), ` by ${one.who}, ${one.at}`),
    ...one.notes.map((note) => element('p', { textContent: note })),
  ]
  if (one.changed.length > 0) parts.push(facts(one.changed))
  parts.push(
    element('p', { className: 'quiet' }, `Entry ${one.entry}, `, element('code', { textContent: one.hash }), proof),
  )
  return element('li', {}, ...parts)
}

async function doc(kind, id) {
  const type = overview().types.find((one) => one.key === kind)
  if (!type) return nothing()
  await need(type.pieces)
  const needed = JSON.parse(folder.needs(kind, id))
  needed.forEach((name) => taken.delete(name))
  await need(needed)
  const told = JSON.parse(folder.document(kind, id))
  if (!told) return nothing()
  const parts = [...title(`${told.label} ${told.title}`, told.status), facts(told.facts)]
  for (const one of told.tables) parts.push(element('h3', { textContent: one.title }), table(one, one.title))
  parts.push(element('h3', { textContent: 'History' }))
  if (told.earlier > 0) {
    const changes = told.earlier === 1 ? 'One change was' : `${told.earlier} changes were`
    parts.push(element('p', { className: 'quiet', textContent: `${changes} made before this period.` }))
  }
  const steps = element('ol', { className: 'steps' }, ...told.history.map(step))
  steps.setAttribute('aria-label', 'History')
  return [...parts, steps]
}

function nothing() {
  const text =
    'It was neither made nor changed in the period, so that this folder knows its name alone. Ask for the folder of an earlier period.'
  return title('Not in this folder', text)
}

function findings(all) {
  return element(
    'ul',
    {},
    ...all.map(({ file, what }) =>
      element('li', { className: 'bad' }, element('code', { textContent: file }), ` ${what}`),
    ),
  )
}

function lines(heading, all) {
  if (all.length === 0) return []
  const items = all.map((text) => element('li', { textContent: text }))
  return [element('h3', { textContent: heading }), element('ul', {}, ...items)]
}

async function follow(outcome) {
  const checking = folder.check()
  const names = JSON.parse(checking.pieces())
  for (const [at, name] of names.entries()) {
    outcome.textContent = `${at} of ${names.length} files of entries and lists…`
    checking.take(name, await load(name))
  }
  const { findings: found, proven, not_proven: rest } = JSON.parse(checking.finish())
  const verdict =
    found.length === 0
      ? 'The entries follow from one another, and the folder shows what they hold.'
      : 'The folder is not what it says.'
  outcome.replaceChildren(
    element('p', { className: found.length === 0 ? 'good' : 'bad', textContent: verdict }),
    findings(found),
    ...lines('What is proven', proven),
    ...lines('What is not proven', rest),
  )
}

async function compare(files, asked, outcome) {
  const found = {}
  const texts = { SHA256SUMS: '', 'SEAL.txt': '' }
  for (const [at, file] of files.entries()) {
    outcome.textContent = `${at} of ${files.length} files…`
    const name = file.webkitRelativePath.split('/').slice(1).join('/')
    const bytes = new Uint8Array(await file.arrayBuffer())
    found[name] = rules.folder_hash(bytes)
    if (name in texts) texts[name] = new TextDecoder().decode(bytes)
  }
  const told = JSON.parse(rules.folder_sums(texts.SHA256SUMS, texts['SEAL.txt'], JSON.stringify(found), asked))
  const good = `All ${told.files} files are, byte for byte, as they were sealed.`
  const isGood = told.findings.length === 0
  outcome.replaceChildren(
    element('p', {
      className: isGood ? 'good' : 'bad',
      textContent: isGood ? good : 'These files are not as they were sealed:',
    }),
    findings(told.findings),
    element('p', {}, 'The seal that follows from these files: ', element('code', { textContent: told.seal })),
  )
}

function outcome(label) {
  const made = element('div', {})
  made.setAttribute('role', 'status')
  made.setAttribute('aria-label', label)
  return made
}

/** Runs a check, and says what stopped it. */
function run(button, into, work) {
  button.disabled = true
  work()
    .catch((error) => into.replaceChildren(element('p', { className: 'bad', textContent: error.message })))
    .finally(() => (button.disabled = false))
}

function check() {
  const [entries, files] = [outcome('Outcome of the entries'), outcome('Outcome of the files')]
  const button = element('button', { type: 'button', textContent: 'Follow the entries' })
  button.onclick = () => run(button, entries, () => follow(entries))
  const picked = element('input', { type: 'file', multiple: true, webkitdirectory: true })
  const asked = element('input', { type: 'text', autocomplete: 'off', spellcheck: false })
  picked.onchange = () => {
    if (picked.files.length > 0) run(picked, files, () => compare([...picked.files], asked.value, files))
  }
  return [
    ...title('What is proven and what is not'),
    element('p', {
      textContent:
        'The site keeps a journal: every change is an entry, and each entry names the hash of the one before it. Whoever ' +
        'alters, removes or adds one changes every hash behind it. The documents and vouchers of this folder are read ' +
        'from these entries, and the hash of an entry covers all that it holds.',
    }),
    element('h3', { textContent: '1. The entries, and what is drawn from them' }),
    element('p', {
      textContent: 'Works out every hash again, here in your browser, and compares every list with the entries.',
    }),
    element('p', {}, button),
    entries,
    element('h3', { textContent: '2. Every file, byte for byte' }),
    element('p', {
      textContent:
        'Select this very folder: the page reads each of its files, attachments and itself too, and names any that was ' +
        'changed, is missing or does not belong to it. Nothing is sent anywhere, though the browser may call it an upload.',
    }),
    element(
      'form',
      {},
      element('label', {}, 'The seal as it was told to you', asked),
      element('label', {}, 'This folder', picked),
    ),
    files,
  ]
}

const PAGES = { start, books, parties, ledger, days, docs, doc, check }

/** Which page was asked for last: one that comes later than the next is not drawn. */
let turn = 0

async function draw() {
  const own = ++turn
  const [name, ...rest] = location.hash.slice(1).split('/').map(decodeURIComponent)
  const page = PAGES[name] ?? start
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === `#${name || 'start'}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  try {
    const parts = await page(rest[0] ?? '', rest[1] ?? '')
    if (own !== turn) return
    main.replaceChildren(...parts)
    window.scrollTo(0, 0)
  } catch (error) {
    main.replaceChildren(
      ...title('This cannot be shown'),
      element('p', { className: 'bad', textContent: error.message }),
    )
  }
}

async function begin() {
  try {
    await rules.begin({ module_or_path: Uint8Array.from(atob(rules.module), (c) => c.charCodeAt(0)) })
    folder = rules.Folder.open(await load('head'))
    const { title: site, period, names } = overview()
    document.getElementById('site').textContent = site
    document.getElementById('period').textContent = `For the auditor, ${period}`
    document.title = `${site}, ${period}`
    await need(names)
    window.onhashchange = draw
    await draw()
  } catch (error) {
    main.replaceChildren(
      ...title('The folder cannot be opened'),
      element('p', { className: 'bad', textContent: error.message }),
    )
  }
}

void begin()
