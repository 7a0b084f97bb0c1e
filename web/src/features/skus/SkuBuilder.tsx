// An SKU by its properties: the section to scale, its name, weight and twin at every key, and its sizes as a table.
import type { Built, Kit } from '../../core/types.gen'
import Button from '@mui/material/Button'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { useDoc, useList } from '../../sync/docs'
import { docDef, usePreviews } from '../../core'
import type { DocDef, DocView, RecordOf } from '../../core/records'
import { FieldInput } from '../../docs/fields/FieldInput'
import { DraftState, FormProblem, Restored } from '../../docs/FormFields'
import { useDocForm } from '../../docs/useDocForm'
import { paths } from '../../docs/paths'
import { day } from '../../ui/format'
import { Kbd } from '../../ui/Kbd'
import { useKeys } from '../../ui/keys'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage, Skeletons } from '../../ui/states'
import { Card, Finding } from '../../kit/parts'
import NotFound from '../../docs/NotFound'
import { Drawing } from './Drawing'
import { GroupStrip } from './GroupStrip'
import { defaultsOfKit, rowsOf, sharedTexts, textsOf, useKit, type Texts } from './kit'
import { axesOf, type Cell } from './matrix'
import { Matrix } from './Matrix'
import { Properties } from './Properties'
import { ThisSku } from './ThisSku'
import { useCreateMany } from './useCreateMany'
import css from './SkuBuilder.module.css'
import { say } from '../../words/say'

export default function SkuBuilder() {
  const { skuid } = useParams()
  const def = docDef('sku')
  const { data: doc, error, refetch } = useDoc('sku', skuid)
  if (!def) return null
  // What is being typed stays in sight, also where another deletes the SKU meanwhile.
  if (error?.status === 404 && !doc) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The SKU')} onRetry={() => void refetch()} />
  if (skuid && !doc) return <LoadingPage />
  return <Builder key={skuid ?? 'new'} def={def} doc={doc ?? null} />
}

/** The fields that stand elsewhere on the page, or follow from the properties. */
const ELSEWHERE = new Set([
  'name',
  'product_group',
  'values',
  'make',
  'grade',
  'length_mm',
  'theo_g_per_pc',
  'weight_reason',
])
const OWN = [
  ['MAKE', 'make'],
  ['GRADE', 'grade'],
  ['LEN', 'length_mm'],
] as const

/** The SKU's own fields that no property of the group fills. */
function ownFields(def: DocDef<'sku'>, kit: Kit): DocDef<'sku'>['fields'] {
  const keys = OWN.filter(([code]) => !kit.properties.some((one) => one.code === code)).map(([, key]) => key)
  const length = kit.formula?.per === 'm' || !kit.mapped
  return def.fields.filter((field) => keys.some((key) => key === field.key) && (field.key !== 'length_mm' || length))
}

function useBuilt(group: string, record: RecordOf<'sku'>, before: RecordOf<'sku'> | null) {
  const previews = usePreviews()
  const answer = useKit(group)
  const kit = answer.data?.kit.group === group ? answer.data.kit : null
  const build = useCallback(
    (sent: RecordOf<'sku'>): Built | null => (previews && kit ? previews.sku(kit, sent, before) : null),
    [previews, kit, before],
  )
  const built = useMemo(() => build(record), [build, record])
  return { answer: kit ? answer.data! : null, error: answer.error, refetch: answer.refetch, kit, build, built }
}

