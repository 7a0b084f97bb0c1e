// A list of documents that is read from the server page by page while it scrolls.
//
//   <DocGrid args={{ type: 'order', q, where, sort }} columns={columns} sort={sort} onSort={setSort}
//     onOpen={(row) => navigate(...)} onPage={(page) => setPage(page)} selected={ids} onSelect={setRows}
//     what="The order list" empty={<Empty …/>} />
//   A column: { key, head, width?, flex?, right?, pinned?, sortable?, cell?(row, page links), text?(row) }.
//   AG Grid is loaded with the first DocGrid. Keys in the grid: arrows or J K, Enter opens, X ticks.
import { Suspense } from 'react'
import type { DocKey } from '../core/types.gen'
import type { DocGridProps } from './DocGridInner'
import { BulkLeft } from './bulk/BulkLeft'
import { lazily } from '../ui/lazily'
import { Skeletons } from '../ui/states'
import { say } from '../words/say'

export type { DocGridProps, GridColumn } from './DocGridInner'

const Inner = lazily(() => import('./DocGridInner'))

export function DocGrid<K extends DocKey>(props: DocGridProps<K>) {
  return (
    <>
      <BulkLeft type={props.args.type} />
      <Suspense fallback={<Skeletons rows={10} label={say('{what} loads', { what: props.what })} />}>
        {/* The grid hands the rows of the one type on as they come, and reads nothing of them but their ids. */}
        <Inner {...(props as unknown as DocGridProps)} />
      </Suspense>
    </>
  )
}
