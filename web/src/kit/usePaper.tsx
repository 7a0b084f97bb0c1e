// What is chosen of a document's paper before it is printed: its copies, as the core names them, and the size.
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useEffect, useState, type ReactNode } from 'react'
import { docDef } from '../core'
import { paperCopies } from '../core/papers'
import type { ChoiceDef } from '../core/types.gen'
import { WHOLE, type PaperWish } from '../sync/papers'
import { PdfButton } from './PdfButton'
import { SendPaper } from './SendPaper'
import css from './usePaper.module.css'
import { say } from '../words/say'

interface Printed {
  type: string
  id: string
  doc_no?: string | null
}

interface Chosen {
  wish: PaperWish
  /** The ticks and the size, above the pages. */
  choices: ReactNode
  /** The buttons of the page. */
  actions: ReactNode
}

const NO_DAYS = {}

/** `days`: those that a statement tells of. */
export function usePaper(doc: Printed | undefined, days: Pick<PaperWish, 'from' | 'to'> = NO_DAYS): Chosen {
  const [offered, setOffered] = useState<ChoiceDef[]>([])
  const [left, setLeft] = useState<string[]>([])
  const [size, setSize] = useState('')
  useEffect(() => {
    let gone = false
    if (doc)
      paperCopies(doc).then(
        (copies) => !gone && setOffered(copies),
        (error: unknown) => console.error('the copies of a paper are not known', error),
      )
    return () => {
      gone = true
    }
  }, [doc])
  if (!doc) return { wish: WHOLE, choices: null, actions: null }
  const keys = offered.map(({ key }) => key).filter((key) => !left.includes(key))
  const wish = { copies: keys.length === offered.length ? [] : keys, size, ...days }
  const sizes = docDef(doc.type)?.sizes ?? []
  const toggle = (key: string) => setLeft(left.includes(key) ? left.filter((one) => one !== key) : [...left, key])
  return {
    wish,
    choices: (offered.length > 1 || sizes.length > 1) && (
      <div className={`no-print ${css.choices}`}>
        {offered.length > 1 && (
          <div className="row wrap gap-12" role="group" aria-label={say('Copies')}>
            {offered.map(({ key, label }) => (
              <label key={key} className="inline-row pointer">
                {/* A paper without any copy is none: the last tick stays. */}
                <Checkbox
                  checked={keys.includes(key)}
                  disabled={keys.length === 1 && keys[0] === key}
                  onChange={() => toggle(key)}
                />
                {say(label)}
              </label>
            ))}
          </div>
        )}
        {sizes.length > 1 && (
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label={say('Paper')}
            value={size || sizes[0]!.key}
            onChange={(_, picked: string | null) => picked && setSize(picked === sizes[0]!.key ? '' : picked)}
          >
            {sizes.map(({ key, label }) => (
              <ToggleButton key={key} value={key}>
                {say(label)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
      </div>
    ),
    actions: (
      <>
        <PdfButton type={doc.type} id={doc.id} name={doc.doc_no ?? 'draft'} wish={wish} />
        <SendPaper type={doc.type} id={doc.id} />
        <Button variant="contained" color="primary" startIcon={<PrintOutlined />} onClick={() => print()}>
          {say('Print')}
        </Button>
      </>
    ),
  }
}
