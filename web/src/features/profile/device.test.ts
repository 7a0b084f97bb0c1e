import { describe, expect, it } from 'vitest'
import { deviceOf } from './device'

describe('a session is named by its device', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome on Linux',
      false,
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) ' +
        'Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
      true,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
        'Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone or iPad',
      true,
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
        'Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
      false,
    ],
    ['curl/8.14.1', 'curl', false],
    ['', 'Another program', false],
  ])('%s', (agent, name, phone) => {
    expect(deviceOf(agent)).toEqual({ name, phone })
  })
})
