// A scanner that types: every key is on its way before the first has arrived, as no hand could, and Enter is the last.
import type { Page } from '@playwright/test'

export async function typeIn(page: Page, text: string) {
  const keyboard = await page.context().newCDPSession(page)
  const press = (key: string, letter: string) => [
    keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: letter }),
    keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key }),
  ]
  await Promise.all([...[...text].flatMap((letter) => press(letter, letter)), ...press('Enter', '\r')])
  await keyboard.detach()
}
