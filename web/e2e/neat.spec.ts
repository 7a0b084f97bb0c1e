// What stands on a page is whole: names are not broken, labels not cut, and columns that count are in sight.
import { expect, test } from './support/test'

test('the names of a ranking are broken between words alone, and no tile stands alone in its row', async ({ as }) => {
  const page = await as('LOGI')
  await page.goto('/dashboard/logistics')
  await expect(page.getByText('Freight to settle')).toBeVisible()
  const broken = await page.locator('main th[scope=row]').evaluateAll((heads) =>
    heads.flatMap((head) => {
      const text = document.createTreeWalker(head, NodeFilter.SHOW_TEXT).nextNode()
      return [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap((word) => {
        const range = document.createRange()
        range.setStart(text!, word.index)
        range.setEnd(text!, word.index + word[0].length)
        return range.getClientRects().length > 1 ? [word[0]] : []
      })
    }),
  )
  expect(broken).toEqual([])
  const tops = await page
    .locator('main .tiles > *')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  for (const top of tops) expect(tops.filter((one) => one === top).length).toBeGreaterThan(1)
})

test('a new event has its labels in the middle of their fields, and its days day first', async ({ as }) => {
  const page = await as('LOGI')
  await page.goto('/desk/calendar')
  await page.getByRole('button', { name: 'New event' }).click()
  const box = page.getByRole('dialog')
  await expect(box.getByRole('textbox', { name: 'Start', exact: true })).toHaveValue(/^\d\d-\d\d-\d{4}$/)
  const off = await box.getByRole('textbox', { name: 'Place' }).evaluate((field) => {
    const middle = (one: Element) => one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2
    return Math.abs(middle(field) - middle(document.querySelector(`label[for="${field.id}"]`)!))
  })
  expect(off).toBeLessThan(3)
})

test('a day of the calendar names the document before what its day is', async ({ as }) => {
  const page = await as('LOGI')
  await page.goto('/desk/calendar')
  const month = page.getByRole('group', { name: 'Days of the month' })
  await expect(month.getByRole('link', { name: /^[A-Z]+\/\d+: Delivery by$/ }).first()).toBeVisible()
})

test('orders in groups have their names at the left, and weigh MT as the list does', async ({ as }) => {
  const page = await as('SALES')
  await page.goto('/order?group=customer')
  await expect(page.getByRole('columnheader', { name: 'Weight MT' })).toBeVisible()
  await expect(page.getByRole('rowheader').first()).toHaveCSS('text-align', 'left')
})

test('whoever loads the page again is asked first where a bank statement is open', async ({ as }) => {
  const page = await as('ACC')
  await page.goto('/customer-reciept/statement')
  await page.getByLabel('Bank statement, CSV or XLSX').setInputFiles({
    name: 'one.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Date,Narration,Withdrawal Amt.,Deposit Amt.\n21-11-2026,UPI-SOMEBODY,,12.00'),
  })
  await expect(page.getByRole('button', { name: 'All lines 1' })).toBeVisible()
  const asked = page.waitForEvent('dialog')
  const left = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await left
})

test('the help with the dashboard is about it', async ({ as }) => {
  const page = await as('ACC')
  await page.goto('/dashboard/default')
  await page.locator('footer').getByRole('link', { name: 'Help for this page' }).click()
  await expect(page.getByRole('heading', { name: 'Read the dashboard' }).first()).toBeVisible()
})
