// The theme that is shown: the one that the person chose, or the one that fits the device's light or dark mode.
import { observable, useObservable } from '../net/observable'
import { DARK_THEME, DEFAULT_THEME, type ThemeName } from '../theme/themes'
import { docDef } from '../core'
import { store, useAppSelector } from './store'
import { say } from '../words/say'

const query = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)')
const deviceIsDark = observable(query?.matches ?? false, () => {
  const follow = () => deviceIsDark.set(query?.matches ?? false)
  // It may have changed while nobody listened.
  follow()
  query?.addEventListener('change', follow)
  return () => query?.removeEventListener('change', follow)
})

const shown = (chosen: ThemeName | null, dark: boolean) => chosen ?? (dark ? DARK_THEME : DEFAULT_THEME)

export const shownTheme = (): ThemeName => shown(store.getState().settings.theme, deviceIsDark.get())

export function useTheme(): ThemeName {
  const chosen = useAppSelector((state) => state.settings.theme)
  return shown(chosen, useObservable(deviceIsDark))
}

/** What the core calls a theme; null is the device's choice. */
export function themeLabel(choice: ThemeName | null): string {
  if (!choice) return say('Match device')
  const field = docDef('employee')?.fields.find(({ key }) => key === 'theme')
  return field?.choices.find(({ key }) => key === choice)?.label ?? choice
}
