// Help: a question finds its entries on this device; each is a written page, or told from the declarations.
import TextField from '@mui/material/TextField'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import { docDefs, roleLabel } from '../../core'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { startTour } from '../../sync/tour'
import { paths } from '../../docs/paths'
import NotFound from '../../docs/NotFound'
import { Page } from '../../ui/Page'
import { Filtered } from '../../ui/states'
import { lower } from '../../ui/words'
import { entriesOf, keyFor, type Entry } from './entries'
import { find, indexOf } from './find'
import { Topic } from './Topic'
import { toursOf } from './tours'
import css from './Help.module.css'
import { say } from '../../words/say'

const SHOWN = 12

export default function Help() {
  const user = useUser()
  const { topic } = useParams()
  const [query, setQuery] = useSearchParams()
  const [entries, index] = useMemo(() => {
    const own = docDefs().filter((def) => may(user, def, 'view') || may(user, def, 'add'))
    const all = entriesOf(own)
    return [all, indexOf(all)]
  }, [user])
  const page = query.get('for')
  if (page !== null) {
    const key = keyFor(page)
    return <Navigate to={paths.help(entries.some((one) => one.key === key) ? key : 'guide:begin')} replace />
  }
  if (topic !== undefined) {
    const entry = entries.find(({ key }) => key === topic)
    if (!entry) return <NotFound />
    return (
      <Page title={entry.title} crumbs={[{ name: say('Help'), path: paths.help() }]}>
        <div className={css.page}>
          <Topic entry={entry} />
        </div>
      </Page>
    )
  }
  return (
    <Page title={say('Help')}>
      <Contents
        entries={entries}
        asked={query.get('q') ?? ''}
        onAsk={(q) => setQuery(q ? { q } : {}, { replace: true })}
        found={(q) => find(index, q).slice(0, SHOWN)}
      />
    </Page>
  )
}

function Contents({
  entries,
  asked,
  onAsk,
  found,
}: {
  entries: Entry[]
  asked: string
  onAsk: (q: string) => void
  found: (q: string) => Entry[]
}) {
  const user = useUser()
  const [text, setText] = useState(asked)
  const q = text.trim()
  const ask = (next: string) => {
    setText(next)
    onAsk(next.trim())
  }
  const results = q ? found(q) : []
  const of = (group: string) => entries.filter((entry) => entry.group === group)
  return (
    <div className={css.page}>
      <TextField
        type="search"
        value={text}
        autoFocus
        placeholder={say('How do I take goods back?')}
        onChange={(event) => ask(event.target.value)}
        className={css.search}
        slotProps={{ htmlInput: { 'aria-label': say('Ask a question') } }}
      />
      {q ? (
        <section className="card" aria-label={say('Answers')}>
          {results.length === 0 ? (
            <Filtered title={say('Nothing found for “{q}”', { q })} onClear={() => ask('')}>
              {say('Try a word from the page or from the message.')}
            </Filtered>
          ) : (
            <ol className="p-8">
              {results.map((entry) => (
                <li key={entry.key}>
                  <Link to={paths.help(entry.key)} className={`${css.topic} p-8`}>
                    <span className="bold">{entry.title}</span>{' '}
                    <span className="muted text-12">{lower(entry.group)}</span>
                  </Link>
                </li>
              ))}
            </ol>
          )}
        </section>
      ) : (
        <>
          <section className="card p-16 grid gap-8" aria-label={say('Your first day')}>
            <h2 className="subheading">{say('Your first day')}</h2>
            <p className="muted">
              {say('The pages that your day happens on, one after the other. You can leave it at any step.')}
            </p>
            <div className="flex gap-8 wrap">
              {toursOf(user.roles).map((role) => (
                <Button key={role} onClick={() => startTour(user.id, role)}>
                  {role ? say('Tour: {role}', { role: roleLabel(role) }) : say('Tour')}
                </Button>
              ))}
            </div>
          </section>
          <Links title={say('Guides')} entries={of(say('Guides'))} />
          <Links title={say('Pages')} entries={of(say('Pages'))} />
          <Links title={say('Refusals, and what to do')} entries={of(say('Refusals'))} />
        </>
      )}
    </div>
  )
}

function Links({ title, entries }: { title: string; entries: Entry[] }) {
  return (
    <section className="card p-16" aria-label={title}>
      <h2 className="subheading mb-8">{title}</h2>
      <ul className={css.topics}>
        {entries.map((entry) => (
          <li key={entry.key}>
            <Link to={paths.help(entry.key)} className={css.topic}>
              {entry.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