function Builder({ def, doc }: { def: DocDef<'sku'>; doc: DocView<'sku'> | null }) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [group, setGroup] = useState(doc?.record?.product_group || (params.get('group') ?? ''))
  const [sent, setSent] = useState<RecordOf<'sku'>>({})
  const before = doc?.record ?? null
  const { answer, error, refetch, kit, build, built } = useBuilt(group, sent, before)
  const also = useCallback((record: RecordOf<'sku'>) => build(record)?.issues ?? [], [build])
  const saved = useCallback(
    (next: DocView<'sku'>) => void navigate(paths.view('sku', next.id), { replace: true }),
    [navigate],
  )
  const { form, submit, pending, problem, dialog, restored, savedAt, discard } = useDocForm(def, doc, saved, { also })
  const [lit, setLit] = useState<string | null>(null)
  const [picked, setPicked] = useState<Map<string, Cell>>(new Map())
  const [more, setMore] = useState(false)
  const many = useCreateMany()
  const { set, settle, record, dirty } = form
  useEffect(() => setSent(form.sent), [form.sent])
  useEffect(() => {
    const kept = record.product_group ?? ''
    if (kept && kept !== group) setGroup(kept)
  }, [record, group])
  const texts = textsOf(record)
  const choose = useCallback(
    (id: string) => {
      setGroup(id)
      setPicked(new Map())
      // A weight of its own was of the other goods.
      if (dirty)
        for (const [key, value] of [
          ['product_group', id],
          ['theo_g_per_pc', null],
          ['weight_reason', null],
        ] as const)
          set(key, value)
      else settle({ ...record, product_group: id })
    },
    [dirty, record, set, settle],
  )
  useEffect(() => {
    // A group begins with its defaults, and takes over what it shares with the one before; that is nobody's typing.
    if (!kit || !answer || doc) return
    const values = rowsOf(kit, {
      ...defaultsOfKit(kit, answer.skus),
      ...(dirty ? sharedTexts(kit, answer.skus, textsOf(record)) : {}),
    })
    if (dirty) set('values', values)
    else settle({ ...record, product_group: kit.group, values })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each kit
  }, [kit?.group])
  const change = (next: Texts) => kit && set('values', rowsOf(kit, next))
  const twin = built?.key ? (answer?.skus.find((sku) => sku.key === built.key && sku.id !== doc?.id) ?? null) : null
  const axes = useMemo(() => kit && axesOf(kit), [kit])
  const single = doc !== null || picked.size === 0
  const count = picked.size + (twin || !built || built.issues.length > 0 ? 0 : 1)
  const go = useCallback(() => {
    if (single || !kit || !built) return submit()
    const own = twin || built.issues.length > 0 ? [] : [{ key: built.key, name: built.name, record: form.sent }]
    const others = [...picked.values()].map((cell) => {
      const { theo_g_per_pc: _g, weight_reason: _r, barcode: _b, image: _i, ...rest } = form.sent
      const made = { ...rest, values: rowsOf(kit, cell.texts) }
      const sku = build(made)
      return { key: sku?.key ?? '', name: sku?.name ?? '', record: made }
    })
    const sent = [...own, ...others]
    void many.run(sent).then((left) => {
      // What was picked since then is still to be created.
      const made = new Set(sent.map(({ key }) => key).filter((key) => !left.has(key)))
      setPicked((was) => new Map([...was].filter(([key]) => !made.has(key))))
    })
  }, [single, kit, built, submit, twin, form.sent, picked, build, many])
  useKeys({ 'ctrl+enter': go, 'ctrl+s': go })

  const busy = pending || many.pending
  const label = doc
    ? say('Save SKU')
    : single
      ? say('Create SKU')
      : count === 1
        ? say('Create 1 SKU')
        : say('Create {count} SKUs', { count })
  const bar = (
    <section aria-label={say('Actions')} className="bar bar-row">
      <Button variant="contained" color="primary" onClick={go} aria-busy={busy}>
        {busy ? say('Saving') : label}
        <span className="keys">
          <Kbd on="fill">Ctrl</Kbd>
          <Kbd on="fill">Enter</Kbd>
        </span>
      </Button>
      {many.total > 0 && many.pending && (
        <span role="status" className="num text-13 muted">
          {say('{done} of {total} created', { done: many.done, total: many.total })}
        </span>
      )}
      <FormProblem form={form} problem={problem} />
      <span className="grow" />
      {kit && (
        <span className="wide-only text-13 muted">
          {kit.formula ? (
            <>
              {say('{title}, from {from}. {tests} of {tests} tests pass.', {
                title: kit.formula.title,
                from: day(kit.formula.from),
                tests: kit.formula.tests,
              })}
            </>
          ) : (
            say('This group has no weight formula yet.')
          )}
        </span>
      )}
      <DraftState savedAt={savedAt} />
      {(form.dirty || picked.size > 0) && (
        <Button
          variant="text"
          onClick={() => {
            discard()
            setPicked(new Map())
          }}
          className="danger"
        >
          {say('Discard')}
        </Button>
      )}
    </section>
  )
  return (
    <Page
      title={doc ? say('Edit SKU') : say('New SKU')}
      name={doc ? (doc.record.name ?? '') : undefined}
      crumbs={[{ name: def.plural, path: paths.list('sku') }]}
      bar={bar}
      actions={
        <Button component={Link} to={doc ? `/Sku/edit/${doc.id}` : '/Sku/add'} size="small">
          {say('Plain form')}
        </Button>
      }
    >
      <form ref={form.root} noValidate onSubmit={(event) => event.preventDefault()} className={css.form}>
        {restored && <Restored at={savedAt} onDiscard={discard} />}
        <Groups value={group} onChange={choose} fixed={doc !== null} />
        {many.refused.length > 0 && (
          <Finding tone="danger" box>
            {many.refused.map((one) => (
              <div key={one.key}>
                <strong>{one.name}</strong>: {one.message}
              </div>
            ))}
          </Finding>
        )}
        {error && !answer && <Failed problem={error} what={say('The product group')} onRetry={() => void refetch()} />}
        {!error && (!kit || !answer || !built) && (
          <div className="card">
            <Skeletons rows={7} label={say('Loading the product group')} />
          </div>
        )}
        {kit && answer && built && (
          <>
            <div className="builder">
              <Properties
                kit={kit}
                texts={texts}
                built={built}
                shown={form.submitted}
                taken={form.errorAt('values')}
                onChange={change}
                onLit={setLit}
              >
                {ownFields(def, kit).map((field) => (
                  <FieldInput key={field.key} field={field} {...form.at(field.key)} form={form} known={doc?.links} />
                ))}
              </Properties>
              <Drawing kit={kit} texts={texts} built={built} lit={lit} />
              <ThisSku def={def} answer={answer} built={built} texts={texts} twin={twin} form={form} doc={doc} />
            </div>
            {axes && !doc && (
              <Matrix
                kit={kit}
                axes={axes}
                skus={answer.skus}
                texts={texts}
                built={built}
                build={build}
                record={form.sent}
                picked={picked}
                onPick={(cell, key) =>
                  setPicked((was) => {
                    const next = new Map(was)
                    if (!next.delete(key)) next.set(key, cell)
                    return next
                  })
                }
              />
            )}
            <Card
              title={say('More details')}
              aside={
                <Button size="small" variant="text" aria-expanded={more} onClick={() => setMore(!more)}>
                  {more ? say('Hide') : say('Bundle, barcode, sale, reorder levels')}
                </Button>
              }
              pad={more ? 16 : 0}
            >
              {more && (
                <div className="fields">
                  {def.fields
                    .filter((field) => !field.readonly && !ELSEWHERE.has(field.key))
                    .map((field) => (
                      <div
                        key={field.key}
                        className={field.kind === 'rows' ? 'span-all' : field.kind === 'note' ? 'span-two' : undefined}
                      >
                        <FieldInput field={field} {...form.at(field.key)} form={form} known={doc?.links} />
                      </div>
                    ))}
                </div>
              )}
            </Card>
          </>
        )}
      </form>
      {dialog}
    </Page>
  )
}

function Groups({ value, onChange, fixed }: { value: string; onChange: (id: string) => void; fixed: boolean }) {
  const { data } = useList({ type: 'product_group', where: ['status:eq:Active'], limit: 100 })
  const first = (data?.rows.find((row) => row.section) ?? data?.rows[0])?.id
  useEffect(() => {
    if (!value && first) onChange(first)
  }, [value, first, onChange])
  if (fixed || !data) return null
  return <GroupStrip groups={data.rows} value={value} onChange={onChange} />
}
