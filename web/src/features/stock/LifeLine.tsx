// The life of a batch: what came in, every document that moved it, and what is left, posting by posting.
import type { BatchLife } from '../../net/answers.gen'
import { Card, Facts } from '../../kit/parts'
import { useFacts } from '../../sync/docs'
import { kg, pieces } from '../../ui/format'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { KINDS, Ledger } from './Ledger'

export const useLife = (batch: string | undefined) =>
  useFacts<BatchLife>(batch ? `/api/stock/batch/${encodeURIComponent(batch)}` : null)

const amount = (pcs: number, g: number) => `${pieces(pcs)} pcs, ${kg(g)} kg`

export function LifeLine({ batch }: { batch: string | undefined }) {
  const { data, error, refetch } = useLife(batch)
  const hidden = error?.status === 403
  return (
    <Card title="Life of the batch" aside={data && `${amount(data.left_pcs, data.left_g)} left in your yards`} pad={0}>
      {hidden && <p className="p-16 muted">Your role does not show stock.</p>}
      {error && !data && !hidden && (
        <Failed problem={error} what="The life of the batch" onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeletons rows={5} />}
      {data?.rows.length === 0 && <Empty title="Nothing of it moved in your yards" />}
      {data && data.rows.length > 0 && (
        <>
          <div className="p-16 rule-below">
            <Facts gap={28} items={sums(data)} />
          </div>
          <Ledger rows={data.rows} links={data.links} />
        </>
      )}
    </Card>
  )
}

/** What the movements come to by kind, and what is left of it. */
const sums = (life: BatchLife) => [
  ...life.sums.map((one) => ({ label: KINDS[one.kind] ?? one.kind, value: amount(one.pcs, one.g), num: true })),
  { label: 'Left', value: amount(life.left_pcs, life.left_g), num: true },
]
