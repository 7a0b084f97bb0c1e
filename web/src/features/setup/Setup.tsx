// The first days of a site: what it still needs before its first order, each step with its state and the way to it.
import type { SetupStep } from '../../core/types.gen'
import CheckCircle from '@mui/icons-material/CheckCircle'
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { paths } from '../../docs/paths'
import { Page } from '../../ui/Page'
import { Failed, Skeletons } from '../../ui/states'
import NoAccess from '../../docs/NoAccess'
import { Progress } from '../../kit/Progress'
import { useSetup, wayOf } from '../../kit/setup'
import { classes } from '../../theme/classes'
import { Offer } from './Offers'
import css from './Setup.module.css'
import { say } from '../../words/say'

export default function Setup() {
  const { data, error, refetch, administers } = useSetup()
  if (!administers) return <NoAccess what={say('Set up this site')} />
  const next = data?.steps.find((step) => !step.done && !step.optional)
  return (
    <Page
      title={say('Set up this site')}
      actions={
        data && (
          <span className="muted text-13">
            <strong className="ink">{data.done}</strong>
            {say(' of {of} done', { of: data.of })}
          </span>
        )
      }
    >
      {error && !data && (
        <div className="card">
          <Failed problem={error} what={say('The checklist')} onRetry={() => void refetch()} />
        </div>
      )}
      {!error && !data && (
        <div className="card">
          <Skeletons rows={8} />
        </div>
      )}
      {data && (
        <div className={css.page}>
          <p className="muted">
            {data.complete ? (
              <>
                {say('Everything an order needs is in place. ')}
                <Link to={paths.add('order')}>{say('Make the first order')}</Link>
              </>
            ) : (
              say('A step is done as soon as the documents that it needs exist.')
            )}
          </p>
          <Progress done={data.done} of={data.of} />
          {data.years.map((one) => (
            <Offer
              key={one.fy}
              title={say('Number series of {fy}', { fy: one.fy })}
              says={
                one.current
                  ? say('Every branch numbers its documents of the year. Those that exist are left as they are.')
                  : say('The next financial year begins on 1 April. The series follow those of this year.')
              }
              button={say('Set up the series of {fy}', { fy: one.fy })}
              act={{ fy: one.fy }}
              plan={one.plan}
            />
          ))}
          {data.sets.map((one) => (
            <Offer
              key={one.set}
              title={say('Starter set: {label}', { label: one.label })}
              says={say(
                'Masters to begin with, as ordinary documents that you may change. What you have is left as it is.',
              )}
              button={say('Add the starter set')}
              act={{ set: one.set }}
              plan={one.plan}
            />
          ))}
          <ol aria-label={say('Steps')} className="card clip">
            {data.steps.map((step) => (
              <Step key={step.key} step={step} next={step === next} />
            ))}
          </ol>
        </div>
      )}
    </Page>
  )
}

function Step({ step, next }: { step: SetupStep; next: boolean }) {
  const Mark = step.done ? CheckCircle : RadioButtonUnchecked
  return (
    <li aria-current={next ? 'step' : undefined} className={classes('divided', css.oneStep, next && css.next)}>
      <Mark
        titleAccess={step.done ? say('Done') : say('To do')}
        className={classes('text-22 rigid', step.done ? 'ok' : 'faint')}
      />
      <span className={css.step}>
        <span className="bold">{step.title}</span>
        {step.optional && <span className="muted text-12">{say(' if there are any')}</span>}
        {next && <span className="text-12">{say(' next')}</span>}
        <span className="block muted text-13">{step.says}</span>
        {!step.done && <span className="block text-13">{step.why}</span>}
      </span>
      <span className="flex gap-8 wrap">
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
