// Ctrl Enter decides a form, also while a select in it has the focus.
import { expect, it, onTestFinished } from 'vitest'
import { isCtrlEnter, passOverSelects } from './ctrlEnter'

it('Ctrl Enter and Cmd Enter pass over a select to its form, and Enter does not', () => {
  document.body.innerHTML =
    '<form><div><div role="combobox" aria-haspopup="listbox" tabindex="0"></div><input aria-hidden="true"></div></form>'
  onTestFinished(passOverSelects())
  const select = document.querySelector<HTMLElement>('[role=combobox]')!
  const told: string[] = []
  select.addEventListener('keydown', () => told.push('select'))
  document.querySelector('form')!.addEventListener('keydown', (event) => {
    if (!isCtrlEnter(event)) return
    told.push('form')
    event.preventDefault()
  })
  const press = (keys: KeyboardEventInit) => {
    told.length = 0
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...keys })
    select.dispatchEvent(event)
    return [...told, event.defaultPrevented]
  }
  expect(press({ ctrlKey: true })).toEqual(['form', true])
  expect(press({ metaKey: true })).toEqual(['form', true])
  expect(press({})).toEqual(['select', false])
})
