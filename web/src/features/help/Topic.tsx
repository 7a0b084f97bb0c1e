// One entry of the help: a written page, or a type, a status or a refusal as the declarations tell it.
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { docDef } from '../../core'
import type { DocDef } from '../../core/records'
import type { FieldDef, Verb } from '../../core/types.gen'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { paths } from '../../docs/paths'
import { StatusChip } from '../../ui/StatusChip'
import { lower } from '../../ui/words'
import { meaningOf, waysFrom, type Entry } from './entries'
import { Written } from './Written'
import css from './Help.module.css'
import { say } from '../../words/say'

const VERBS: [Verb, string][] = [
  ['view', 'see'],
  ['add', 'add'],
  ['edit', 'change'],
  ['delete', 'delete'],
  ['approve', 'approve'],
  ['export', 'export'],
  ['print', 'print'],
]

export function Topic({ entry }: { entry: Entry }) {
  switch (entry.kind) {
    case 'guide':
      return (
        <article className="card p-16">
          <Written text={entry.guide.text} />
        </article>
      )
    case 'type':
      return <OfType def={entry.def} />
    case 'status':
      return (
        <article className="card">
          <Status def={entry.def} status={entry.status} />
          <p className="p-16 rule-above">
            <Link to={paths.help(`type:${entry.def.key}`)}>
              {say('All statuses of {plural}', { plural: lower(entry.def.plural) })}
            </Link>
          </p>
        </article>
      )
    case 'refusal':
      return (
        <article className="card p-16">
          <div className={css.written}>
            <h2 className="subheading">{say('What it means')}</h2>
            <p>{entry.help.means}</p>
            <h2 className="subheading">{say('What to do')}</h2>
            <p>{entry.help.next}</p>
          </div>
        </article>
      )
  }
}

function OfType({ def }: { def: DocDef }) {
  const user = useUser()
  const may_ = VERBS.filter(([verb]) => may(user, def, verb)).map(([, word]) => word)
  const required = (def.fields as FieldDef[]).filter((field) => field.required && !field.readonly)
  const before = def.after.map((type) => docDef(type)).filter((one) => one !== undefined)
  const plural = lower(def.plural)
  const offline = def.waits.map(({ deed }) => wordOf(def, deed))
  return (
    <>
      <article className="card p-16">
        <div className={css.written}>
          <p>
            {say('With your roles you {value}.', {
              value:
                may_.length > 0
                  ? say('may {list} {plural}', { list: may_.join(', '), plural })
                  : say('do not open {plural}', { plural }),
            })}
          </p>
          {before.length > 0 && (
            <p>
              {say('{list} come first: without them there are no {plural}.', {
                list: before.map((one) => one.plural).join(', '),
                plural,
              })}
            </p>
          )}
          {required.length > 0 && (
            <p>{say('Required: {list}.', { list: required.map(({ label }) => label).join(', ') })}</p>
          )}
          {offline.length > 0 && (
            <p>{say('Kept and sent later while the server is away: {list}.', { list: offline.join(', ') })}</p>
          )}
          {def.copies.length > 0 && (
            <p>{say('Printed as: {list}.', { list: def.copies.map(({ label }) => label).join(', ') })}</p>
          )}
          {may(user, def, 'view') && (
            <p>
              <Button component={Link} to={paths.list(def.key)}>
                {say('Open {plural}', { plural })}
              </Button>
            </p>
          )}
        </div>
      </article>
      <section className={`card ${css.statuses}`} aria-label={say('Statuses')}>
        <h2 className="subheading p-12-16 rule-below">{say('What each status means, and what comes next')}</h2>
        {def.statuses.map((status) => (
          <Status key={status} def={def} status={status} />
        ))}
      </section>
    </>
  )
}

function wordOf(def: DocDef, deed: string): string {
  if (deed === 'create') return say('new {noun}', { noun: lower(def.label) })
  if (deed === 'update') return say('changes')
  if (deed === 'delete') return say('deletions')
  return lower(def.actions.find(({ action }) => action === deed)?.label ?? deed)
}

function Status({ def, status }: { def: DocDef; status: string }) {
  const ways = waysFrom(def, status)
  return (
    <div className={`divided ${css.status}`}>
      <p className="row gap-8 wrap">
        <StatusChip status={status} />
        <span>{meaningOf(def, status)}</span>
      </p>
      {ways.length > 0 && (
        <ul aria-label={say('What can be done in {status}', { status })}>
          {ways.map((way, at) => (
            <li key={at} className={css.way}>
              <strong className="bold">{way.label}</strong>
              {way.by.length > 0 ? say(' by {list}', { list: way.by.join(', ') }) : say(' by the system')}
              {way.to.length > 0 && <span className="muted"> → {way.to.join(say(' or '))}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
