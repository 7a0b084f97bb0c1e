// Rights as a site keeps them: changed in the matrix, acting on the next request, explained by the tester.
import { expect, test } from './support/test'

test(
  'a right taken in the matrix is gone on the next request, and the tester says why',
  { tag: '@smoke' },
  async ({ as }) => {
    const [admin, purch] = [await as('ADMIN'), await as('PURCH')]
    await purch.goto('/vehiclemaster')
    await expect(purch.getByRole('grid').getByRole('link').first()).toBeVisible()
    await admin.goto('/AccessManagement')
    await admin.getByRole('searchbox', { name: 'Search types and roles' }).fill('vehicles')
    const matrix = admin.getByRole('region', { name: 'Rights of every role' })
    const cell = matrix.getByRole('button', { name: /^Purchase desk, Vehicles: view all/ })
    await cell.click()
    const form = admin.getByRole('dialog', { name: 'Purchase desk: vehicles' })
    await form.getByRole('combobox', { name: 'View' }).selectOption({ label: 'No' })
    await form.getByRole('button', { name: 'Save rights' }).click()
    await expect(form.getByRole('alert'), 'what is exported must be viewed').toContainText('must be able to view')
    for (const verb of ['Export', 'Print'])
      await form.getByRole('combobox', { name: verb }).selectOption({ label: 'No' })
    await form.getByRole('button', { name: 'Save rights' }).click()
    await expect(form).toBeHidden()
    await expect(matrix.getByRole('button', { name: 'Purchase desk, Vehicles: nothing' })).toBeVisible()

    await purch.reload()
    await expect(
      purch
        .getByText('None of your roles', { exact: false })
        .or(purch.getByText('do not include it', { exact: false }))
        .first(),
    ).toBeVisible()

    await admin.getByRole('tab', { name: 'Test a person' }).click()
    await admin.getByRole('combobox', { name: 'Person' }).fill('PURCH')
    await admin.getByRole('option').first().click()
    await admin.getByRole('combobox', { name: 'Page' }).fill('vehiclemaster')
    await admin
      .getByRole('option', { name: /vehiclemaster/ })
      .first()
      .click()
    await expect(admin.getByRole('status').filter({ hasText: 'may not open' })).toContainText('may view vehicles')

    await admin.getByRole('tab', { name: 'Roles and rights' }).click()
    await admin.getByRole('button', { name: 'Purchase desk, Vehicles: nothing' }).click()
    await form.getByRole('button', { name: 'Reset to default' }).click()
    await expect(form).toBeHidden()
    await purch.reload()
    await expect(purch.getByRole('grid').getByRole('link').first()).toBeVisible()
  },
)

test('a role of the site is made, gets the rights of another, and is shown in the menu tables', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/rolemaster?new')
  const form = page.getByRole('dialog', { name: 'New role' })
  await form.getByRole('textbox', { name: 'Code' }).fill('DESK')
  await form.getByRole('textbox', { name: 'Name' }).fill('Front desk')
  await form.getByRole('combobox', { name: 'Acts as' }).click()
  await page.getByRole('option', { name: 'Sales' }).click()
  await form.getByRole('combobox', { name: 'Sees pages as' }).click()
  await page.getByRole('option', { name: 'Sales' }).click()
  await form.getByRole('textbox', { name: 'Home page' }).fill('/dashboard/default')
  await form.getByRole('button', { name: 'Save role' }).click()
  await expect(page.getByRole('dialog', { name: 'Front desk' })).toBeVisible()

  await page.goto('/AccessManagement')
  await page.getByRole('button', { name: 'More for Front desk' }).click()
  await page.getByRole('menuitem', { name: 'Copy rights from Audit' }).click()
  await expect(page.getByRole('button', { name: /^Front desk, Roles: view all/ })).toBeAttached()
  await page.goto('/menuaccessmaster')
  await expect(page.getByRole('button', { name: 'Roles: shown to Front desk' })).toBeAttached()
  await page.goto('/dashobard-menumaster')
  await expect(
    page.getByRole('region', { name: 'Unassigned roles' }).getByRole('link', { name: 'Front desk' }),
  ).toBeVisible()
})

