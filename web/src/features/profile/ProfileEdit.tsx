// Changing a profile: mobile, e-mail, photo, language, theme, how notifications come, and who stands in.
import Button from '@mui/material/Button'
import { useEffect, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { PROFILE_STEP as ACTION, useAct } from '../../sync/docs'
import { setSettings } from '../../sync/settings'
import { useAppDispatch } from '../../sync/store'
import { core } from '../../core'
import type { DocView } from '../../core/records'
import type { ActionView } from '../../core/types.gen'
import { FieldInput } from '../../docs/fields/FieldInput'
import { spanOf } from '../../docs/fields/shape'
import { FormProblem } from '../../docs/FormFields'
import { useRebased, useRecord } from '../../docs/record'
import { paths } from '../../docs/paths'
import { themeNamed } from '../../theme/themes'
import { Kbd } from '../../ui/Kbd'
import { Page } from '../../ui/Page'
import { Failed, Skeletons } from '../../ui/states'
import { useToast } from '../../ui/Toasts'
import { useKeys } from '../../ui/keys'
import NoAccess from '../../docs/NoAccess'
import NotFound from '../../docs/NotFound'
import { inputsOf, useProfile } from './useProfile'
import css from './ProfileEdit.module.css'
import { speak } from '../../words/language'
import { say } from '../../words/say'

export default function ProfileEdit() {
  const { data: doc, error, refetch, own } = useProfile()
  if (error?.status === 404) return own ? <NoAccess what={say('your profile')} /> : <NotFound />
  if (error?.status === 403) return <NoAccess what={say('this profile')} />
  if (error && !doc)
    return (
      <Page title={say('Edit profile')}>
        <Failed problem={error} what={say('The profile')} onRetry={() => void refetch()} />
      </Page>
    )
  if (!doc)
    return (
      <Page title={say('Edit profile')}>
        <div className="card">
          <Skeletons />
        </div>
      </Page>
    )
  const action = doc.actions.find((one) => one.action === ACTION)
  if (!action?.allowed) return <NoAccess what={say('this profile')} />
  return <Form key={doc.id} doc={doc} action={action} own={own} />
}

function Form({ doc, action, own }: { doc: DocView; action: ActionView; own: boolean }) {
  const navigate = useNavigate()
  const notify = useToast()
  const dispatch = useAppDispatch()
  const act = useAct(doc.type, doc.id)
  const start = useMemo(() => inputsOf(doc, action), [doc, action])
  const form = useRecord({
    fields: action.inputs,
    start,
    check: (inputs) => core().check_inputs(doc.type, doc.status, ACTION, inputs),
  })
  useRebased(form, start, doc.version)
  const { refuse } = form
  useEffect(() => {
    if (act.problem) refuse(act.problem.errors.filter((issue) => issue.path))
  }, [act.problem, refuse])
  const back = own ? paths.profile : paths.view('employee', doc.id)
  const save = async () => {
    const inputs = form.submit()
    if (!inputs || act.pending) return
    const saved = await act.run(ACTION, doc.version, inputs)
    if (!saved) return
    const { theme, language } = saved.record
    if (own && theme) dispatch(setSettings({ theme: themeNamed(theme) }))
    if (own && typeof language === 'string') speak(language)
    if (!form.saved(form.record)) return notify(say('Profile saved. What you typed since then is not saved yet'))
    notify(say('Profile saved'))
    void navigate(back)
  }
  const submit = () => void save()
  useKeys({ 'ctrl+enter': submit, 'ctrl+s': submit })
  const name = String(doc.record.name ?? '')
  const crumbs = own
    ? [{ name: say('Profile'), path: paths.profile }]
    : [
        { name: say('Employees'), path: paths.list('employee') },
        { name, path: back },
      ]
  const bar = (
    <section aria-label={say('Actions')} className="bar bar-row">
      <Button variant="contained" color="primary" onClick={submit} aria-busy={act.pending}>
        {act.pending ? say('Saving') : say('Save profile')}
        <span className="keys">
          <Kbd on="fill">Ctrl</Kbd>
          <Kbd on="fill">Enter</Kbd>
        </span>
      </Button>
      <Button component={Link} to={back}>
        {say('Discard')}
      </Button>
      <FormProblem form={form} problem={act.problem} />
    </section>
  )
  return (
    <Page
      title={own ? say('Edit profile') : say("Edit {name}'s profile", { name })}
      name={say('Edit profile')}
      crumbs={crumbs}
      bar={bar}
      actions={
        <Button component={Link} to={paths.sessions(own ? undefined : doc.id)}>
          {say('Sessions')}
        </Button>
      }
    >
      <form ref={form.root} noValidate onSubmit={(event) => event.preventDefault()} className={`card ${css.form}`}>
        <div className="fields">
          {action.inputs.map((input, at) => (
            <div key={input.key} className={spanOf(input)}>
              <FieldInput
                field={input}
                {...form.at(input.key)}
                form={form}
                known={doc.links}
                of={`${doc.type}:${doc.id}`}
                autoFocus={at === 0}
              />
            </div>
          ))}
        </div>
      </form>
    </Page>
  )
}
