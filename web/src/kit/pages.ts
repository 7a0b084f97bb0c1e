// How many A4 pages a sheet takes, and its footer on each of them: Chromium writes it into the margin of the page.
import { useEffect, useId, useLayoutEffect, useState, type RefObject } from 'react'

/** The height of a page between its margins, in CSS pixels: 297 mm less 9 mm above and 12 mm below. */
const ROOM = ((297 - 9 - 12) / 25.4) * 96

/** What is never parted: where it does not fit on a page, it begins the next. */
const WHOLE = 'tr, dl, header, [data-whole]'

/** A part of the sheet between two heights, and how much of a table's head the next page repeats above it. */
export interface Block {
  top: number
  bottom: number
  head: number
}

/** The pages of blocks in their order; at least one. */
export function pagesOf(blocks: Block[], room: number): number {
  let [pages, begins] = [1, 0]
  for (const { top, bottom, head } of blocks) {
    if (bottom - begins <= room) continue
    // Unless the page begins with it, it begins the next one.
    if (top - head > begins) {
      pages += 1
      begins = top - head
    }
    // What is higher than a page goes on over the next ones.
    while (bottom - begins > room) {
      pages += 1
      begins += room
    }
  }
  return pages
}

function blocksOf(sheet: HTMLElement, zoom: number): Block[] {
  const above = sheet.getBoundingClientRect().top
  return [...sheet.querySelectorAll<HTMLElement>(WHOLE)].map((node) => {
    const { top, bottom } = node.getBoundingClientRect()
    const head = node.closest('tbody')?.parentElement?.querySelector('thead')?.getBoundingClientRect().height ?? 0
    return { top: (top - above) / zoom, bottom: (bottom - above) / zoom, head: head / zoom }
  })
}

/** The pages of a sheet, and the name of its kind of page, which numbers them from one. */
export function usePages(sheet: RefObject<HTMLElement | null>, zoom: number, number: string) {
  const [pages, setPages] = useState(1)
  const name = `sheet-${useId().replace(/[^a-z0-9]/gi, '')}`
  useLayoutEffect(() => {
    const node = sheet.current
    if (!node) return
    const count = () => setPages(pagesOf(blocksOf(node, zoom), ROOM))
    const watch = new ResizeObserver(count)
    watch.observe(node)
    return () => watch.disconnect()
  }, [sheet, zoom])
  useEffect(() => {
    const rules = new CSSStyleSheet()
    rules.replaceSync(`@page ${name} {
      margin: 9mm 0 12mm;
      counter-increment: ${name};
      @bottom-left { content: ${JSON.stringify(number)}; padding-left: 13mm; font: 11px sans-serif; color: #55556a; }
      @bottom-right {
        content: "Page " counter(${name}) " of ${pages}";
        padding-right: 13mm; font: 11px sans-serif; color: #55556a;
      }
    }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rules)
    }
  }, [name, number, pages])
  return { pages, name }
}
