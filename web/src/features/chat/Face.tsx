// Whom one talks to: their initials, and a dot that says whether they are here.
import { classes } from '../../theme/classes'
import { initials } from '../../ui/words'
import css from './Chat.module.css'
import { say } from '../../words/say'

/** `online`: none for a conversation of several. */
export function Face({ name, online }: { name: string; online: boolean | null }) {
  return (
    <>
      <span aria-hidden className={css.face}>
        {initials(name.replace(/ \(.*/, ''))}
        {online !== null && <span className={classes(css.dot, online && css.online)} />}
      </span>
      {online !== null && <span className="visually-hidden">{online ? say('Online') : say('Offline')}</span>}
    </>
  )
}
