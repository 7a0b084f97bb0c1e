// Languages: every text of every page comes from the catalogue, and a yard loading is done in Hindi.
import { ALL, addressOf } from './support/routes'
import { expect, go, test } from './support/test'
import { heardFrom, textsOf, untold } from './support/untold'

const PSEUDO = () => localStorage.setItem('godown.language', 'pseudo')

test('no page shows a text that the catalogue did not give', async ({ as, person }) => {
  test.setTimeout(900_000)
  const admin = await person('ADMIN')
  const page = await as('ADMIN')
  await page.addInitScript(PSEUDO)
  const { held, settled } = heardFrom(page)
  await page.goto('/')
  const found: string[] = []
  for (const { path } of ALL.slice(Number(process.env.FROM ?? 0), Number(process.env.TO ?? 999))) {
    const address = await addressOf(path, admin)
    await go(page, '/nowhere')
    await expect(page.getByRole('heading', { level: 1, name: '⟦' }), address).toBeVisible()
    await go(page, address)
    await expect(page.getByRole('heading', { level: 1 }).first(), address).toBeVisible()
    await settled()
    const left = (await textsOf(page)).map((text) => untold(text, held)).filter(Boolean)
    found.push(...left.map((text) => `${path}: ${text}`))
  }
  expect(found).toEqual([])
})
