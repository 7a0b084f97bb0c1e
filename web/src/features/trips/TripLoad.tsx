// How full the vehicle of a trip is: the weight against what it carries, the longest piece against its bed.
import type { RecordOf } from '../../core/records'
import { VehicleFill } from '../../kit/figures'
import { Card, Finding } from '../../kit/parts'
import { metres } from '../../ui/format'
import { say } from '../../words/say'

export function TripLoad({ record, vehicle }: { record: RecordOf<'trip'>; vehicle: string }) {
  const [longest, bed] = [record.longest_mm ?? 0, record.bed_mm ?? 0]
  return (
    <>
      {!!record.capacity_g && (
        <VehicleFill
          fillBp={record.fill_bp ?? 0}
          weightG={record.weight_g ?? 0}
          capacityG={record.capacity_g}
          name={vehicle}
        />
      )}
      {longest > 0 && bed > 0 && (
        <Card title={say('Length')}>
          {longest > bed ? (
            <Finding tone="warn">
              {say('The longest piece is {longest} m, the bed {bed} m: {longest2} m stand out', {
                longest: metres(longest),
                bed: metres(bed),
                longest2: metres(longest - bed),
              })}
            </Finding>
          ) : (
            <Finding tone="ok">
              {say('The longest piece, {longest} m, lies on the bed of {bed} m', {
                longest: metres(longest),
                bed: metres(bed),
              })}
            </Finding>
          )}
        </Card>
      )}
    </>
  )
}
