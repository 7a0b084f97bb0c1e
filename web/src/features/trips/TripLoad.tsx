// How full the vehicle of a trip is: the weight against what it carries, the longest piece against its bed.
import type { RecordOf } from '../../core/records'
import { VehicleFill } from '../../kit/figures'
import { Card, Finding } from '../../kit/parts'
import { metres } from '../../ui/format'

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
        <Card title="Length">
          {longest > bed ? (
            <Finding tone="warn">
              The longest piece is {metres(longest)} m, the bed {metres(bed)} m: {metres(longest - bed)} m stand out
            </Finding>
          ) : (
            <Finding tone="ok">
              The longest piece, {metres(longest)} m, lies on the bed of {metres(bed)} m
            </Finding>
          )}
        </Card>
      )}
    </>
  )
}
