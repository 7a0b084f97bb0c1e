// What amounts are now, and what they will be once something is done.
import { NOTHING, money } from '../ui/format'
import { say } from '../words/say'

export type NowThenRow = [label: string, now: number, then: number]

const shown = (paise: number) => (paise === 0 ? NOTHING : money(paise))

export function NowThen({ rows }: { rows: NowThenRow[] }) {
  return (
    <table className="data-table">
      <thead>
        <tr>
          <td />
          <th className="right">{say('Now')}</th>
          <th className="right">{say('Then')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, now, then]) => (
          <tr key={label}>
            <th scope="row" className="left regular">
              {label}
            </th>
            <td className="number">{shown(now)}</td>
            <td className={`number bold${then < 0 ? ' danger' : ''}`}>{shown(then)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
