// Picks a batch by typing, by its label under a scanner, or before the camera.
import type { ScanAnswer } from '../../core/types.gen'
import type { RecordForm } from '../record'
import { Scan } from '../scan/Scan'
import { LinkPicker, type LinkPickerProps, useTitle } from './LinkPicker'

interface Props extends Omit<LinkPickerProps, 'type'> {
  form?: RecordForm
}

export function BatchPicker({ form, ...picker }: Props) {
  const yard = typeof form?.record.yard === 'string' ? form.record.yard : ''
  const name = useTitle('yard', yard || null)
  const take = ({ batch }: ScanAnswer) => {
    if (batch) picker.onChange(batch, null)
  }
  return (
    <div className="grid gap-6">
      <LinkPicker type="batch" {...picker} />
      {!picker.disabled && (
        <Scan
          place={() => ({ yard, yard_name: name, wants_empty: true })}
          onScan={take}
          lacks={picker.value === null}
        />
      )}
    </div>
  )
}
