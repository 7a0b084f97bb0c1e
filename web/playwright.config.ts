// End-to-end tests run in the machine's Chromium against servers that the tests start themselves.
import { existsSync, statfsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const chromium = process.env.GODOWN_CHROMIUM ?? BROWSERS.map((name) => `/usr/bin/${name}`).find(existsSync)

/** Where it is small, Chromium shares memory by files on the disk, which a tenth of its time goes into. */
const SHARED = '/dev/shm'
const ENOUGH = 1 << 30
const roomOf = ({ bavail, bsize }: { bavail: number; bsize: number }) => bavail * bsize
const hasRoom = existsSync(SHARED) && roomOf(statfsSync(SHARED)) > ENOUGH

export default defineConfig({
  testDir: 'e2e',
  // All roles on all routes take most of an hour: the proofs play that.
  testIgnore: process.env.GODOWN_PROVE ? [] : ['walk.spec.ts'],
  globalSetup: './e2e/support/made.ts',
  // Files side by side, each at a server of its own; the tests of a file one after the other.
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: !!process.env.CI,
  reporter: [['list']],
  // What a test that fails waits for, never what one that passes does: a busy machine is slow, not wrong.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    // Only the tests that open the app without the server keep it: everywhere else the server's own files are meant.
    serviceWorkers: 'block',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      ignoreDefaultArgs: hasRoom ? ['--disable-dev-shm-usage'] : [],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page of a test is gone before code pays that is compiled twice, for speed, or before it is called.
        '--js-flags=--liftoff-only --wasm-lazy-compilation --wasm-lazy-validation',
      ],
    },
  },
})
