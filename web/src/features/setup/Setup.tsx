// The first days of a site: what it still needs before its first order, each step with its state and the way to it.
import type { SetupStep } from '../../core/types.gen'
import CheckCircle from '@mui/icons-material/CheckCircle'
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { paths } from '../../docs/paths'
import { role } from '../../theme/themes'
import { Page } from '../../ui/Page'
import { Failed, Skeletons } from '../../ui/states'
import NoAccess from '../../docs/NoAccess'
import { Progress } from '../../kit/Progress'
import { useSetup, wayOf } from '../../kit/setup'

export default function Setup() {
  const { data, error, refetch, administers } = useSetup()
  if (!administers) return <NoAccess what="Set up this site" />
  const next = data?.steps.find((step) => !step.done && !step.optional)
  return (
    <Page
      title="Set up this site"
      actions={
        data && (
          <span style={{ color: role.ink2, fontSize: 13 }}>
            <strong style={{ color: role.ink }}>{data.done}</strong> of {data.of} done
          </span>
        )
      }
    >
      {error && !data && (
        <div className="card">
          <Failed problem={error} what="The checklist" onRetry={() => void refetch()} />
        </div>
      )}
      {!error && !data && (
        <div className="card">
          <Skeletons rows={8} />
        </div>
      )}
      {data && (
        <div style={{ display: 'grid', gap: 12, maxWidth: 960 }}>
          <p style={{ color: role.ink2 }}>
            {data.complete ? (
              <>
                Everything an order needs is in place. <Link to={paths.dashboard}>Go to the dashboard</Link>
              </>
            ) : (
              'A step is done as soon as the documents that it needs exist.'
            )}
          </p>
          <Progress done={data.done} of={data.of} />
          <ol aria-label="Steps" className="card" style={{ overflow: 'hidden' }}>
            {data.steps.map((step, at) => (
              <Step key={step.key} step={step} at={at} next={step === next} />
            ))}
          </ol>
        </div>
      )}
    </Page>
  )
}

function Step({ step, at, next }: { step: SetupStep; at: number; next: boolean }) {
  const Mark = step.done ? CheckCircle : RadioButtonUnchecked
  return (
    <li
      aria-current={next ? 'step' : undefined}
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '8px 14px',
        padding: '12px 16px',
        borderTop: at > 0 ? `1px solid ${role.line}` : undefined,
        background: next ? role.sunk : undefined,
      }}
    >
      <Mark
        titleAccess={step.done ? 'Done' : 'To do'}
        style={{ fontSize: 22, flex: 'none', color: step.done ? role.ok : role.ink3 }}
      />
      <span style={{ flex: '1 1 260px', minWidth: 0 }}>
        <span style={{ fontWeight: 600 }}>{step.title}</span>
        {step.optional && <span style={{ color: role.ink2, fontSize: 12 }}> if there are any</span>}
        <span style={{ display: 'block', color: role.ink2, fontSize: 13 }}>{step.says}</span>
      </span>
      <span style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
        {step.goes.map((way, n) => (
          <Button
            key={way.label}
            size="small"
            variant={next && n === 0 ? 'contained' : 'outlined'}
            color="primary"
            component={Link}
            to={wayOf(way)}
          >
            {way.label}
          </Button>
        ))}
      </span>
    </li>
  )
}
