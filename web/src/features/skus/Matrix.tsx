// The sizes of a group as a table: what exists shows its weight, what does not can be picked and created with the rest.
import type { Built, Kit, KnownSku } from '../../core/types.gen'
import Add from '@mui/icons-material/Add'
import Check from '@mui/icons-material/Check'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { RecordOf } from '../../core/records'
import { paths } from '../../docs/paths'
import { role } from '../../theme/themes'
import { Card, Legend } from '../../kit/parts'
import { rowsOf, type Texts } from './kit'
import { cellTexts, tableOf, type Axes, type Cell } from './matrix'

interface Props {
  kit: Kit
  axes: Axes
  skus: KnownSku[]
  texts: Texts
  /** The key of what is being typed. */
  current: string
  record: RecordOf<'sku'>
  build: (record: RecordOf<'sku'>) => Built | null
  picked: ReadonlyMap<string, Cell>
  onPick: (cell: Cell, key: string) => void
}

const GRAMS = 1_000

export function Matrix({ kit, axes, skus, texts, current, record, build, picked, onPick }: Props) {
  const navigate = useNavigate()
  const metre = kit.formula?.per === 'm'
  const known = useMemo(() => new Map(skus.filter((sku) => sku.key).map((sku) => [sku.key!, sku])), [skus])
  const table = useMemo(() => {
    const { rows, columns } = tableOf(axes, skus, texts)
    const { theo_g_per_pc: _g, weight_reason: _r, ...rest } = record
    const cell = (down: Texts, column: string) => {
      const made = cellTexts(kit, texts, down, axes.across, column, skus)
      return { texts: made, built: build({ ...rest, values: rowsOf(kit, made) }) }
    }
    return {
      columns,
      rows: rows.map((row) => ({ ...row, cells: columns.map((column) => ({ column, ...cell(row.texts, column) })) })),
    }
  }, [axes, skus, texts, record, kit, build])
  const head = { fontSize: 13, fontWeight: 500, color: role.ink2, padding: '2px 8px', whiteSpace: 'nowrap' } as const
  const box = {
    width: '100%',
    minWidth: 62,
    minHeight: 30,
    borderRadius: 4,
    fontSize: 13,
    fontVariantNumeric: 'tabular-nums',
    display: 'grid',
    placeItems: 'center',
    padding: 0,
  } as const
  const down = axes.down.map((one) => one.label.toLowerCase()).join(' × ')
  return (
    <Card
      title={
        <>
          Size range, {metre ? 'kg/m' : 'kg per piece'}{' '}
          <span style={{ fontWeight: 400, fontSize: 13, color: role.ink2, marginLeft: 6 }}>
            {down} down, {axes.across.label.toLowerCase()} across. Pick empty cells to create several at once.
          </span>
        </>
      }
      label="Size range"
      aside={
        <Legend
          parts={[
            { label: 'exists', colour: role.line },
            { label: 'this one', colour: role.fill },
            { label: 'picked', colour: role.link, hatched: true },
          ]}
        />
      }
      pad={0}
    >
      <div
        tabIndex={0}
        role="group"
        aria-label="Sizes, scrolls sideways"
        style={{ overflow: 'auto', maxHeight: 420, padding: '4px 12px 12px' }}
      >
        <table style={{ width: '100%', borderCollapse: 'separate', borderSpacing: 5 }}>
          <thead>
            <tr>
              <th>
                <span className="visually-hidden">Size</span>
              </th>
              {table.columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  style={{
                    ...head,
                    position: 'sticky',
                    top: 0,
                    background: role.paper,
                    color: sameNumber(texts[axes.across.property], column) ? role.link : role.ink2,
                  }}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <tr key={row.key}>
                <th
                  scope="row"
                  style={{
                    ...head,
                    textAlign: 'right',
                    color: axes.down.every((one) => sameNumber(texts[one.property], row.texts[one.property]))
                      ? role.link
                      : role.ink2,
                  }}
                >
                  {row.label}
                </th>
                {row.cells.map(({ column, texts: made, built }) => {
                  const name = `${row.label} × ${column}`
                  if (!built) return <td key={column} />
                  const twin = known.get(built.key)
                  const grams = metre ? built.g_per_m : built.theo_g_per_pc
                  const weight = grams === null ? '' : (grams / GRAMS).toFixed(2)
                  const here = built.key === current
                  if (twin) {
                    return (
                      <td key={column} style={{ padding: 0 }}>
                        <button
                          type="button"
                          aria-label={`${name} exists, ${weight} kg`}
                          title={twin.name}
                          onClick={() => void navigate(paths.view('sku', twin.id))}
                          style={{
                            ...box,
                            cursor: 'pointer',
                            background: here ? role.select : role.sunk,
                            border: `1px solid ${here ? role.link : role.line}`,
                            color: role.ink,
                          }}
                        >
                          {weight}
                        </button>
                      </td>
                    )
                  }
                  if (built.issues.length > 0)
                    return (
                      <td key={column} style={{ padding: 0 }}>
                        <span
                          title={built.issues[0]?.message}
                          style={{ ...box, border: `1px dashed ${role.line}`, color: role.ink3 }}
                        >
                          –
                        </span>
                      </td>
                    )
                  if (here)
                    return (
                      <td key={column} style={{ padding: 0 }}>
                        <span
                          role="img"
                          aria-label={`${name} is this one`}
                          style={{ ...box, background: role.fill, color: role.onFill }}
                        >
                          <Add style={{ fontSize: 18 }} />
                        </span>
                      </td>
                    )
                  const on = picked.has(built.key)
                  return (
                    <td key={column} style={{ padding: 0 }}>
                      <button
                        type="button"
                        aria-pressed={on}
                        aria-label={`Pick ${name}`}
                        title={`${weight} kg${metre ? '/m' : ''}`}
                        onClick={() => onPick({ row: row.key, column, texts: made }, built.key)}
                        style={{
                          ...box,
                          cursor: 'pointer',
                          background: on ? role.select : 'transparent',
                          border: on ? `1px solid ${role.link}` : `1px dashed ${role.lineStrong}`,
                          color: role.link,
                        }}
                      >
                        {on && <Check style={{ fontSize: 16 }} />}
                      </button>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function sameNumber(one: string | undefined, two: string | undefined): boolean {
  return Number.parseFloat(one ?? '') === Number.parseFloat(two ?? '')
}
