// What came back of an invoice, what is still to come, and the returns themselves.
import AssignmentReturnOutlined from '@mui/icons-material/AssignmentReturnOutlined'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { docDef } from '../../core'
import { paths } from '../../docs/paths'
import { Card, Scroll } from '../../kit/parts'
import { ReturnRows } from '../../kit/ReturnRows'
import type { Returnable } from '../../net/answers.gen'
import { useFacts, useList } from '../../sync/docs'
import { may } from '../../sync/rights'
import { useUser } from '../../sync/store'
import { NOTHING, kg, pieces } from '../../ui/format'
import { say } from '../../words/say'

const qty = (pcs: number, g: number) =>
  pcs || g ? say('{value}{g} kg', { value: pcs ? say('{pcs} pcs, ', { pcs: pieces(pcs) }) : '', g: kg(g) }) : NOTHING

export function InvoiceReturns({ invoice, posted }: { invoice: string; posted: boolean }) {
  const user = useUser()
  const def = docDef('sales_return')
  const sees = !!def && may(user, def, 'view')
  const { data: goods } = useFacts<Returnable>(
    sees && posted ? `/api/invoice/returnable/${encodeURIComponent(invoice)}` : null,
  )
  const { data: returns } = useList(
    { type: 'sales_return', where: [`invoice:eq:${invoice}`], limit: 50 },
    { skip: !sees || !posted },
  )
  if (!sees || !posted || !goods || !returns) return null
  const asks = may(user, def, 'add') && goods.rows.some((row) => row.left_pcs > 0 || row.left_g > 0)
  const some = goods.rows.filter((row) => row.open_pcs || row.open_g || row.back_pcs || row.back_g)
  if (returns.rows.length === 0 && !asks) return null
  return (
    <Card
      title={say('Returns')}
      pad={0}
      aside={
        asks && (
          <Button
            size="small"
            component={Link}
            to={paths.add('sales_return', { invoice })}
            startIcon={<AssignmentReturnOutlined />}
          >
            {say('Start a return')}
          </Button>
        )
      }
    >
      {some.length > 0 && (
        <Scroll>
          <table className="stacks data-table">
            <thead>
              <tr>
                <th>{say('Goods')}</th>
                <th className="right">{say('Sold')}</th>
                <th className="right">{say('Returned')}</th>
                <th className="right">{say('To come')}</th>
              </tr>
            </thead>
            <tbody>
              {some.map((row) => (
                <tr key={`${row.line} ${row.batch}`}>
                  <td className="whole">
                    {row.name}
                    <div className="text-12 muted">{row.batch_no}</div>
                  </td>
                  <td data-head={say('Sold')} className="number">
                    {qty(row.pcs, row.g)}
                  </td>
                  <td data-head={say('Returned')} className="number">
                    {qty(row.back_pcs, row.back_g)}
                  </td>
                  <td data-head={say('To come')} className="number">
                    {qty(row.open_pcs, row.open_g)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {returns.rows.length > 0 ? (
        <ReturnRows rows={returns.rows} />
      ) : (
        <p className="p-16 muted">{say('Nothing of this invoice was returned.')}</p>
      )}
    </Card>
  )
}
