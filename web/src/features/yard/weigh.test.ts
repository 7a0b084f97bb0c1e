// The keypad and the band of the weighbridge.
import { describe, expect, it } from 'vitest'
import { bandOf, digitsOf, gramsOf, press, type Key } from './weigh'

const typing = (...keys: Key[]) => keys.reduce(press, '')

describe('the keypad', () => {
  it('writes kilograms digit by digit and takes the last one back', () => {
    expect(typing('1', '5', '0', '9', '0')).toBe('15090')
    expect(typing('1', '5', 'back')).toBe('1')
    expect(typing('1', '5', 'clear', '7', '00')).toBe('700')
  })
  it('keeps no noughts in front and no more digits than a weighbridge has', () => {
    expect(typing('00', '0', '4')).toBe('4')
    expect(typing('9', '9', '9', '9', '9', '9', '9')).toBe('999999')
    expect(typing('1', '2', '3', '4', '5', '00')).toBe('12345')
  })
  it('means grams', () => {
    expect(gramsOf('15090')).toBe(15_090_000)
    expect(gramsOf('')).toBeNull()
    expect(digitsOf(6_840_000)).toBe('6840')
  })
})

describe('the band', () => {
  it('has its pin in the middle when both weights agree', () => {
    expect(bandOf(8_000_000, 8_000_000, 30)).toMatchObject({ pin: 50, inside: true })
  })
  it('draws the edge at two thirds and holds the pin on the paper', () => {
    const edge = bandOf(10_030_000, 10_000_000, 30)
    expect(edge.inside).toBe(true)
    expect(edge.pin).toBeCloseTo(edge.from)
    expect(bandOf(10_030_001, 10_000_000, 30).inside).toBe(false)
    expect(bandOf(10_000_000, 1, 30).pin).toBe(0)
  })
})
