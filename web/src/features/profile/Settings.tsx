// A person's own settings: how the app looks and works, kept in this browser, and how they are told of what happens,
// kept in their profile. Each takes effect at once.
import Button from '@mui/material/Button'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../docs/paths'
import { ROW_HEIGHT, STANDARD, setSettings, type Density, type Menu, type Settings as Own } from '../../sync/settings'
import { useAppDispatch, useAppSelector, useUser } from '../../sync/store'
import { themeLabel } from '../../sync/theme'
import { themeNamed } from '../../theme/themes'
import { Page } from '../../ui/Page'
import { Switch } from '../../ui/Switch'
import { useToast } from '../../ui/Toasts'
import { LANGUAGE, LANGUAGES, speak } from '../../words/language'
import { Channels } from './Channels'
import { Choices } from './Choices'
import { Keys } from './Keys'
import { MenuPicture, RowsPicture } from './pictures'
import { ThemeChoices } from './ThemeChoices'
import css from './Settings.module.css'
import { say } from '../../words/say'

const MENU_CHOICES: { value: Menu; title: string; says: string }[] = [
  { value: 'full', title: say('Full'), says: say('Icons with their names stand beside the page.') },
  { value: 'compact', title: say('Compact'), says: say('Icons alone, their names as tips.') },
  { value: 'closed', title: say('Closed'), says: say('The whole width is the page’s; a button opens the menu.') },
]

const DENSITY_CHOICES: { value: Density; title: string }[] = [
  { value: 'roomy', title: say('Roomy rows') },
  { value: 'compact', title: say('Compact rows') },
  { value: 'dense', title: say('Dense rows') },
]

export default function Settings() {
  const dispatch = useAppDispatch()
  const notify = useToast()
  const own = useAppSelector((state) => state.settings)
  const set = (change: Partial<Own>) => dispatch(setSettings(change))
  const restore = () => {
    const before = own
    set(STANDARD)
    notify(say('Default settings restored'), { undo: () => set(before) })
  }
  return (
    <Page
      title={say('My settings')}
      crumbs={[{ name: say('Profile'), path: paths.profile }]}
      actions={<Button onClick={restore}>{say('Restore defaults')}</Button>}
    >
      <div className={css.page}>
        <p className={css.kept}>
          {say(
            'Every change takes effect at once. Theme, layout, tables, language and shortcuts are kept in this ' +
              'browser; ' +
              'notifications are kept on the server, in your profile, and hold wherever you sign in.',
          )}
        </p>
        <Part title={say('Theme')} says={say('The colours of all pages.')}>
          <ThemeChoices chosen={own.theme} onChange={(theme) => set({ theme })} />
          <FromProfile own={own} />
        </Part>
        <Part
          title={say('Layout')}
          says={say('On a window of at least 900 px. Below it the menu opens by its button.')}
        >
          <Choices
            label={say('Menu')}
            name="menu"
            value={own.menu}
            of={MENU_CHOICES.map((one) => ({ ...one, drawn: <MenuPicture menu={one.value} /> }))}
            onChange={(menu) => set({ menu })}
          />
          <div className={css.switches}>
            <Switch
              label={say('Fixed top bar')}
              says={
                own.topFixed
                  ? say('It stays while a page scrolls.')
                  : say('It scrolls away with the page, on phones too.')
              }
              on={own.topFixed}
              onChange={(topFixed) => set({ topFixed })}
            />
            <Switch
              label={say('Tools bar')}
              says={say('A button in the top bar opens it at the right edge: chat, cart, to-do, calendar.')}
              on={own.tools}
              onChange={(tools) => set({ tools })}
            />
            <Switch
              label={say('Footer')}
              says={say('Below every page that scrolls: the help with the page.')}
              on={own.footer}
              onChange={(footer) => set({ footer })}
            />
            <Switch
              label={say('Fixed footer')}
              says={
                own.footer
                  ? say('It stays at the foot of the window, below every page.')
                  : say('Show the footer first.')
              }
              on={own.footer && own.footerFixed}
              disabled={!own.footer}
              onChange={(footerFixed) => set({ footerFixed })}
            />
          </div>
        </Part>
        <Part title={say('Tables')} says={say('The height of a row in lists and workbenches.')}>
          <Choices
            label={say('Density of tables')}
            name="density"
            value={own.density}
            of={DENSITY_CHOICES.map((one) => ({
              ...one,
              says: say('{height} px a row', { height: ROW_HEIGHT[one.value] }),
              drawn: <RowsPicture height={ROW_HEIGHT[one.value]} />,
            }))}
            onChange={(density) => set({ density })}
          />
        </Part>
        <Part
          title={say('Language')}
          says={say('The words of all pages, days and digits. The page loads again in it.')}
        >
          <Choices
            label={say('Language')}
            name="language"
            value={LANGUAGE.key}
            of={LANGUAGES.map(({ key, name, locale }) => ({ value: key, title: name, lang: locale }))}
            onChange={speak}
          />
        </Part>
        <Part title={say('Keyboard')} says={say('Shortcuts with Ctrl and Alt always work.')}>
          <Keys on={own.keys} onChange={(keys) => set({ keys })} />
        </Part>
        <Part title={say('Notifications')} says={say('How you are told. Kept on the server, in your profile.')}>
          <Channels />
        </Part>
      </div>
    </Page>
  )
}

function Part({ title, says, children }: { title: string; says: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <div className="p-12-16 rule-below">
        <h2 id={id} className="subheading">
          {title}
        </h2>
        <p className="muted text-13">{says}</p>
      </div>
      <div className={css.part}>{children}</div>
    </section>
  )
}

/** What a profile holds is taken up at every sign-in, whatever was chosen here since. */
function FromProfile({ own }: { own: Own }) {
  const { theme } = useUser()
  if (theme === null || themeNamed(theme) === own.theme) return null
  return (
    <p className="muted text-13">
      {say('Your profile says {theme}: the next sign-in brings it back. {change}', {
        theme: themeLabel(themeNamed(theme)),
        change: (
          <Link key="change" to={paths.profileEdit()}>
            {say('Change the profile')}
          </Link>
        ),
      })}
    </p>
  )
}
