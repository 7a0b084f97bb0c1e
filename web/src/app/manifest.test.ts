// What the web manifest says of the app is there: its screenshots, small enough to be looked at, and its shortcuts.
import { readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ROUTES } from '../kit/routes'

const LARGEST = 60_000
const manifest = JSON.parse(readFileSync('public/godown.webmanifest', 'utf8')) as {
  screenshots: { src: string; form_factor: string }[]
  shortcuts: { name: string; url: string }[]
}

it('every shortcut of the manifest leads to a page', () => {
  const pages = new Set(ROUTES.map(({ path }) => path))
  expect(manifest.shortcuts.length).toBeGreaterThan(1)
  for (const { name, url } of manifest.shortcuts) expect(pages.has(url), name).toBe(true)
})

it('the manifest names a wide and a narrow screenshot, each of at most 60 kB', () => {
  const { screenshots } = manifest
  expect(screenshots.map(({ form_factor: form }) => form)).toEqual(['wide', 'narrow'])
  for (const { src } of screenshots) expect(statSync(`public${src}`).size, src).toBeLessThanOrEqual(LARGEST)
})
