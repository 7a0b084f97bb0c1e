// The sign-in form that stands in the page itself takes keys before the app is there, and hands them over to it.
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
