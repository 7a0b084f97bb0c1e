// AG Grid as this app wears it: its theme over the app's colour roles, and only the modules that are used.
// Imported by lazily loaded files alone, so that the grid comes with the first list.
import {
  CellApiModule,
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  EventApiModule,
  HighlightChangesModule,
  InfiniteRowModelModule,
  LargeTextEditorModule,
  LocaleModule,
  ModuleRegistry,
  PinnedRowModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  TextEditorModule,
  themeQuartz,
  type GetLocaleTextParams,
} from 'ag-grid-community'
import { nonce } from '../theme/nonce'
import { role } from '../theme/themes'
import { say } from '../words/say'
import type { Scroller } from './Sideways'

ModuleRegistry.registerModules([
  InfiniteRowModelModule,
  ClientSideRowModelModule,
  RowSelectionModule,
  CellStyleModule,
  RowStyleModule,
  RenderApiModule,
  RowApiModule,
  ColumnApiModule,
  EventApiModule,
  ScrollApiModule,
  PinnedRowModule,
  CellApiModule,
  ClientSideRowModelApiModule,
  TextEditorModule,
  LargeTextEditorModule,
  LocaleModule,
  HighlightChangesModule,
])

export const STYLE_NONCE = nonce()

/** The grid's own texts, which readers hear. */
export const gridText = ({ defaultValue }: GetLocaleTextParams) => say(defaultValue)

/** What of a grid scrolls sideways, and the pinned columns over it, for `useEdges`. */
export const GRID_EDGES: Scroller = {
  scrolls: '.ag-grid-viewport',
  left: '.ag-grid-pinned-left-cells',
  right: '.ag-grid-pinned-right-cells',
}

export const gridTheme = themeQuartz.withParams({
  fontFamily: 'var(--font)',
  fontSize: 13,
  headerFontSize: 12,
  headerFontWeight: 600,
  headerHeight: 36,
  rowHeight: 38,
  cellHorizontalPadding: 8,
  accentColor: role.link,
  foregroundColor: role.ink,
  headerTextColor: role.ink2,
  backgroundColor: role.paper,
  headerBackgroundColor: role.sunk,
  borderColor: role.line,
  rowHoverColor: role.hover,
  selectedRowBackgroundColor: role.select,
  oddRowBackgroundColor: role.paper,
  columnBorder: false,
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  browserColorScheme: 'inherit',
  spacing: 6,
})
