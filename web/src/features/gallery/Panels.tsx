// The gallery's panels: what opens under its heading, and what it says while it holds nothing.
import { Card, Facts, Finding } from '../../kit/parts'
import { Empty, Failed, Filtered, Skeletons } from '../../ui/states'
import { Example, Gallery, State } from './Gallery'
import { BROKEN } from './example'
import css from './Gallery.module.css'

export default function Panels() {
  return (
    <Gallery title="Panels">
      <Example title="Opens under its heading" code="<details><summary>Copy from a previous order</summary>…</details>">
        <div>
          <details className={css.panel}>
            <summary>Copy from a previous order</summary>
            <p className="muted mb-12">Its lines come in at the prices of today.</p>
          </details>
          <details className={css.panel} open>
            <summary>Freight</summary>
            <p className="muted mb-12">Ex-yard: the customer’s own vehicle.</p>
          </details>
        </div>
      </Example>
      <Example title="Card" code={'<Card title="Credit" aside="as of today">…</Card>'}>
        <Card title="Credit" aside="as of today">
          <Facts
            items={[
              { label: 'Limit', value: '₹10,00,000', num: true },
              { label: 'Left', value: '₹4,38,211', num: true },
            ]}
          />
        </Card>
      </Example>
      <Example title="Findings" code={'<Finding tone="warn" box>…</Finding>'}>
        <Finding tone="ok" box>
          Ready to submit
        </Finding>
        <Finding tone="warn" box>
          The price is 9 days old
        </Finding>
        <Finding tone="danger" box>
          Rate ₹52,100/MT is below the floor ₹53,000
        </Finding>
        <Finding tone="info" box>
          2 more in PUN2
        </Finding>
      </Example>
      <Example title="Nothing in it yet" code={'<Empty title="No order waits for you">…</Empty>'}>
        <Empty title="No order waits for you">New ones appear here by themselves.</Empty>
      </Example>
      <Example title="Filtered away" code="<Filtered title={…} onClear={clear} />">
        <Filtered title="No order matches these filters" onClear={() => undefined}>
          Without the yard there are 18.
        </Filtered>
      </Example>
      <Example title="Failed" code={'<Failed problem={error} what="The list" onRetry={refetch} />'}>
        <Failed problem={BROKEN} what="The list" onRetry={() => undefined} />
      </Example>
      <Example title="Loading" code="<Skeletons rows={5} />">
        <State name="Nothing before 150 ms, then the layout">
          <Skeletons rows={5} label="An example of a panel that loads" />
        </State>
      </Example>
    </Gallery>
  )
}
