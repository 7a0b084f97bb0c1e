// Prints the labels of a document: on sheets, alone, or as a file for a label printer.
//
//   <PrintLabels type="batch" id={doc.id} bundles />     `bundles`: whether its goods may be bundled
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import QrCode2 from '@mui/icons-material/QrCode2'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import type { DocView, RecordValue } from '../../core/records'
import type { DocKey, Labels } from '../../core/types.gen'
import { useBackCloses } from '../../ui/back'
import { pieces } from '../../ui/format'
import { Skeletons } from '../../ui/states'
import { labelsOf, type Made } from './made'
import css from './PrintLabels.module.css'
import './print.css'
import { many, say } from '../../words/say'

interface Props {
  type: DocKey
  id: string
  bundles?: boolean
}

/** Whether a generic page has labels to print: a zone has, and what has brought batches. */
export function isLabelled({ type, record }: DocView): boolean {
  if (type === 'zone') return true
  const rows = type === 'additional_inward' && Array.isArray(record.lines) ? (record.lines as RecordValue[]) : []
  return rows.some((row) => !!row.batch)
}

const SIZES = [
  ['100x50', '100 × 50 mm'],
  ['50x25', '50 × 25 mm'],
  ['a4', 'A4 sheet of 10'],
] as const
const MOST_COPIES = 500

export function PrintLabels(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button startIcon={<QrCode2 />} onClick={() => setOpen(true)} aria-haspopup="dialog">
        {say('Print labels')}
      </Button>
      {open && <LabelsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function LabelsDialog({ type, id, bundles, onClose }: Props & { onClose: () => void }) {
  const title = useId()
  const [size, setSize] = useState<string>('100x50')
  const [copies, setCopies] = useState('1')
  const [bundled, setBundled] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  useBackCloses(onClose)
  const many = Number(copies)
  const counted = Number.isInteger(many) && many >= 1 && many <= MOST_COPIES
  useEffect(() => {
    if (!counted) return
    let open = true
    void labelsOf({ doc_type: type, id, bundles: bundled, size, copies: many }).then((next) => {
      if (open) setMade(next)
    })
    return () => {
      open = false
    }
  }, [type, id, bundled, size, many, counted])
  const labels = counted && made && 'labels' in made ? made.labels : null
  const wrong = counted
    ? made && 'refused' in made && made.refused
    : say('Copies must be 1 to {MOST_COPIES}', { MOST_COPIES })
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} maxWidth="sm" fullWidth>
      <div className="p-20 grid gap-16">
        <h2 id={title} className="heading">
          {say('Print labels')}
        </h2>
        <div className={css.choices}>
          <TextField select label={say('Size')} value={size} onChange={(event) => setSize(event.target.value)}>
            {SIZES.map(([key, label]) => (
              <MenuItem key={key} value={key}>
                {label}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label={say('Copies of each')}
            value={copies}
            error={!counted}
            onChange={(event) => setCopies(event.target.value.replace(/\D/g, ''))}
            slotProps={{ htmlInput: { inputMode: 'numeric', className: 'num' } }}
          />
        </div>
        {bundles && (
          <FormControlLabel
            control={<Checkbox checked={bundled} onChange={(_, on) => setBundled(on)} />}
            label={say('One for each bundle')}
          />
        )}
        {wrong && (
          <p role="alert" className="danger">
            {wrong}
          </p>
        )}
        {!wrong && !labels && <Skeletons rows={3} />}
        {labels && <Preview labels={labels} />}
        <div className="flex gap-8 wrap">
          <Button
            variant="contained"
            color="primary"
            startIcon={<PrintOutlined />}
            disabled={!labels}
            onClick={() => window.print()}
          >
            {say('Print')}
          </Button>
          <Button startIcon={<DownloadOutlined />} disabled={!labels} onClick={() => labels && download(labels.zpl)}>
            {say('Download ZPL')}
          </Button>
          <Button variant="text" onClick={onClose}>
            {say('Close')}
          </Button>
        </div>
      </div>
      {labels && <Pages labels={labels} />}
    </Dialog>
  )
}

const picture = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

function Preview({ labels }: { labels: Labels }) {
  const [count, pages] = [labels.count, labels.pages.length]
  return (
    <figure className={css.preview}>
      <img src={picture(labels.pages[0] ?? '')} alt={say('The first page')} className={css.page} />
      <figcaption className="muted text-13">
        {many(count, '{n} label', '{n} labels')}
        {pages !== count && many(pages, ' on {pages} page', ' on {pages} pages', { pages: pieces(pages) })}
      </figcaption>
    </figure>
  )
}

const UM = 1_000

/** What the printer gets: every page in its true size, and nothing of the app. */
function Pages({ labels }: { labels: Labels }) {
  const { width_um, height_um } = labels
  useEffect(() => {
    const rules = new CSSStyleSheet()
    rules.replaceSync(`@page label { size: ${width_um / UM}mm ${height_um / UM}mm; margin: 0; }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rules)
    }
  }, [width_um, height_um])
  return createPortal(
    <div className="label-pages" aria-hidden>
      {labels.pages.map((page, at) => (
        <img key={at} src={picture(page)} alt="" />
      ))}
    </div>,
    document.body,
  )
}

function download(zpl: string) {
  const url = URL.createObjectURL(new Blob([zpl], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'labels.zpl'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
