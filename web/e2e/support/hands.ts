// What a person's hands do at a page, counted: keys and clicks, and the minutes that files take to prepare.
import type { Locator, Page } from '@playwright/test'

/** Seconds that a key and a click take a person who knows what they want. */
const [KEY_S, CLICK_S] = [0.3, 1.5]

export interface Effort {
  keys: number
  clicks: number
  /** Told by whoever plays the story: files that are brought into shape outside the app. */
  minutes: number
}

export const minutesOf = ({ keys, clicks, minutes }: Effort) => minutes + (keys * KEY_S + clicks * CLICK_S) / 60

/** Everything that is done through these is counted, on whichever page. */
export class Hands {
  readonly done: Effort = { keys: 0, clicks: 0, minutes: 0 }

  /** A file that is prepared outside the app takes so many minutes. */
  prepare(minutes: number) {
    this.done.minutes += minutes
  }

  async click(target: Locator) {
    this.done.clicks += 1
    await target.click()
  }

  /** Goes to a field by one click, and types over what stands there. */
  async type(field: Locator, text: string) {
    this.done.clicks += 1
    this.done.keys += text.length
    await field.fill(text)
  }

  async press(page: Page, ...keys: string[]) {
    for (const key of keys) {
      this.done.keys += key.split('+').length
      await page.keyboard.press(key)
    }
  }

  /** Types into whatever has the focus. */
  async keys(page: Page, text: string) {
    this.done.keys += text.length
    await page.keyboard.type(text)
  }

  /** Chooses from what typing finds. */
  async pick(page: Page, label: string, text: string, option = text) {
    await this.type(page.getByRole('combobox', { name: label, exact: true }), text)
    await this.click(page.getByRole('option', { name: option }).first())
  }

  /** Chooses from a short list. */
  async choose(page: Page, label: string, option: string) {
    await this.click(page.getByRole('combobox', { name: label, exact: true }))
    await this.click(page.getByRole('option', { name: option, exact: true }))
  }

  /** A file of rows, chosen in the browser's own dialog. */
  async file(input: Locator, name: string, text: string) {
    this.done.clicks += 3
    await input.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  }
}
