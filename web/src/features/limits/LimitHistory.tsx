// The limits of a customer, the last one first: what each comes to, and the days on which it counts.
import { Link } from 'react-router'
import type { Links } from '../../core/records'
import type { LimitInForce } from '../../core/types.gen'
import { paths } from '../../docs/paths'
import { Card, Scroll } from '../../kit/parts'
import { titleOf } from '../../kit/record'
import { NOTHING, day, wholeRupees } from '../../ui/format'
import { say } from '../../words/say'

export function LimitHistory({ limits, links }: { limits: LimitInForce[]; links: Links }) {
  if (limits.length === 0) return null
  return (
    <Card title={say('Limits so far')} pad={0}>
      <Scroll>
        <table className="data-table">
          <thead>
            <tr>
              <th>{say('Limit')}</th>
              <th>{say('From')}</th>
              <th>{say('Until')}</th>
              <th className="right">₹</th>
            </tr>
          </thead>
          <tbody>
            {limits.map((limit, at) => (
              <tr key={at}>
                <td>
                  {limit.order ? (
                    <Link to={paths.view('order', limit.order)}>{titleOf(links, 'order', limit.order)}</Link>
                  ) : limit.temporary ? (
                    say('Temporary')
                  ) : (
                    say('Permanent')
                  )}
                </td>
                <td>{limit.from ? day(limit.from) : NOTHING}</td>
                <td>{limit.until ? day(limit.until) : NOTHING}</td>
                <td className="number">{wholeRupees(limit.amount_paise)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}
