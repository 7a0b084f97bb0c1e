// The calendar in two browsers and without the network, and a notification of a trigger that arrives by itself.
import type { Page } from '@playwright/test'
import { expect, test } from './support/test'

const event = (page: Page, name: RegExp) => page.getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog')

/** An event typed into the dialog and saved. */
async function add(page: Page, title: string, [from, to]: [string, string], branch?: string) {
  await page.getByRole('button', { name: 'New event' }).click()
  const box = dialog(page)
  await box.getByRole('textbox', { name: 'Title' }).fill(title)
  await box.getByLabel('Start time').fill(from)
  await box.getByLabel('End time').fill(to)
  if (branch) {
    await box.getByRole('combobox', { name: 'For' }).click()
    await page.getByRole('option', { name: 'A branch' }).click()
    await box.getByRole('combobox', { name: 'Branch' }).click()
    await page.getByRole('option', { name: branch }).click()
  }
  await box.getByRole('button', { name: 'Save' }).click()
  await expect(box).toHaveCount(0)
}

test('an event of a branch that is added and moved in one browser appears and moves in the other by itself', async ({
  as,
  person,
}) => {
  const sales = await person('SALES')
  const branch = await sales.doc('branch', sales.branches[0]!)
  const [one, other] = [await as('SALES'), await as('BM')]
  for (const page of [one, other]) {
    await page.goto('/desk/calendar?view=day&on=2027-04-06')
    await expect(page.getByRole('button', { name: 'New event' })).toBeVisible()
  }
  await add(one, 'Count of the yard', ['10:00', '11:00'], String(branch.record.name))
  await expect(event(one, /^Count of the yard, 10:00 AM to 11:00 AM/)).toBeVisible()
  await expect(event(other, /^Count of the yard, 10:00 AM to 11:00 AM/)).toBeVisible()
  await event(one, /^Count of the yard/).focus()
  await one.keyboard.press('Alt+ArrowDown')
  await expect(event(one, /^Count of the yard, 10:15 AM to 11:15 AM/)).toBeVisible()
  await expect(event(other, /^Count of the yard, 10:15 AM to 11:15 AM/)).toBeVisible()
})

test('events are added and moved without the network, and each change is sent once when it is back', async ({
  as,
  person,
}) => {
  const sales = await person('SALES')
  const at = (hour: string) => Date.parse(`2027-04-07T${hour}:00+05:30`)
  const there = await sales.create('calendar_event', {
    title: 'Visit of the mill',
    audience: 'me',
    starts_at: at('14:00'),
    ends_at: at('15:00'),
  })
  const page = await as('SALES')
  await page.goto('/desk/calendar?view=day&on=2027-04-07')
  await event(page, /^Visit of the mill/).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Title' })).toHaveValue('Visit of the mill')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.context().setOffline(true)
  await add(page, 'On the road', ['10:00', '11:00'])
  await expect(event(page, /^On the road, 10:00 AM to 11:00 AM/)).toBeVisible()
  for (const [name, moved] of [
    [/^On the road/, /^On the road, 10:15 AM to 11:15 AM/],
    [/^Visit of the mill/, /^Visit of the mill, 02:15 PM to 03:15 PM/],
  ] as const) {
    await event(page, name).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(event(page, moved)).toBeVisible()
  }
  const now = async () =>
    (await sales.list('calendar_event', [], 500)).rows
      .filter(({ title }) => title === 'On the road' || title === 'Visit of the mill')
      .map(({ title, starts_at }) => `${String(title)} ${Number(starts_at) - at('00:00')}`)
      .sort()
  const minutes = (count: number) => count * 60_000
  expect(await now(), 'nothing has reached the server').toEqual([`Visit of the mill ${minutes(14 * 60)}`])
  await page.context().setOffline(false)
  await expect
    .poll(now, 'each once')
    .toEqual([`On the road ${minutes(10 * 60 + 15)}`, `Visit of the mill ${minutes(14 * 60 + 15)}`])
  await expect(page.getByRole('link', { name: 'No unsent changes' })).toBeVisible()
  expect(await now(), 'and no second time').toHaveLength(2)
  expect((await sales.doc('calendar_event', there.id)).version, 'moved once').toBe(there.version + 1)
})

