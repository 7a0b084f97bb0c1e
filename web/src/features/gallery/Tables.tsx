// The gallery's tables: the list of documents that loads as it scrolls, lines of a document, and what is empty.
import { FieldValue } from '../../docs/fields/FieldValue'
import { DocGrid, type GridColumn } from '../../docs/DocGrid'
import { Scroll } from '../../kit/parts'
import { rupees, pieces } from '../../ui/format'
import { Empty, Failed, Filtered, Skeletons } from '../../ui/states'
import { Example, Gallery, State } from './Gallery'
import { BROKEN, KINDS } from './example'
import css from './Gallery.module.css'
import { say } from '../../words/say'

const COLUMNS: GridColumn<'country'>[] = [
  { key: 'name', head: say('Country'), flex: 1, pinned: true, sortable: true, text: (row) => String(row.name ?? '') },
  { key: 'status', head: say('Status'), width: 140, text: (row) => row.status },
]

const LINES = [
  { size: 'SHS 50 × 50 × 3.0 × 6 m', pcs: 40, paise: 1_03_21_050 },
  { size: 'Angle 50 × 50 × 6 × 6 m', pcs: 12, paise: 38_44_200 },
]

export default function Tables() {
  return (
    <Gallery title={say('Tables')}>
      <Example
        title={say('List of documents')}
        code="<DocGrid args={{ type: 'country' }} columns={columns} what=… />"
        wide
      >
        <div className={css.grid}>
          <DocGrid
            args={{ type: 'country' }}
            columns={COLUMNS}
            what={say('The example')}
            empty={<Empty title={say('No country yet')} />}
          />
        </div>
      </Example>
      <Example title={say('Lines of a document')} code={'<Scroll><table className="data-table">…</table></Scroll>'}>
        <Scroll>
          <table className="data-table">
            <thead>
              <tr>
                <th>{say('Size')}</th>
                <th className="right">{say('Pieces')}</th>
                <th className="right">{say('Amount ₹')}</th>
              </tr>
            </thead>
            <tbody>
              {LINES.map((line) => (
                <tr key={line.size}>
                  <td>{line.size}</td>
                  <td className="number">{pieces(line.pcs)}</td>
                  <td className="number">{rupees(line.paise)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </Example>
      <Example
        title={say('Rows of a field')}
        code="<FieldValue field={rows} value={doc.record.lines} links={doc.links} />"
      >
        <FieldValue field={KINDS.rows.field} value={KINDS.rows.value} />
      </Example>
      <Example title={say('Loading')} code={'<Skeletons rows={6} label="The order list loads" />'}>
        <Skeletons rows={6} label={say('An example of a list that loads')} />
      </Example>
      <Example title={say('Empty, filtered away, failed')} code={'<Empty title=… /> <Filtered … /> <Failed … />'}>
        <State name={say('Nothing yet')}>
          <Empty title={say('No vehicles yet')}>{say('The first one is added from its number plate.')}</Empty>
        </State>
        <State name={say('Filtered away')}>
          <Filtered title={say('No vehicle matches these filters')} onClear={() => undefined} />
        </State>
        <State name={say('Failed')}>
          <Failed problem={BROKEN} what={say('The list')} onRetry={() => undefined} />
        </State>
      </Example>
    </Gallery>
  )
}
