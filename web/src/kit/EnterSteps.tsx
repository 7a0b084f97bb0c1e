// What may be entered now on a document's page: one card for all of its own steps.
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState, type ReactNode } from 'react'
import type { DocView } from '../core/records'
import type { DocKey } from '../core/types.gen'
import { useMended } from '../sync/mended'
import { Card } from './parts'
import { NotNow, useOwnSteps, type OwnStep } from './StepForm'
import { say } from '../words/say'

/**
 * Of several steps one is open: that which is typed into, or was refused, else the first one to take; none where all
 * are beside the road.
 */
export function EnterSteps<K extends DocKey>({
  doc,
  forms,
  first,
  children,
}: {
  doc: DocView<K>
  forms: string[]
  /** The step that is open where nothing else decides; null for none. */
  first: string | null
  children: (step: OwnStep<K>) => ReactNode
}) {
  const { of, typed } = useOwnSteps(doc)
  const { mended } = useMended()
  const steps = of(forms)
  const [chosen, setChosen] = useState<string | null>(mended?.action ?? null)
  const named = (action: string | null | undefined) => steps.find((one) => one.action.action === action)
  const open = named(chosen) ?? named([...typed][0]) ?? named(first) ?? (first === null ? undefined : steps[0])
  if (steps.length === 0) return <NotNow doc={doc} forms={forms} />
  const several = steps.length > 1 || !open
  return (
    <>
      <NotNow doc={doc} forms={forms} />
      <Card title={several ? say('Next step') : open.action.label}>
        <div className="grid gap-16">
          {several && (
            <ToggleButtonGroup
              exclusive
              size="small"
              aria-label={say('What is entered')}
              value={open?.action.action ?? null}
              onChange={(_, next: string | null) => next && setChosen(next)}
            >
              {steps.map(({ action }) => (
                <ToggleButton key={action.action} value={action.action}>
                  {action.label}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
          )}
          {open && children(open)}
        </div>
      </Card>
    </>
  )
}
