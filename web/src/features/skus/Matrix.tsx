// The sizes of a group as a table: what exists shows its weight, what does not can be picked and created with the rest.
import type { Built, Kit, KnownSku } from '../../core/types.gen'
import Add from '@mui/icons-material/Add'
import Check from '@mui/icons-material/Check'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { RecordOf } from '../../core/records'
import { paths } from '../../docs/paths'
import { role } from '../../theme/themes'
import { Card, Legend } from '../../kit/parts'
import { rowsOf, type Texts } from './kit'
import { cellTexts, tableOf, type Axes, type Cell } from './matrix'
import { classes } from '../../theme/classes'
import css from './Matrix.module.css'
import { say } from '../../words/say'

interface Props {
  kit: Kit
  axes: Axes
  skus: KnownSku[]
  texts: Texts
  /** What is being typed, as it would be made. */
  built: Built
  record: RecordOf<'sku'>
  build: (record: RecordOf<'sku'>) => Built | null
  picked: ReadonlyMap<string, Cell>
  onPick: (cell: Cell, key: string) => void
}

const GRAMS = 1_000

/** What is typed, with the last right value of a property beside the axes while it is wrong: sizes stay in sight. */
function useRight(texts: Texts, axes: Axes, { values, errors }: Built): Texts {
  const [right, setRight] = useState(texts)
  // What is made of what is typed comes after it: the last right value is one that was made, not one that was typed.
  useEffect(() => {
    setRight((was) => ({ ...was, ...Object.fromEntries(values.map(({ property, value }) => [property, value])) }))
  }, [values])
  return useMemo(() => {
    const own = new Set([...axes.down, axes.across].map((one) => one.property))
    const wrong = Object.keys(errors).filter((property) => !own.has(property))
    return { ...texts, ...Object.fromEntries(wrong.map((property) => [property, right[property] ?? ''])) }
  }, [texts, axes, right, errors])
}

export function Matrix({ kit, axes, skus, texts: typed, built: now, record, build, picked, onPick }: Props) {
  const navigate = useNavigate()
  const texts = useRight(typed, axes, now)
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
  const down = axes.down.map((one) => one.label.toLowerCase()).join(' × ')
  return (
    <Card
      title={
        <>
          {say('Size range, ')}
          {metre ? say('kg/m') : say('kg per piece')}{' '}
          <span className={css.axes}>
            {say('{down} down, {noun} across. Pick empty cells to create several at once.', {
              down,
              noun: axes.across.label.toLowerCase(),
            })}
          </span>
        </>
      }
      label={say('Size range')}
      aside={
        <Legend
          parts={[
            { label: say('exists'), colour: role.line },
            { label: say('this one'), colour: role.fill },
            { label: say('picked'), colour: role.link, hatched: true },
          ]}
        />
      }
      pad={0}
    >
      <div tabIndex={0} role="group" aria-label={say('Sizes, scrolls sideways')} className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th>
                <span className="visually-hidden">{say('Size')}</span>
              </th>
              {table.columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={classes(
                    css.head,
                    css.columnHead,
                    sameNumber(texts[axes.across.property], column) ? 'accent' : 'muted',
                  )}
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
                  className={classes(
                    'right',
                    css.head,
                    axes.down.every((one) => sameNumber(texts[one.property], row.texts[one.property]))
                      ? 'accent'
                      : 'muted',
                  )}
                >
                  {row.label}
                </th>
                {row.cells.map(({ column, texts: made, built }) => {
                  const name = say('{label} × {column}', { label: row.label, column })
                  if (!built) return <td key={column} />
                  const twin = known.get(built.key)
                  const grams = metre ? built.g_per_m : built.theo_g_per_pc
                  const weight = grams === null ? '' : (grams / GRAMS).toFixed(2)
                  const here = built.key === now.key
                  if (twin) {
                    return (
                      <td key={column} className="p-0">
                        <button
                          type="button"
                          aria-label={say('{name} exists, {weight} kg', { name, weight })}
                          title={twin.name}
                          onClick={() => void navigate(paths.view('sku', twin.id))}
                          className={classes(css.box, css.made, here && css.here)}
                        >
                          {weight}
                        </button>
                      </td>
                    )
                  }
                  if (built.issues.length > 0)
                    return (
                      <td key={column} className="p-0">
                        <span title={built.issues[0]?.message} className={`${css.box} ${css.gap}`}>
                          –
                        </span>
                      </td>
                    )
                  if (here)
                    return (
                      <td key={column} className="p-0">
                        <span
                          role="img"
                          aria-label={say('{name} is this one', { name })}
                          className={`${css.box} ${css.this}`}
                        >
                          <Add className="text-18" />
                        </span>
                      </td>
                    )
                  const on = picked.has(built.key)
                  return (
                    <td key={column} className="p-0">
                      <button
                        type="button"
                        aria-pressed={on}
                        aria-label={say('Pick {name}', { name })}
                        title={metre ? say('{weight} kg/m', { weight }) : say('{weight} kg', { weight })}
                        onClick={() => onPick({ row: row.key, column, texts: made }, built.key)}
                        className={classes(css.box, css.free, on && css.picked)}
                      >
                        {on && <Check className="text-16" />}
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