test('an event that is deleted without the network is gone at once, and on the server when it is back', async ({
  as,
  person,
}) => {
  const sales = await person('SALES')
  const at = (hour: string) => Date.parse(`2027-04-08T${hour}:00+05:30`)
  const titles = ['Crane test', 'Fire drill']
  for (const title of titles)
    await sales.create('calendar_event', { title, audience: 'me', starts_at: at('09:00'), ends_at: at('10:00') })
  const page = await as('SALES')
  await page.goto('/desk/calendar?view=day&on=2027-04-08')
  const open = async (name: RegExp) => {
    await event(page, name).click()
    await expect(dialog(page).getByRole('textbox', { name: 'Title' })).not.toHaveValue('')
  }
  await open(/^Crane test/)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.context().setOffline(true)
  await open(/^Crane test/)
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(event(page, /^Crane test/)).toHaveCount(0)
  // What was never on the server is made and deleted there in that order.
  await add(page, 'Never held', ['11:00', '12:00'])
  await open(/^Never held/)
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(event(page, /^Never held/)).toHaveCount(0)
  const now = async () =>
    (await sales.list('calendar_event', [], 500)).rows
      .map(({ title }) => String(title))
      .filter((title) => [...titles, 'Never held'].includes(title))
      .sort()
  expect(await now(), 'nothing has reached the server').toEqual(titles)
  await page.context().setOffline(false)
  await expect(page.getByText('3 changes sent')).toBeVisible()
  expect(await now()).toEqual(['Fire drill'])
  await expect(event(page, /^Fire drill/)).toBeVisible()
  await expect(event(page, /^Crane test/)).toHaveCount(0)
})

test('an event that is deleted is brought back by its notice', async ({ as, person }) => {
  const sales = await person('SALES')
  const at = (hour: string) => Date.parse(`2027-04-09T${hour}:00+05:30`)
  await sales.create('calendar_event', {
    title: 'Paint the gate',
    audience: 'me',
    starts_at: at('09:00'),
    ends_at: at('10:00'),
  })
  const page = await as('SALES')
  await page.goto('/desk/calendar?view=day&on=2027-04-09')
  await event(page, /^Paint the gate/).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(event(page, /^Paint the gate/)).toHaveCount(0)
  await page.getByRole('button', { name: /^Undo/ }).last().click()
  await expect(event(page, /^Paint the gate, 09:00 AM to 10:00 AM/)).toBeVisible()
})

test('what a trigger tells somebody appears in their browser by itself', async ({ as, person }) => {
  const [admin, manager] = [await person('ADMIN'), await person('BM')]
  await admin.create('trigger', {
    name: 'Truck types put away',
    event: 'status',
    doc_type: 'truck_type',
    in_status: 'Inactive',
    recipients: [{ kind: 'employee', employee: manager.id }],
    channels: ['app'],
    title: 'A truck type was put away',
    body: 'It is chosen for no vehicle any more.',
  })
  const other = await as('BM')
  await other.goto('/desk/notifications')
  const told = other.getByRole('main').getByText('A truck type was put away')
  await expect(other.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  const bell = other.getByRole('banner').getByRole('button', { name: /notification/i })
  const before = await bell.getAttribute('aria-label')
  await expect(told).toHaveCount(0)
  const made = await admin.create('truck_type', {
    name: 'Tempo of the story',
    wheels: 4,
    max_g: 2_000_000,
    max_length_mm: 4_000,
  })
  await admin.act(made, 'deactivate')
  await expect(told).toBeVisible()
  await expect(bell).not.toHaveAttribute('aria-label', before!)
})
