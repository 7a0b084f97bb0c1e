// The sign-in form that stands in index.html before the app is there: the app takes over what was typed into it.

export interface Standing {
  emailId: string
  password: string
  /** The field that was typed into last. */
  focused: 'emailId' | 'password'
  /** Sign in was asked for already. */
  sent: boolean
}

/** What was typed so far. The form is gone afterwards; null where it does not stand. */
export function takeStanding(): Standing | null {
  const standing = document.getElementById('standing')
  const form = standing?.querySelector('form')
  if (!standing || !form) return null
  const value = (name: string) => (form.elements.namedItem(name) as HTMLInputElement | null)?.value ?? ''
  const taken: Standing = {
    emailId: value('emailId'),
    password: value('password'),
    focused: form.dataset.focused === 'password' ? 'password' : 'emailId',
    sent: form.dataset.sent === 'yes',
  }
  standing.remove()
  return taken
}
