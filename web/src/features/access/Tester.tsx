// Pick a person and a page: allowed and through which role, or why not.
import type { AccessMatrix, AccessRight, PersonAccess, Verb } from '../../core/types.gen'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { useFacts } from '../../sync/docs'
import { Field } from '../../docs/fields/Field'
import { LinkPicker } from '../../docs/fields/LinkPicker'
import { Failed, Skeletons } from '../../ui/states'
import { Card } from '../../kit/parts'
import { REACH, VERB, pagesOf } from './access'
import { classes } from '../../theme/classes'
import css from './Tester.module.css'
import { useQuery } from '../../ui/query'
import { say } from '../../words/say'

export function Tester({ access }: { access: AccessMatrix }) {
  const { query, set } = useQuery()
  const [person, path] = [query.get('person'), query.get('page')]
  const pageId = useId()
  const pages = pagesOf(access.menus).filter((page) => access.types.some((type) => type.key === page.type))
  const page = pages.find((one) => one.path === path) ?? null
  const { data, error, refetch } = useFacts<PersonAccess>(person ? `/api/access/${person}` : null)
  const type = page && access.types.find((one) => one.key === page.type)
  const told = data && page ? data.types[page.type] : undefined
  return (
    <div className={css.page}>
      <Card title={say('Person and page')}>
        <div className={css.question}>
          <Field label={say('Person')} name="person" error={null}>
            {(bound) => (
              <LinkPicker
                bound={bound}
                type="employee"
                value={person}
                onChange={(id) => set({ person: id })}
                label={say('Person')}
                where={[]}
              />
            )}
          </Field>
          <Field label={say('Page')} name="page" error={null}>
            {(bound) => (
              <Autocomplete
                id={bound.id || pageId}
                value={page}
                options={pages}
                onChange={(_, next) => set({ page: next?.path ?? null })}
                getOptionKey={(one) => one.path}
                isOptionEqualToValue={(a, b) => a.path === b.path}
                getOptionLabel={(one) => (one.name ? `${one.name} · ${one.path}` : one.path)}
                renderInput={(params) => <TextField {...params} placeholder={'/order'} />}
              />
            )}
          </Field>
        </div>
      </Card>
      {person && error && <Failed problem={error} what={say('The person’s rights')} onRetry={() => void refetch()} />}
      {person && !data && !error && <Skeletons rows={3} />}
      {data && page && told && type && (
        <>
          <Verdict told={told[page.verb] ?? {}} name={data.name} page={page.name || page.path} verb={page.verb} />
          <Card title={say('{name} and {noun}', { name: data.name, noun: type.plural.toLowerCase() })} pad={0}>
            <dl>
              {access.verbs
                .filter((verb) => verb !== 'approve' || type.steps)
                .map((verb) => (
                  <div key={verb} className={css.right}>
                    <dt className="semibold">{VERB[verb].word}</dt>
                    <dd className={told[verb]?.reach ? 'ink' : 'muted'}>{inWords(told[verb] ?? {})}</dd>
                  </div>
                ))}
            </dl>
          </Card>
        </>
      )}
    </div>
  )
}

const inWords = (told: AccessRight) =>
  told.reach
    ? say('Yes: {reach}{value}', {
        reach: REACH[told.reach],
        value: told.through ? say(', as {through}', { through: told.through }) : '',
      })
    : say('No. {why}', { why: told.why })

function Verdict({ told, name, page, verb }: { told: AccessRight; name: string; page: string; verb: Verb }) {
  const yes = !!told.reach
  const Icon = yes ? CheckCircleOutlined : LockOutlined
  return (
    <div role="status" className={classes(css.answer, yes && css.yes)}>
      <Icon aria-hidden />
      <div>
        <strong>
          {yes ? say('{name} may open {page}', { name, page }) : say('{name} may not open {page}', { name, page })}
        </strong>
        <div className="ink">
          {yes
            ? say('To {noun}: {reach}{value}', {
                noun: VERB[verb].word.toLowerCase(),
                reach: REACH[told.reach!],
                value: told.through ? say(', as {through}', { through: told.through }) : '',
              })
            : told.why}
        </div>
      </div>
    </div>
  )
}