test('a role is looked at as it sees the app, and a report is opened to it', async ({ as }) => {
  const page = await as('ADMIN')
  await page.goto('/AccessManagement?tab=as&role=YARD')
  const menu = page.getByRole('region', { name: 'Its menu' })
  await expect(menu.getByRole('link', { name: 'View stock' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Day book' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Roles and rights' }).click()
  await page.getByLabel('Search types and roles').fill('day book')
  await page.getByRole('button', { name: /^Yard, Day book: nothing/ }).click()
  const editor = page.getByRole('dialog')
  await editor.getByRole('combobox', { name: 'View' }).selectOption('all')
  await editor.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('button', { name: /^Yard, Day book: view all/ })).toBeVisible()
  const yard = await as('YARD')
  await yard.goto('/transactionReport')
  await expect(yard.getByRole('heading', { level: 1, name: 'Day book' })).toBeVisible()
})

interface Told {
  types: { key: string; plural: string; reaches: string[] }[]
}

test('the access page opens for every type and every reach', async ({ as, person }) => {
  const admin = await person('ADMIN')
  const { types } = await admin.get<Told>('/api/access')
  const page = await as('ADMIN')
  const seen = new Set<string>()
  const rounds = Math.max(...types.map(({ reaches }) => reaches.length))
  for (let round = 0; round < rounds; round += 1) {
    const right = types.map(({ key, reaches }) => ({ page: key, view: reaches[round] ?? reaches.at(-1)! }))
    await admin.save(await admin.doc('role', 'AUDIT'), { rights: right })
    await page.goto('/AccessManagement')
    const matrix = page.getByRole('region', { name: 'Rights of every role' })
    for (const { plural } of types)
      await expect(
        matrix.getByRole('button', { name: new RegExp(`^Audit, ${plural.replace(/[()]/g, '.')}: view [a-z]`) }),
      ).toBeAttached()
    await expect(page.getByText('undefined')).toHaveCount(0)
    for (const { key, plural, reaches } of types) {
      const reach = reaches[round] ?? ''
      if (!reach || seen.has(reach)) continue
      seen.add(reach)
      await matrix.getByRole('button', { name: `Audit, ${plural}: view` }).click()
      const editor = page.getByRole('dialog')
      await expect(editor.getByRole('combobox', { name: 'View' }), key).toHaveValue(reach)
      await editor.getByRole('button', { name: 'Close' }).click()
      await expect(editor).toBeHidden()
    }
  }
  expect([...seen].sort()).toEqual(['all', 'branch', 'own', 'party', 'shared', 'yard'])
})

test('who may approve a document is told by its amount, and why another may not', async ({ as, person }) => {
  const [admin, bm] = [await person('ADMIN'), await person('BM')]
  await admin.save(await admin.doc('employee', bm.id), { approval_slab_paise: 5_000_000 })
  const page = await as('SALES')
  await page.goto('/approvers')
  await page.getByRole('combobox', { name: 'Document' }).fill('Order')
  await page.getByRole('option', { name: 'Order', exact: true }).click()
  const manager = page
    .getByRole('list', { name: 'People who take the step Approve', exact: true })
    .getByRole('listitem')
    .filter({ hasText: bm.name })
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await amount.fill('50000')
  await amount.press('Tab')
  await expect(manager).toBeVisible()
  await expect(manager).not.toContainText('You approve up to')
  await amount.fill('50000.01')
  await amount.press('Tab')
  await expect(manager).toContainText('You approve up to ₹50,000; another person must approve')
})

test('a supplier that the administrator submitted is approved by whom the page names', async ({ as, person }) => {
  const [admin, acc] = [await person('ADMIN'), await person('ACC')]
  const state = await admin.one('state', 'gst_code:eq:27')
  const made = await admin.create('supplier', {
    name: 'Sudarshan Rolling Mill',
    kind: 'Mill',
    gst_category: 'Unregistered',
    contact_person: 'R. Joshi',
    mobile: '9867000112',
    billing: { line1: 'Plot 9', state: state.id, pin: '411001' },
    bank: { bank: 'HDFC Bank', ifsc: 'HDFC0000412', account: '041211800778', account_again: '041211800778' },
  })
  const waits = await admin.act(made, 'submit')
  const page = await as('ADMIN')
  await page.goto('/approvers?type=supplier')
  const people = page.getByRole('list', { name: 'People who take the step Approve', exact: true })
  await expect(people.getByRole('listitem').filter({ hasText: acc.name })).toBeVisible()
  expect((await acc.act(waits, 'approve')).status).toBe('Active')
})
