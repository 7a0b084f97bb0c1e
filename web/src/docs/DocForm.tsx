// The generic form page of a document type: add and edit.
import Button from '@mui/material/Button'
import { useCallback, useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { DocView } from '../core/records'
import type { FieldDef } from '../core/types.gen'
import { useDoc } from '../sync/docs'
import NotFound from './NotFound'
import { paths } from './paths'
import { Kbd } from '../ui/Kbd'
import { Page } from '../ui/Page'
import { Failed, Skeletons } from '../ui/states'
import { StatusChip } from '../ui/StatusChip'
import { useKeys } from '../ui/keys'
import { DraftState, FormFields, FormProblem, Restored } from './FormFields'
import { ownPages, type DocPageProps } from './overrides'
import { titleOfDoc } from './titles'
import { useDocForm } from './useDocForm'
import { lower } from '../ui/words'
import css from './DocForm.module.css'
import { say } from '../words/say'

export default function DocForm(props: DocPageProps) {
  const Override = ownPages(props.def.key).form
  if (Override) return <Override {...props} />
  return props.id ? <Edit {...props} id={props.id} /> : <Form {...props} doc={null} />
}

function Edit({ def, id }: DocPageProps & { id: string }) {
  const { data, error, refetch } = useDoc(def.key, id)
  // What is being typed stays in sight, also where another deletes the document meanwhile.
  if (error?.status === 404 && !data) return <NotFound />
  if (error && !data)
    return (
      <Page title={say('Edit {label}', { label: lower(def.label) })}>
        <Failed problem={error} what={say('The {label}', { label: lower(def.label) })} onRetry={() => void refetch()} />
      </Page>
    )
  if (!data)
    return (
      <Page title={say('Edit {label}', { label: lower(def.label) })}>
        <div className="card">
          <Skeletons />
        </div>
      </Page>
    )
  return <Form def={def} doc={data} />
}

const FILLED = new Set(['choice', 'link', 'text', 'note', 'code', 'date', 'int'])

/** What the address fills of a new record: `/reason/add?kind=dump`. */
function givenBy(def: DocPageProps['def'], query: URLSearchParams): Record<string, unknown> {
  const named = def.fields.filter((field) => FILLED.has(field.kind) && !field.readonly && query.get(field.key))
  const value = (field: FieldDef) => (field.kind === 'int' ? Number(query.get(field.key)) : query.get(field.key))
  return Object.fromEntries(named.map((field) => [field.key, value(field)]))
}

function Form({ def, doc, of }: Pick<DocPageProps, 'def' | 'of'> & { doc: DocView | null }) {
  const navigate = useNavigate()
  const saved = useCallback(
    (next: DocView) => void navigate(paths.view(def.key, next.id), { replace: true }),
    [navigate, def],
  )
  const [query] = useSearchParams()
  const given = useMemo(() => ({ ...of, ...givenBy(def, query) }), [def, of, query])
  const { form, submit, pending, problem, dialog, restored, savedAt, discard } = useDocForm(def, doc, saved, { given })
  useKeys({ 'ctrl+enter': submit, 'ctrl+s': submit })
  const name = doc ? titleOfDoc(def, doc) : say('New {label}', { label: lower(def.label) })
  const back = doc ? paths.view(def.key, doc.id) : paths.list(def.key)
  const draft = (doc?.status ?? def.statuses[0]) === 'Draft'
  const bar = (
    <section aria-label={say('Actions')} className="bar bar-row">
      <Button variant="contained" color="primary" onClick={submit} aria-busy={pending}>
        {pending ? say('Saving') : draft ? say('Save draft') : say('Save {label}', { label: lower(def.label) })}
        <span className="keys">
          <Kbd on="fill">Ctrl</Kbd>
          <Kbd on="fill">Enter</Kbd>
        </span>
      </Button>
      <Button component={Link} to={back} onClick={discard}>
        {say('Discard')}
      </Button>
      <FormProblem form={form} problem={problem} />
      <span className="grow" />
      <DraftState savedAt={savedAt} />
    </section>
  )
  return (
    <Page
      title={doc ? say('Edit {label}', { label: lower(def.label) }) : name}
      name={name}
      crumbs={[{ name: def.plural, path: paths.list(def.key) }]}
      actions={doc && <StatusChip status={doc.status} />}
      bar={bar}
    >
      <form ref={form.root} noValidate onSubmit={(event) => event.preventDefault()} className={css.form}>
        {restored && <Restored at={savedAt} onDiscard={discard} />}
        <FormFields def={def} form={form} known={doc?.links} isNew={!doc} boxed />
      </form>
      {dialog}
    </Page>
  )
}
