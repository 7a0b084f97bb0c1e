// The generic list page of a document type, with its drawer where the type has a list alone.
import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DocDef, Page as Rows } from '../core/records'
import { may } from '../sync/rights'
import { useUser } from '../sync/store'
import { paths } from './paths'
import { DocGrid } from './DocGrid'
import { Kbd } from '../ui/Kbd'
import { Page } from '../ui/Page'
import { lazily } from '../ui/lazily'
import { Empty, Filtered } from '../ui/states'
import { useKeys } from '../ui/keys'
import { columnsOf } from './columns'
import { useListedReasons } from './reasons'
import { Counted } from './Counted'
import { DocDrawer } from './DocDrawer'
import { First } from './First'
import DocPage from './DocPage'
import { FilterBar } from './FilterBar'
import { Grouped } from './list/Grouped'
import { useLayout } from './list/layout'
import { useListState } from './listState'
import { ownPages, type DocPageProps } from './overrides'
import { PhoneList } from './PhoneList'
import { Scan } from './scan/Scan'
import { TableMenu } from './TableMenu'
import { lower } from '../ui/words'
import { useTicked } from './bulk/useTicked'
import { say } from '../words/say'

// Its own chunk: nobody loads it who ticks nothing.
const BulkBar = lazily(() => import('./bulk/BulkBar'))

export default function DocList(props: DocPageProps) {
  const Override = ownPages(props.def.key).list
  if (Override) return <Override {...props} />
  // A type with one document alone has no list: its page is the document.
  return props.def.single ? <DocPage def={props.def} id={props.def.key} /> : <List {...props} />
}

function List({ def, of, name = def.plural }: DocPageProps) {
  const user = useUser()
  const navigate = useNavigate()
  const phone = useMediaQuery('(max-width: 599.95px)')
  const Tools = ownPages(def.key).tools
  const state = useListState()
  const [page, setPage] = useState<Rows | null>(null)
  const [version, setVersion] = useState(0)
  const layout = useLayout(def.key)
  const { ticked, tick, clear, keep, onSelect } = useTicked(def)
  // What is no longer in the list is no longer ticked.
  useEffect(clear, [clear, state.q, state.where, state.status])
  const numbered = page?.rows.some((row) => row.doc_no) ?? false
  const reasons = useListedReasons(def)
  const all = useMemo(() => columnsOf(def, numbered, reasons), [def, numbered, reasons])
  const columns = useMemo(() => layout.dress(all), [all, layout])
  const shared = useMemo(() => Object.entries(of ?? {}).map(([key, value]) => `${key}:eq:${value}`), [of])
  const args = useMemo(
    () => ({ type: def.key, q: state.q || undefined, where: [...shared, ...state.where], sort: state.sort }),
    [def, state.q, state.where, state.sort, shared],
  )
  const addable = may(user, def, 'add') && !ownPages(def.key).verb
  const add = () => void navigate(paths.add(def.key, of))
  useKeys({ n: addable ? add : undefined })
  const open = useCallback((row: { id: string }) => void navigate(paths.view(def.key, row.id)), [navigate, def])
  const filtered = state.q !== '' || state.filters.length > 0
  const plural = lower(def.plural)
  const empty = filtered ? (
    <Filtered title={say('No {label} matches these filters', { label: lower(def.label) })} onClear={state.clear}>
      {words(def, state.q, state.status)}
    </Filtered>
  ) : (
    <First def={def}>
      <Empty
        title={say('No {plural} yet', { plural })}
        action={
          addable && (
            <Button variant="contained" color="primary" onClick={add}>
              {say('New {label}', { label: lower(def.label) })}
            </Button>
          )
        }
      >
        {addable ? say(`The first one you add appears here.`) : say(`None are within your access.`)}
      </Empty>
    </First>
  )
  const what = say('The list of {plural}', { plural })
  return (
    <Page
      title={name}
      fixed={!phone}
      actions={
        <>
          {def.key === 'batch' && (
            <Scan place={() => ({ searches: true })} onScan={({ number }) => state.setQ(number)} />
          )}
          {Tools && (
            <Suspense fallback={null}>
              <Tools />
            </Suspense>
          )}
          <TableMenu def={def} state={state} />
          {addable && (
            <Button variant="contained" color="primary" startIcon={<Add />} onClick={add}>
              {say('New {label}', { label: lower(def.label) })}
              {!phone && (
                <span className="ml-8 inline-flex">
                  <Kbd on="fill">N</Kbd>
                </span>
              )}
            </Button>
          )}
        </>
      }
    >
      <FilterBar def={def} state={state} counts={of ? undefined : page?.counts} columns={all} layout={layout} />
      {state.group ? (
        <div className="card grid-card">
          <Grouped def={def} state={state} where={args.where} what={what} empty={empty} />
        </div>
      ) : phone ? (
        <PhoneList def={def} args={args} version={version} onOpen={open} onPage={setPage} empty={empty} what={what} />
      ) : (
        <div className="card grid-card">
          {ticked.length > 0 && (
            <Suspense fallback={null}>
              <BulkBar
                def={def}
                rows={ticked}
                args={args}
                total={page?.total ?? 0}
                onClear={clear}
                onDone={(failed) => {
                  setVersion((was) => was + 1)
                  keep(failed)
                }}
                onTick={tick}
              />
            </Suspense>
          )}
          <DocGrid
            args={args}
            columns={columns}
            sort={state.sort}
            onSort={state.setSort}
            onOpen={open}
            onPage={setPage}
            onSelect={onSelect}
            onResize={layout.resize}
            ticked={ticked}
            version={version}
            what={what}
            empty={empty}
          />
          <Foot page={page} noun={page?.total === 1 ? lower(def.label) : plural} ticks={!!onSelect} />
        </div>
      )}
      {paths.isDrawer(def.key) && <DocDrawer def={def} onChanged={() => setVersion((was) => was + 1)} />}
    </Page>
  )
}

function words(def: DocDef, q: string, status: string | null): string {
  return (
    [q && `“${q}”`, status && say('status {status}', { status })].filter(Boolean).join(', ') ||
    say('{plural} exist outside them.', { plural: def.plural })
  )
}

function Foot({ page, noun, ticks }: { page: Rows | null; noun: string; ticks: boolean }) {
  return (
    <footer className="grid-foot gap-12">
      <Counted page={page} noun={noun} />
      <span className="grow" />
      <span className="inline-row gap-4 text-12">
        <Kbd>J</Kbd>
        <Kbd>K</Kbd>
        {say(' move {ticks}{kbd} open {kbd2} search', {
          ticks: ticks && (
            <>
              <Kbd>X</Kbd>
              {say(' select')}{' '}
            </>
          ),
          kbd: <Kbd>Enter</Kbd>,
          kbd2: <Kbd>/</Kbd>,
        })}
      </span>
    </footer>
  )
}
