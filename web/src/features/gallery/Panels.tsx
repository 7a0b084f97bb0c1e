// The gallery's panels: what opens under its heading, and what it says while it holds nothing.
import { Card, Facts, Finding } from '../../kit/parts'
import { Empty, Failed, Filtered, Skeletons } from '../../ui/states'
import { Example, Gallery, State } from './Gallery'
import { BROKEN } from './example'
import css from './Gallery.module.css'
import { say } from '../../words/say'

export default function Panels() {
  return (
    <Gallery title={say('Panels')}>
      <Example
        title={say('Opens under its heading')}
        code="<details><summary>Copy from a previous order</summary>…</details>"
      >
        <div>
          <details className={css.panel}>
            <summary>{say('Copy from a previous order')}</summary>
            <p className="muted mb-12">{say('Its lines come in at the prices of today.')}</p>
          </details>
          <details className={css.panel} open>
            <summary>{say('Freight')}</summary>
            <p className="muted mb-12">{say('Ex-yard: the customer’s own vehicle.')}</p>
          </details>
        </div>
      </Example>
      <Example title={say('Card')} code={'<Card title="Credit" aside="as of today">…</Card>'}>
        <Card title={say('Credit')} aside={say('as of today')}>
          <Facts
            items={[
              { label: say('Limit'), value: '₹10,00,000', num: true },
              { label: say('Left'), value: '₹4,38,211', num: true },
            ]}
          />
        </Card>
      </Example>
      <Example title={say('Findings')} code={'<Finding tone="warn" box>…</Finding>'}>
        <Finding tone="ok" box>
          {say('Ready to submit')}
        </Finding>
        <Finding tone="warn" box>
          {say('The price is 9 days old')}
        </Finding>
        <Finding tone="danger" box>
          {say('Rate ₹52,100/MT is below the floor ₹53,000')}
        </Finding>
        <Finding tone="info" box>
          {say('2 more in PUN2')}
        </Finding>
      </Example>
      <Example title={say('Nothing in it yet')} code={'<Empty title="No order waits for you">…</Empty>'}>
        <Empty title={say('No order waits for you')}>{say('New ones appear here by themselves.')}</Empty>
      </Example>
      <Example title={say('Filtered away')} code="<Filtered title={…} onClear={clear} />">
        <Filtered title={say('No order matches these filters')} onClear={() => undefined}>
          {say('Without the yard there are 18.')}
        </Filtered>
      </Example>
      <Example title={say('Failed')} code={'<Failed problem={error} what="The list" onRetry={refetch} />'}>
        <Failed problem={BROKEN} what={say('The list')} onRetry={() => undefined} />
      </Example>
      <Example title={say('Loading')} code="<Skeletons rows={5} />">
        <State name={say('Nothing before 150 ms, then the layout')}>
          <Skeletons rows={5} label={say('An example of a panel that loads')} />
        </State>
      </Example>
    </Gallery>
  )
}
