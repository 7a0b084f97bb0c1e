// What happens before the app is there: the sign-in form that stands in the page itself takes keys, and hands them over to
// the app; whoever is signed in already is asked for what their page begins with.
{
  const standing = document.getElementById('standing')
  const { pathname } = location
  const elsewhere = pathname.startsWith('/session/') && pathname !== '/session/signin'
  // It stands in English: who reads another language waits for the app, which says it in theirs.
  const english = (localStorage.getItem('godown.language') ?? 'en') === 'en'
  if (localStorage.getItem('accessToken') || elsewhere || !english) {
    standing.remove()
  } else {
    standing.hidden = false
    const form = standing.querySelector('form')
    // The app's own form takes the focus as it comes: where the person was must be known before that.
    form.addEventListener('focusin', ({ target }) => {
      form.dataset.focused = target.name ?? ''
    })
    form.elements.emailId.focus()
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      form.dataset.sent = 'yes'
      form.querySelector('button').textContent = 'Signing in'
    })
    // A part of the app that did not arrive is told here, where somebody waits for it.
    const failed = ({ target }) => {
      if (target instanceof HTMLScriptElement || target instanceof HTMLLinkElement)
        form.querySelector('[role=status]').textContent = 'Godown could not be loaded. Check the network and reload.'
    }
    addEventListener('error', failed, true)
  }
}
// The app is kept in this browser, but takes seconds to start on a slow device: meanwhile the server can answer what this
// page asked for when it was opened last. src/net/early.ts takes it from here.
{
  const [bearer, person] = [localStorage.getItem('accessToken'), localStorage.getItem('id')]
  const noted = () => {
    try {
      const first = JSON.parse(localStorage.getItem('godown.first'))
      const pages = first?.person === person ? first.pages : []
      return pages.find(([address]) => address === location.pathname + location.search)?.[1]
    } catch {
      return undefined
    }
  }
  const ask = (url, accept, signal) =>
    fetch(url, { headers: { accept, authorization: `Bearer ${bearer}` }, cache: 'no-store', signal })
  const begin = (release) => {
    const stop = new AbortController()
    const changes = { answer: ask('/api/changes', 'text/event-stream', stop.signal), stop }
    const reads = new Map((noted() ?? ['/api/menu', '/api/queue']).map((url) => [url, ask(url, 'application/json')]))
    // A failure is told to whoever takes the answer.
    for (const one of [changes.answer, ...reads.values()]) one.catch(() => undefined)
    const early = { bearer, at: performance.now(), reads, changes, release }
    window.godownEarly = early
    // An app that never came holds up no other tab.
    setTimeout(() => {
      early.changes?.stop.abort()
      early.release?.()
    }, 30000)
  }
  if (bearer && person) {
    // The frame's code and the rules, which the app would name only once it runs itself.
    for (const href of (document.currentScript.dataset.ahead ?? '').split(' ').filter(Boolean)) {
      const code = !href.endsWith('.wasm')
      const link = Object.assign(document.createElement('link'), { rel: code ? 'modulepreload' : 'preload', href })
      if (!code) Object.assign(link, { as: 'fetch', crossOrigin: 'anonymous' })
      document.head.append(link)
    }
    // One tab listens for changes and tells the others: what happens before this one hears of it, only that tab knows.
    if (navigator.locks)
      void navigator.locks.request('godown.live', { ifAvailable: true }, (lock) =>
        lock ? new Promise(begin) : undefined,
      )
    else begin(null)
  }
}
