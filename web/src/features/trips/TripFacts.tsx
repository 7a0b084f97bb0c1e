// Who drives what on a trip, and when.
import { docDef } from '../../core'
import type { DocView, FieldOf } from '../../core/records'
import { FieldValue } from '../../docs/fields/FieldValue'
import { Facts } from '../../kit/parts'

const FACTS: FieldOf<'trip'>[] = [
  'vehicle',
  'driver',
  'mobile',
  'vendor',
  'lr_no',
  'leaves_at',
  'back_at',
  'overhang',
  'km',
  'placed_at',
  'out_at',
  'dispatched_by',
  'in_at',
  'closed_by',
  'odometer_out',
  'odometer_in',
  'remarks',
]

export function TripFacts({ doc }: { doc: DocView<'trip'> }) {
  const record = doc.record as Record<string, unknown>
  const fields = FACTS.flatMap((key) => docDef('trip')?.fields.find((field) => field.key === key) ?? [])
  return (
    <Facts
      items={fields
        .filter(({ key }) => record[key] != null)
        .map((field) => ({
          label: field.label,
          value:
            field.key === 'mobile' ? (
              <a href={`tel:${String(record[field.key])}`} className="touch">
                {String(record[field.key])}
              </a>
            ) : (
              <FieldValue field={field} value={record[field.key]} links={doc.links} />
            ),
          num: field.kind === 'int' || field.kind === 'instant',
        }))}
    />
  )
}
