// Beside the line that is picked: all lines of the order, and what left the yard for it.
import { Link } from 'react-router'
import { useList } from '../../sync/docs'
import type { DocView } from '../../core/records'
import { paths } from '../../docs/paths'
import { Card } from '../../kit/parts'
import { kg, mt, pieces } from '../../ui/format'
import { say } from '../../words/say'
import type { YardLine } from './PickLine'
import css from './yard.module.css'

/** Where nothing is to be loaded now: what is ordered and what left already, for whoever comes for it. */
export function Overview({ doc, lines }: { doc: DocView<'order'>; lines: YardLine[] }) {
  const { data } = useList({ type: 'loading', where: [`order:eq:${doc.id}`, 'status:eq:Posted'], limit: 20 })
  const ordered = doc.record.lines ?? []
  return (
    <>
      <Card title={say('Lines')} pad={0}>
        <ul>
          {lines.map((line, at) => (
            <li key={line.at} className={`divided ${css.ordered}`}>
              <strong className="bold">{line.name}</strong>
              <span className="num nowrap">
                {line.byWeight
                  ? say('{weight_g} kg', { weight_g: kg(ordered[at]?.weight_g ?? 0) })
                  : say('{pcs} pcs', { pcs: pieces(ordered[at]?.pcs ?? 0) })}
              </span>
            </li>
          ))}
        </ul>
      </Card>
      {(data?.rows.length ?? 0) > 0 && (
        <Card title={say('Loadings')} pad={0}>
          <ul>
            {data?.rows.map((loading) => (
              <li key={loading.id} className={`divided ${css.left}`}>
                <span>
                  <Link to={paths.view('loading', loading.id)} className={`bold ${css.target}`}>
                    {loading.vehicle_no || loading.doc_no}
                  </Link>{' '}
                  <span className="num nowrap muted">{say('{net_g} MT', { net_g: mt(loading.net_g ?? 0) })}</span>
                </span>
                <Link to={`/order_loaded/delivery/${loading.id}`} className={css.target}>
                  {say('Gate pass')}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
