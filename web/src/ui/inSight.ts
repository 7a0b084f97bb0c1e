// Brings what is selected of a row that scrolls sideways into sight: a ref for the one that is selected.
export function inSight(selected: HTMLElement | null) {
  selected?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
