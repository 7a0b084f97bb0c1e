// One step over 1,000 ticked customers of a list, from the click to what came of it.
// node web/bench/bulk.mjs <godown>
import { loadavg } from 'node:os'
import { chromium } from '@playwright/test'
import { customers } from './customers.mjs'
import { CHROMIUM, serve, signIn } from './served.mjs'

const ROWS = 1_000
/** What is reached for, in seconds. */
const GOAL = 5

async function imported(page, url) {
  await page.goto(`${url}/import/customer`)
  const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: customers(ROWS) }
  await page.getByLabel('CSV or XLSX file').setInputFiles(file)
  await page.getByRole('button', { name: 'Import 1,000 customers' }).click()
  await page.getByRole('heading', { name: '1,000 customers imported' }).waitFor({ timeout: 120_000 })
}

async function submitted(page, url) {
  await page.goto(`${url}/customer?q=firm`)
  await page.getByText('1,000 customers').waitFor()
  await page.getByRole('grid').getByRole('checkbox').first().check()
  const bar = page.getByRole('region', { name: 'Selected customers' })
  await bar.getByRole('button', { name: 'Select all 1,000' }).click()
  await bar.getByText('1,000 selected').waitFor()
  await bar.getByRole('button', { name: /^Send for approval/ }).click()
  const box = page.getByRole('dialog', { name: /^Send for approval/ })
  const began = performance.now()
  await box.locator('button[type=submit]').click()
  await page.getByText(/^Pending Approval\s*1,00\d$/).waitFor({ timeout: 120_000 })
  return (performance.now() - began) / 1000
}

const { url, end } = await serve(process.argv[2])
const browser = await chromium.launch(CHROMIUM)
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  await signIn(page, url)
  await imported(page, url)
  const took = await submitted(page, url)
  console.log(
    `${ROWS.toLocaleString('en-IN')} customers submitted from their list in ${took.toFixed(2)} s, asked ${GOAL}`,
  )
  console.log(`load average ${loadavg()[0].toFixed(1)}`)
} finally {
  await browser.close()
  await end()
}
