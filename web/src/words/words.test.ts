// The catalogue: what is said in another language, what is not translated yet, and that no translation is of nothing.
import { isValidElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { appTexts, declared, refusals, refusalsIn } from '../../scripts/texts.mjs'
import hindi from './hi.json'

const KEY = 'godown.language'

/** The module as a page finds it that was told a language. */
async function speaking(language: string | null) {
  vi.resetModules()
  if (language === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, language)
  return { ...(await import('./say')), ...(await import('./language')), ...(await import('./localised')) }
}

afterEach(() => localStorage.removeItem(KEY))

const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
const entries = Object.entries(hindi as Record<string, string | Record<string, string>>)

describe('a text', () => {
  it('is said as it stands in English, with what is in its braces', async () => {
    const { say, many, LANGUAGE } = await speaking(null)
    expect(LANGUAGE.key).toBe('en')
    expect(say('Save')).toBe('Save')
    expect(say('{n} of {all}', { n: 2, all: 'ten' })).toBe('2 of ten')
    expect(say('a{rest}', { rest: false })).toBe('a')
    expect(many(1, '{n} row', '{n} rows')).toBe('1 row')
    expect(many(1234, '{n} row', '{n} rows')).toBe('1,234 rows')
  })

  it('is a node where markup stands in it', async () => {
    const { say } = await speaking(null)
    expect(isValidElement(say('Signed in as {who}', { who: ['Asha'] }))).toBe(true)
  })

  it('is said in Hindi, by the plural forms of Hindi, and keeps the spaces around it', async () => {
    const { say, many, LANGUAGE } = await speaking('hi')
    expect(LANGUAGE.locale).toBe('hi-IN')
    expect(say('Sign in')).toBe('साइन इन करें')
    expect(say(' Sign in ')).toBe(' साइन इन करें ')
    expect(many(2, '{n} row', '{n} rows')).toBe('2 पंक्तियाँ')
    expect(many(1, '{n} row', '{n} rows')).toBe('1 पंक्ति')
  })

  it('that is not translated yet is said in English', async () => {
    const { say } = await speaking('hi')
    expect(say('A text that nobody translated: {what}', { what: 1 })).toBe('A text that nobody translated: 1')
    expect(say('constructor')).toBe('constructor')
  })

  it('stands between brackets in the pseudo-language, its parameters as they are', async () => {
    const { say } = await speaking('pseudo')
    expect(say('Save {n}', { n: 'as' })).toBe('⟦Šàṽé as⟧')
  })

  it('is said in English in a language that there is not', async () => {
    const { say, LANGUAGE } = await speaking('xx')
    expect(LANGUAGE.key).toBe('en')
    expect(say('Save')).toBe('Save')
  })
})

describe('what the core says', () => {
  const issue = {
    path: 'net_g',
    code: 'input',
    message: 'Gross weight is required',
    said: { text: '{label} is required', with: { label: 'Gross weight' } },
  }

  it('is left as it is for who reads English', async () => {
    const { localised } = await speaking(null)
    expect(localised(issue)).toBe(issue)
  })

  it('is said by its text and its parameters, of which some are declared words', async () => {
    const { localised, say } = await speaking('hi')
    const told = localised([issue])[0]!
    expect(told).toMatchObject({ path: 'net_g', code: 'input', said: issue.said })
    expect(told.message).toBe(say('{label} is required', { label: say('Gross weight') }))
    expect(told.message).not.toBe(issue.message)
  })

  it('leaves what people typed as they typed it', async () => {
    const { localised } = await speaking('hi')
    const doc = { label: 'Order', record: { label: 'Order', message: 'Order' }, rows: [{ label: 'Order' }] }
    expect(localised(doc)).toEqual({ ...doc, label: 'ऑर्डर' })
  })

  it('says why a button is refused', async () => {
    const { localised } = await speaking('pseudo')
    const action = { action: 'load', why: 'x', why_said: { text: 'Only {who} may', with: { who: 'Yard' } } }
    expect(localised(action).why).toBe('⟦Ôñļý ⟦Ýàŕđ⟧ ɱàý⟧')
  })
})

describe('the Hindi catalogue', () => {
  it('translates texts of the app, of the declarations and of the refusals, and no others', () => {
    const known = new Set([...appTexts(), ...declared(), ...refusals()])
    expect(entries.map(([english]) => english).filter((english) => !known.has(english))).toEqual([])
  })

  it('names in each text what the English names', () => {
    const wrong = entries.flatMap(([english, said]) => {
      const forms = typeof said === 'string' ? [said] : [said.other ?? '']
      return forms
        .filter((form) => namesIn(form).join() !== namesIn(english).join())
        .map((form) => `${english}: ${form}`)
    })
    expect(wrong).toEqual([])
  })

  it('says everything of the sign-in, of the yard and of loadings', () => {
    const needed = appTexts(/^(features\/(session|yard)|features\/orders\/Loaded|words)/)
    expect(needed.length).toBeGreaterThan(200)
    expect(needed.filter((english) => !(english in hindi))).toEqual([])
  })

  it('says every refusal of the sign-in, of a loading and of what it rests on', () => {
    const docs = 'core/src/docs'
    const session = [`${docs}/session.rs`, 'server/src/api/account.rs', 'server/src/api/session.rs']
    const loading = [`${docs}/loadings`, `${docs}/orders/loads.rs`, `${docs}/orders/concerns.rs`, `${docs}/fleet.rs`]
    const engine = ['act', 'files', 'index', 'within'].map((name) => `core/src/write/${name}.rs`)
    const needed = refusalsIn(...session, ...loading, ...engine)
    expect(needed).toContain('Only {open} pcs of this line are open')
    expect(needed.filter((english) => !(english in hindi))).toEqual([])
  })
})
