// A credit limit request beside the order that it is for: begun with what the order lacks, or the one that waits.
import AddCardOutlined from '@mui/icons-material/AddCardOutlined'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { docDef } from '../../core'
import type { DocDef, DocView } from '../../core/records'
import type { Credit } from '../../core/types.gen'
import { DocAside } from '../../docs/DocDrawer'
import { Card, Finding } from '../../kit/parts'
import { useDoc } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { StatusChip } from '../../ui/StatusChip'
import { say } from '../../words/say'

const TYPE = 'credit_limit_request'

export function AskLimit({ order, credit }: { order: DocView<'order'>; credit: Credit }) {
  const user = useUser()
  const def = docDef(TYPE)
  const [opened, setOpened] = useState<{ id: string | null } | null>(null)
  const waiting = useDoc(TYPE, credit.request)
  const needed = credit.order?.needed_paise
  const given = useMemo(
    () => ({
      customer: order.record.customer,
      kind: 'order',
      order: order.id,
      ...(needed ? { amount_paise: needed } : {}),
    }),
    [order.id, order.record.customer, needed],
  )
  if (!def) return null
  const asks = may(user, def, 'add') && !credit.request && credit.order?.takes_request
  if (!asks && !credit.request) return null
  return (
    <Card title={say('Credit limit')}>
      <div className="grid gap-10">
        {credit.request && (
          <div className="flex between gap-8 wrap">
            <span className="text-13">
              {waiting.data?.doc_no ?? say('A request')}
              {say(' waits for a decision')} {waiting.data && <StatusChip status={waiting.data.status} />}
            </span>
            <Button size="small" onClick={() => setOpened({ id: credit.request ?? null })}>
              {say('Open request')}
            </Button>
          </div>
        )}
        {credit.facts.own_paise > 0 && <Finding tone="info">{say('This order has a limit of its own')}</Finding>}
        {asks && (
          <div>
            <Button startIcon={<AddCardOutlined />} onClick={() => setOpened({ id: null })}>
              {say('Ask for a limit')}
            </Button>
          </div>
        )}
      </div>
      {opened && (
        <DocAside
          def={def as DocDef}
          id={opened.id}
          given={given}
          onClose={() => setOpened(null)}
          onSaved={(saved) => setOpened({ id: saved.id })}
        />
      )}
    </Card>
  )
}
