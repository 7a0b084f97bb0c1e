// The chat popup: its measures, its rules with a clock of its own, and two colleagues who write to each other.
import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

const popup = (page: Page) => page.getByRole('region', { name: 'Chat' })
const box = (page: Page) => popup(page).getByRole('textbox', { name: 'Message' })
const bubbles = (page: Page) => popup(page).getByRole('log').locator('p')

async function opened(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: /^Chat/ }).click()
  await expect(box(page)).toBeVisible()
}

test('the popup is 360 wide, its bubbles at most 240, its box grows to four lines, and on a phone 32 are left', async ({
  as,
}) => {
  const page = await as('SALES')
  await opened(page)
  const width = async () => (await popup(page).boundingBox())!.width
  expect(await width()).toBe(360)
  await expect(bubbles(page)).toHaveCount(8)
  await box(page).fill('word '.repeat(60))
  await box(page).press('Enter')
  await expect(bubbles(page)).toHaveCount(9)
  expect((await bubbles(page).last().boundingBox())!.width).toBe(240)
  const height = async () => (await box(page).boundingBox())!.height
  const lines: number[] = []
  for (const count of [1, 4, 9]) {
    await box(page).fill(Array.from({ length: count }, () => 'line').join('\n'))
    lines.push(await height())
  }
  expect(lines[1]).toBeCloseTo(4 * lines[0]!, 0)
  expect(lines[2]).toBe(lines[1])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await width()).toBe(390 - 32)
})

test('Enter says what is typed, Shift and Enter do not, blanks are ignored, and the contact answers after two seconds', async ({
  as,
}) => {
  const page = await as('SALES')
  await opened(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await page.getByRole('button', { name: /^Chat/ }).click()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await box(page).fill('  On its way  ')
  await box(page).press('Shift+Enter')
  await expect(bubbles(page)).toHaveCount(8)
  await box(page).press('Enter')
  await expect(bubbles(page).last()).toHaveText('On its way')
  await expect(box(page)).toHaveValue('')
  await box(page).fill('   ')
  await box(page).press('Enter')
  await expect(box(page)).toHaveValue('')
  await page.clock.runFor(1_900)
  await expect(bubbles(page)).toHaveCount(9)
  await page.clock.runFor(200)
  await expect(bubbles(page)).toHaveCount(10)
  await expect(bubbles(page).last()).toContainText('practice conversation')
  expect(sent.filter((url) => url.includes('chat'))).toEqual([])
})

test('two colleagues write to each other, and what one says comes to the other by itself', async ({ as, person }) => {
  const [sales, manager] = [await person('SALES'), await person('PCT')]
  const talk = async (who: string, with_: string) => {
    const page = await as(who)
    await opened(page)
    await popup(page).getByRole('combobox', { name: 'Conversation with' }).click()
    await page.getByRole('option', { name: with_ }).click()
    await expect(popup(page).getByText(/^No messages yet/)).toBeVisible()
    return page
  }
  const [one, other] = [await talk('SALES', manager.name), await talk('PCT', sales.name)]
  await box(one).fill('The rate of ORD/PN/26-27/000250 <b>please</b>')
  await box(one).press('Enter')
  await expect(bubbles(other).last()).toHaveText('The rate of ORD/PN/26-27/000250 <b>please</b>')
  await box(other).fill('Approved')
  await box(other).press('Enter')
  await expect(bubbles(one).last()).toHaveText('Approved')
  await expect(bubbles(one)).toHaveCount(2)
  await expect(bubbles(other)).toHaveCount(2)
})

test('the dot of the popup tells whether the other is there, and follows them', async ({ as, person }) => {
  const yard = await person('YARD')
  const page = await as('SALES')
  await opened(page)
  const head = popup(page).locator('header')
  await expect(head.getByText('Online'), 'the practice contact always is').toBeAttached()
  const colour = () => head.locator('[class*=dot]').evaluate((dot) => getComputedStyle(dot).backgroundColor)
  const there = await colour()
  await head.getByRole('combobox', { name: 'Conversation with' }).click()
  await page.getByRole('option', { name: yard.name }).click()
  await expect(head.getByText('Offline')).toBeAttached()
  expect(await colour()).not.toBe(there)
  const other = await as('YARD')
  await other.goto('/')
  await expect(head.getByText('Online')).toBeAttached()
  expect(await colour()).toBe(there)
})
