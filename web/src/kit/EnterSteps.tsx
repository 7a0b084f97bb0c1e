// What may be entered now on a document's page: one card for all of its own steps.
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState, type ReactNode } from 'react'
import type { DocView } from '../core/records'
import type { DocKey } from '../core/types.gen'
import { useMended } from '../sync/mended'
import { Card } from './parts'
import { NotNow, useOwnSteps, type OwnStep } from './StepForm'

/** Of several steps one is open: that which is typed into, or was refused, else the first one to take. */
export function EnterSteps<K extends DocKey>({
  doc,
  forms,
  first,
  children,
}: {
  doc: DocView<K>
  forms: string[]
  /** The step that is open where nothing else decides. */
  first: string
  children: (step: OwnStep<K>) => ReactNode
}) {
  const { of, typed } = useOwnSteps(doc)
  const { mended } = useMended()
  const steps = of(forms)
  const [chosen, setChosen] = useState<string | null>(mended?.action ?? null)
  const named = (action: string | null | undefined) => steps.find((one) => one.action.action === action)
  const open = named(chosen) ?? named([...typed][0]) ?? named(first) ?? steps[0]
  if (!open) return <NotNow doc={doc} forms={forms} />
  return (
    <>
      <NotNow doc={doc} forms={forms} />
      <Card title={steps.length > 1 ? 'Enter' : open.action.label}>
        <div className="grid gap-16">
          {steps.length > 1 && (
            <ToggleButtonGroup
              exclusive
              size="small"
              aria-label="What is entered"
              value={open.action.action}
              onChange={(_, next: string | null) => next && setChosen(next)}
            >
              {steps.map(({ action }) => (
                <ToggleButton key={action.action} value={action.action}>
                  {action.label}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
          )}
          {children(open)}
        </div>
      </Card>
    </>
  )
}
