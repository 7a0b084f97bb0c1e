// What the web manifest shows of the app before it is installed is there, and small enough to be looked at.
import { readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'

const LARGEST = 60_000

it('the manifest names a wide and a narrow screenshot, each of at most 60 kB', () => {
  const { screenshots } = JSON.parse(readFileSync('public/godown.webmanifest', 'utf8')) as {
    screenshots: { src: string; form_factor: string }[]
  }
  expect(screenshots.map(({ form_factor: form }) => form)).toEqual(['wide', 'narrow'])
  for (const { src } of screenshots) expect(statSync(`public${src}`).size, src).toBeLessThanOrEqual(LARGEST)
})
