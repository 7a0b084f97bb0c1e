// The tour of the first day: a card over the page that goes from page to page, and never in the way of working.
import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { roleLabel } from '../../core'
import { endTour, goInTour, startTour, type TourState } from '../../sync/tour'
import { useUser } from '../../sync/store'
import { tourOf, toursOf } from './tours'
import css from './Help.module.css'
import { say } from '../../words/say'

export default function Tour({ tour }: { tour: TourState }) {
  const user = useUser()
  if (tour.role === null)
    return (
      <section aria-label={say('Tour')} className={css.tour}>
        <h2 className="subheading">{say('Welcome, {split}', { split: user.name.split(' ')[0] })}</h2>
        <p className="text-13">{say('A short tour shows the pages that your day happens on.')}</p>
        <div className="flex gap-8">
          <Button
            variant="contained"
            color="primary"
            size="small"
            onClick={() => startTour(user.id, toursOf(user.roles)[0] ?? '')}
          >
            {say('Take the tour')}
          </Button>
          <Button size="small" onClick={endTour}>
            {say('Skip it')}
          </Button>
        </div>
        <p className="muted text-12">{say('It is always there in the person menu and in Help.')}</p>
      </section>
    )
  return <Steps role={tour.role} at={tour.at} />
}

function Steps({ role, at }: { role: string; at: number }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const steps = tourOf(role)
  const here = Math.min(at, steps.length - 1)
  const step = steps[here]!
  const head = useRef<HTMLHeadingElement>(null)
  const went = useRef<string | null>(null)
  // Each step opens its page once; who goes elsewhere meanwhile is left alone.
  useEffect(() => {
    const place = `${role}:${here}`
    if (went.current === place) return
    went.current = place
    if (pathname !== step.path) void navigate(step.path)
    head.current?.focus({ preventScroll: true })
  }, [here, navigate, pathname, role, step.path])
  const last = here === steps.length - 1
  return (
    <section aria-label={say('Tour')} className={css.tour}>
      <p className="caption">
        {role ? `${roleLabel(role)}, ` : ''}
        {say('{here} of {steps}', { here: here + 1, steps: steps.length })}
      </p>
      <h2 ref={head} tabIndex={-1} className="subheading">
        {step.title}
      </h2>
      <p className="text-13">{step.says}</p>
      <div className="flex gap-8">
        <Button
          variant="contained"
          color="primary"
          size="small"
          onClick={() => (last ? endTour() : goInTour(here + 1))}
        >
          {last ? say('Finish') : say('Next')}
        </Button>
        {here > 0 && (
          <Button size="small" onClick={() => goInTour(here - 1)}>
            {say('Back')}
          </Button>
        )}
        <span className="grow" />
        {!last && (
          <Button size="small" variant="text" onClick={endTour}>
            {say('Skip the tour')}
          </Button>
        )}
      </div>
    </section>
  )
}
