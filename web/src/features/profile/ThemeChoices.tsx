// The themes as small pages in their colours, and the one that follows the device.
import { themeLabel } from '../../sync/theme'
import { DARK_THEME, DEFAULT_THEME, THEME_CHOICES, themeNamed, type ThemeName } from '../../theme/themes'
import { Choices } from './Choices'
import { BothPictures, ThemePicture } from './pictures'
import { say } from '../../words/say'

/** The device's choice has no name among the themes. */
const DEVICE = 'device'

export function ThemeChoices({
  chosen,
  onChange,
}: {
  chosen: ThemeName | null
  onChange: (theme: ThemeName | null) => void
}) {
  return (
    <Choices
      label={say('Theme')}
      name="theme"
      small
      value={chosen ?? DEVICE}
      of={THEME_CHOICES.map((theme) => ({
        value: theme ?? DEVICE,
        title: themeLabel(theme),
        drawn: theme ? <ThemePicture name={theme} /> : <BothPictures light={DEFAULT_THEME} dark={DARK_THEME} />,
      }))}
      onChange={(value) => onChange(value === DEVICE ? null : themeNamed(value))}
    />
  )
}
