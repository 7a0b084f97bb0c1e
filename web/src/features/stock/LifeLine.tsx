// The life of a batch: what came in, every document that moved it, and what is left, posting by posting.
import type { BatchLife } from '../../net/answers.gen'
import { Card, Facts } from '../../kit/parts'
import { useFacts } from '../../sync/docs'
import { kg, pieces } from '../../ui/format'
import { Empty, Failed, Skeletons } from '../../ui/states'
import { KINDS, Ledger } from './Ledger'
import { say } from '../../words/say'

export const useLife = (batch: string | undefined) =>
  useFacts<BatchLife>(batch ? `/api/stock/batch/${encodeURIComponent(batch)}` : null)

const amount = (pcs: number, g: number) => say('{pcs} pcs, {g} kg', { pcs: pieces(pcs), g: kg(g) })

export function LifeLine({ batch }: { batch: string | undefined }) {
  const { data, error, refetch } = useLife(batch)
  const hidden = error?.status === 403
  return (
    <Card
      title={say('Life of the batch')}
      aside={data && say('{left_pcs} left in your yards', { left_pcs: amount(data.left_pcs, data.left_g) })}
      pad={0}
    >
      {hidden && <p className="p-16 muted">{say('Your role does not show stock.')}</p>}
      {error && !data && !hidden && (
        <Failed problem={error} what={say('The life of the batch')} onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeletons rows={5} />}
      {data?.rows.length === 0 && <Empty title={say('Nothing of it moved in your yards')} />}
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
  { label: say('Left'), value: amount(life.left_pcs, life.left_g), num: true },
]
