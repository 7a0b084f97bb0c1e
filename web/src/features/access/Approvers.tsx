// Who may approve: a type of document, an amount and a branch, and the people of each approving step.
import type { Approver, Approvers as Answer, ApproverStep } from '../../net/answers.gen'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useFacts } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDefs } from '../../core'
import { Field } from '../../docs/fields/Field'
import { LinkPicker } from '../../docs/fields/LinkPicker'
import { NumberInput } from '../../docs/fields/NumberInput'
import { Card } from '../../kit/parts'
import { Page } from '../../ui/Page'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { classes } from '../../theme/classes'
import css from './Tester.module.css'
import { useQuery } from '../../ui/query'
import { say } from '../../words/say'

export default function Approvers() {
  const user = useUser()
  const { query, set } = useQuery()
  const [type, branch] = [query.get('type'), query.get('branch')]
  const paise = Number(query.get('paise')) || null
  const types = docDefs().filter((def) => def.under_way.length > 1 && may(user, def, 'view'))
  const asked = new URLSearchParams()
  if (paise) asked.set('paise', String(paise))
  if (branch) asked.set('branch', branch)
  const { data, error, refetch } = useFacts<Answer>(type ? `/api/approvers/${type}?${asked.toString()}` : null)
  return (
    <Page title={say('Who may approve')}>
      <div className={css.page}>
        <Card title={say('Document')}>
          <div className={classes('filters', css.question)} role="group" aria-label={say('What is to be approved')}>
            <Field label={say('Document')} name="type" error={null}>
              {(bound) => (
                <Autocomplete
                  id={bound.id}
                  value={types.find((def) => def.key === type) ?? null}
                  options={types}
                  onChange={(_, next) => set({ type: next?.key ?? null })}
                  getOptionKey={(def) => def.key}
                  getOptionLabel={(def) => def.label}
                  renderInput={(params) => <TextField {...params} />}
                />
              )}
            </Field>
            <Field label={say('Amount')} name="paise" error={null}>
              {(bound) => (
                <NumberInput
                  bound={bound}
                  unit="paise"
                  value={paise}
                  onChange={(value) => set({ paise: typeof value === 'number' ? String(value) : null })}
                />
              )}
            </Field>
            <Field label={say('Branch')} name="branch" error={null}>
              {(bound) => (
                <LinkPicker
                  bound={bound}
                  type="branch"
                  value={branch}
                  onChange={(id) => set({ branch: id })}
                  label={say('Branch')}
                  where={[]}
                />
              )}
            </Field>
          </div>
        </Card>
        {!type && <Empty title={say('Select a document to see who may approve it')} />}
        {type && error && <Failed problem={error} what={say('The people')} onRetry={() => void refetch()} />}
        {type && !data && !error && <Skeletons rows={4} />}
        {data?.steps.length === 0 && <Empty title={say('Nobody is asked to approve these')} />}
        {data?.steps.map((step) => (
          <Step key={`${step.status} ${step.label}`} step={step} />
        ))}
        {data && data.steps.length > 0 && (
          <p className="muted text-13">
            {say(
              'Whoever made, changed or submitted a document does not approve it themselves unless the ' +
                'settings allow it.',
            )}
          </p>
        )}
      </div>
    </Page>
  )
}

function Step({ step }: { step: ApproverStep }) {
  const may = step.people.filter((one) => one.may).length
  return (
    <Card
      title={`${step.label} (${step.status})`}
      aside={say('{list}: {may} may', { list: step.roles.join(', '), may })}
      pad={0}
    >
      {step.people.length === 0 ? (
        <p className="p-16 danger">{say('Nobody has the role {list} here.', { list: step.roles.join(say(' or ')) })}</p>
      ) : (
        <ul aria-label={say('People who take the step {label}', { label: step.label })}>
          {step.people.map((one) => (
            <Person key={one.id} one={one} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Person({ one }: { one: Approver }) {
  const Icon = one.may ? CheckCircleOutlined : LockOutlined
  return (
    <li className={css.person}>
      <span className="inline-flex gap-8 items-center">
        <Icon aria-hidden className={classes('text-18 rigid', one.may ? 'ok' : 'faint')} />
        <span className="semibold">{one.name}</span>
      </span>
      <span className={one.may ? 'ink' : 'muted'}>
        {one.stands_in ? say('As {noun}, in the place of others', { noun: one.role.toLowerCase() }) : one.role}
        {one.why && `. ${one.why}`}
      </span>
    </li>
  )
}
