// One SKU: its section to scale, its values, what it is weighed by, its price, its stock and its history.
import type { Kit } from '../../core/types.gen'
import EditOutlined from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import { Link, useNavigate, useParams } from 'react-router'
import { useDoc } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { docDef, usePreviews } from '../../core'
import type { DocDef, DocView } from '../../core/records'
import { DocActions } from '../../docs/DocActions'
import { FieldValue } from '../../docs/fields/FieldValue'
import { paths } from '../../docs/paths'
import { NOTHING, kg } from '../../ui/format'
import { History } from '../../docs/HistoryView'
import { Kbd } from '../../ui/Kbd'
import { useKeys } from '../../ui/keys'
import { Page } from '../../ui/Page'
import { Failed, LoadingPage, Skeletons } from '../../ui/states'
import { StatusChip } from '../../ui/StatusChip'
import { Card, Finding, WithRail } from '../../kit/parts'
import NotFound from '../../docs/NotFound'
import { Drawing } from './Drawing'
import { textsOf, useKit } from './kit'
import { Money, Stock } from './SkuCard'
import { say } from '../../words/say'

export default function SkuViewNew() {
  const { skuid } = useParams()
  const def = docDef('sku')
  const { data: doc, error, refetch } = useDoc('sku', skuid)
  if (!def) return null
  if (error?.status === 404) return <NotFound />
  if (error && !doc) return <Failed problem={error} what={say('The SKU')} onRetry={() => void refetch()} />
  if (!doc) return <LoadingPage />
  return <View def={def} doc={doc} />
}

/** Shown elsewhere on the page, or the rules' own. */
const ELSEWHERE = new Set([
  'name',
  'values',
  'theo_g_per_pc',
  'calc_g_per_pc',
  'weight_reason',
  'formula',
  'combination',
])

function View({ def, doc }: { def: DocDef<'sku'>; doc: DocView<'sku'> }) {
  const user = useUser()
  const navigate = useNavigate()
  const { data } = useKit(doc.record.product_group ?? '')
  const editable = doc.editable && may(user, def, 'edit')
  useKeys({ e: editable ? () => void navigate(paths.edit('sku', doc.id)) : undefined })
  const fields = def.fields.filter((field) => !ELSEWHERE.has(field.key) && doc.record[field.key] !== undefined)
  return (
    <Page
      title={doc.record.name ?? ''}
      crumbs={[{ name: def.plural, path: paths.list('sku') }]}
      bar={<DocActions def={def} doc={doc} />}
      actions={
        <>
          <span className="num muted text-13">{doc.doc_no}</span>
          <StatusChip status={doc.status} />
          {editable && (
            <Button component={Link} to={paths.edit('sku', doc.id)} startIcon={<EditOutlined />}>
              {say('Edit')}
              <span className="keys">
                <Kbd>E</Kbd>
              </span>
            </Button>
          )}
        </>
      }
    >
      <WithRail
        rail={
          <>
            <Card title={say('Price')}>
              <Money sku={doc.id} group={doc.record.product_group ?? ''} />
            </Card>
            <Card title={say('Stock')}>
              <Stock sku={doc.id} />
            </Card>
          </>
        }
      >
        {data ? (
          <Drawn kit={data.kit} doc={doc} />
        ) : (
          <div className="card">
            <Skeletons rows={5} />
          </div>
        )}
        <Weight doc={doc} />
        <Card title={say('Details')}>
          <dl className="fields">
            {fields.map((field) => (
              <div key={field.key} className={field.kind === 'rows' ? 'span-all' : undefined}>
                <dt className="text-12 muted">{field.label}</dt>
                <dd>
                  <FieldValue field={field} value={doc.record[field.key]} links={doc.links} />
                </dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card title={say('History')} pad={0}>
          <History def={def} doc={doc} />
        </Card>
      </WithRail>
    </Page>
  )
}

function Drawn({ kit, doc }: { kit: Kit; doc: DocView<'sku'> }) {
  const previews = usePreviews()
  const texts = textsOf(doc.record)
  if (!previews)
    return (
      <div className="card">
        <Skeletons rows={5} />
      </div>
    )
  const built = previews.sku(kit, doc.record, doc.record)
  const named = kit.properties.filter((one) => texts[one.property])
  return (
    <>
      <Drawing kit={kit} texts={texts} built={{ ...built, issues: [] }} lit={null} />
      {named.length > 0 && (
        <Card title={say('Properties')}>
          <dl className="fields">
            {named.map((one) => (
              <div key={one.property}>
                <dt className="text-12 muted">{one.label}</dt>
                <dd className="num semibold">
                  {texts[one.property]} {one.kind === 'number' ? one.unit : ''}
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
    </>
  )
}

function Weight({ doc }: { doc: DocView<'sku'> }) {
  const [theo, calc] = [doc.record.theo_g_per_pc ?? null, doc.record.calc_g_per_pc ?? null]
  const formula = doc.record.formula ?? ''
  return (
    <Card
      title={say('Weight of a piece')}
      aside={
        <strong className="num ink text-15">{theo === null ? NOTHING : say('{theo} kg', { theo: kg(theo) })}</strong>
      }
    >
      {formula ? (
        <Finding tone={theo === calc ? 'ok' : 'warn'}>
          {theo === calc ? say('By') : say('{calc} kg by', { calc: kg(calc ?? 0) })}{' '}
          <Link to={paths.view('formula', formula)}>{doc.links.formula?.[formula] ?? say('its formula')}</Link>
          {theo !== calc &&
            say('; another weight counts: {weight_reason}', { weight_reason: doc.record.weight_reason ?? '' })}
        </Finding>
      ) : (
        <Finding tone="info">{say('Entered by hand: no formula was in force.')}</Finding>
      )}
    </Card>
  )
}
