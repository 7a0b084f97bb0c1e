// What the SKU would be: its name, what it takes from its group, its weight, its twin and its neighbours.
import type { Built, KnownSku, SkuKit } from '../../core/types.gen'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined'
import { useState } from 'react'
import { Link } from 'react-router'
import { useStock } from '../../sync/docs'
import { docDef } from '../../core'
import type { DocDef, DocView, RecordOf } from '../../core/records'
import { FieldInput } from '../../docs/fields/FieldInput'
import type { RecordForm } from '../../docs/record'
import { paths } from '../../docs/paths'
import { NOTHING, kg, mt, percent } from '../../ui/format'
import { Card, Finding, LinkButton } from '../../kit/parts'
import type { Texts } from './kit'
import { distance, textsOfKnown } from './matrix'
import { classes } from '../../theme/classes'
import css from './ThisSku.module.css'
import { say } from '../../words/say'

const NEAREST = 2

function choiceLabel(type: string, key: string, value: string | null): string {
  const field = docDef(type)?.fields.find((one) => one.key === key)
  return field?.choices.find((choice) => choice.key === value)?.label ?? ''
}

export function ThisSku({
  def,
  answer,
  built,
  texts,
  twin,
  form,
  doc,
}: {
  def: DocDef<'sku'>
  answer: SkuKit
  built: Built
  texts: Texts
  twin: KnownSku | null
  form: RecordForm<RecordOf<'sku'>>
  doc: DocView<'sku'> | null
}) {
  const { kit } = answer
  const overridden =
    built.theo_g_per_pc !== null && built.calc_g_per_pc !== null && built.theo_g_per_pc !== built.calc_g_per_pc
  const [own, setOwn] = useState(false)
  const open = own || overridden || !kit.formula
  const weight = def.fields.filter(
    (field) => field.key === 'theo_g_per_pc' || (field.key === 'weight_reason' && kit.formula),
  )
  const rows: [string, string][] = [
    [say('HSN'), answer.hsn ?? NOTHING],
    [say('GST'), answer.gst_rate_bp === null ? NOTHING : `${percent(answer.gst_rate_bp)} %`],
    [say('Kept in'), choiceLabel('product_group', 'stock_mode', kit.stock_mode)],
    [say('Rates are'), choiceLabel('product_group', 'rate_uom', answer.rate_uom)],
    [say('kg per piece'), built.theo_g_per_pc === null ? NOTHING : kg(built.theo_g_per_pc)],
    [say('Load tolerance'), answer.load_tolerance_bp === null ? NOTHING : `±${percent(answer.load_tolerance_bp)} %`],
  ]
  // What is missing or wrong makes no SKU that another could be like.
  const isWhole = built.key !== '' && Object.keys(built.errors).length === 0
  return (
    <Card title={say('This SKU')} aside={isWhole ? <TwinTag twin={twin} more={answer.more} /> : undefined}>
      <p
        data-testid="built-name"
        data-own
        className={classes(css.skuName, Object.keys(built.errors).length > 0 ? 'muted' : 'ink')}
      >
        {built.name}
      </p>
      <dl className={css.facts}>
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="muted">{label}</dt>
            <dd className="num right bold">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-10 mt-10">
        {built.warnings.map((warning) => (
          <Finding key={warning} tone="warn">
            {warning}
          </Finding>
        ))}
        {open ? (
          weight.map((field) => <FieldInput key={field.key} field={field} {...form.at(field.key)} form={form} />)
        ) : (
          <div className="text-13">
            <LinkButton strong={false} onClick={() => setOwn(true)}>
              {say('Set another weight')}
            </LinkButton>
          </div>
        )}
      </div>
      <Nearest answer={answer} texts={texts} skip={twin?.id ?? doc?.id ?? null} />
    </Card>
  )
}

function Nearest({ answer, texts, skip }: { answer: SkuKit; texts: Texts; skip: string | null }) {
  const near = answer.skus
    .filter((sku) => sku.id !== skip && sku.status === 'Active' && sku.values)
    .map((sku) => ({ sku, far: distance(answer.kit, texts, textsOfKnown(sku)) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, NEAREST)
    .map(({ sku }) => sku)
  const { data } = useStock(near.length > 0 ? { skus: near.map((sku) => sku.id) } : null)
  if (near.length === 0) return null
  const free = (id: string) => data?.rows.filter((row) => row.sku === id).reduce((sum, row) => sum + row.free_g, 0)
  return (
    <section aria-label={say('Nearest existing SKUs')} className={css.nearest}>
      <h3 className="text-12 medium muted mb-4">{say('Nearest existing SKUs')}</h3>
      {near.map((sku) => (
        <div key={sku.id} className={css.near}>
          <Link to={paths.view('sku', sku.id)} className="ellipsis grow min-0 bold">
            {sku.name.replace(`${answer.kit.name} `, '')}
          </Link>
          <span className="num nowrap muted">
            {free(sku.id) === undefined
              ? ''
              : free(sku.id)
                ? say('{id} MT in stock', { id: mt(free(sku.id)!) })
                : say('no stock')}
          </span>
        </div>
      ))}
    </section>
  )
}

/** Whether there is one like it already, as a tag. */
function TwinTag({ twin, more }: { twin: { id: string; name: string } | null; more: boolean }) {
  const words = twin ? say('Already exists') : more ? say('New here, checked on save') : say('New, no duplicate')
  return (
    <span role="status" className={classes('nowrap', css.twin, twin ? css.exists : css.fresh)}>
      {twin ? (
        <ContentCopyOutlined aria-hidden className="text-15" />
      ) : (
        <CheckCircleOutlined aria-hidden className="text-15" />
      )}
      {twin ? (
        <Link to={paths.view('sku', twin.id)} className="inherit">
          {words}
        </Link>
      ) : (
        words
      )}
    </span>
  )
}
