import {
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { useStable } from '../use-stable.ts'
import { createRowHeights, type RowHeights } from './row-heights.ts'

/** Indexes of rows, both included; `to` is less than `from` if there is none. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

export interface RowWindowOptions {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  /** Height of a row; an estimate if rows are measured. */
  readonly height: number
  readonly isMeasured: boolean
  /** Height of the sticky head, which covers the first rows. */
  readonly headHeight: number
  /** Rows that are rendered beyond the ones in sight, on each side. */
  readonly beyond: number
  /** Row at the top when the table appears. */
  readonly firstRow: number
  /** The list stands still after the reader has scrolled. */
  readonly onRest: (topRow: number) => void
}

export interface RowWindow {
  readonly sight: RowRange
  /** The rows in sight, and a moment later those beyond. */
  readonly rendered: RowRange
  readonly isScrolling: boolean
  readonly size: number
  readonly startOf: (row: number) => number
  /** Reports the height of rows that are measured; undefined if all have one height. */
  readonly measure: ((element: HTMLElement | null) => (() => void) | undefined) | undefined
  readonly onScroll: () => void
  readonly topRow: () => number
  /** Scrolls no further than needed for the whole row to be in sight. */
  readonly scrollToRow: (row: number) => void
  /** Makes a row the first one in sight. */
  readonly startAt: (row: number) => void
}

/** The list stands still. Rows are fetched then, since a reader who scrolls passes thousands of them. */
const REST_MS = 150
/** The range in sight changes in steps, so that not each row that passes renders the table. */
const STEP = 4
/** Part of the window that the table takes; its true height is read after the first rows are there. */
const PART_OF_WINDOW = 0.75

/** The rows that a table of any length renders: those in sight, and some on both sides. */
export const useRowWindow = (options: RowWindowOptions): RowWindow => {
  const { scroller, count, height, isMeasured, headHeight, beyond, firstRow, onRest } = options
  const [top, setTop] = useState(firstRow * height)
  const [viewport, setViewport] = useState(() => Math.round(window.innerHeight * PART_OF_WINDOW))
  const [isScrolling, setScrolling] = useState(false)
  const { heights, measure } = useMeasuredRows(scroller, height, isMeasured)
  const sight = useRange(
    Math.floor(heights.rowAt(top) / STEP) * STEP,
    Math.ceil((heights.rowAt(top + viewport - headHeight) + 1) / STEP) * STEP,
    count,
  )
  const late = useDeferredValue<RowRange>(sight, NO_ROWS)
  const topRow = (): number => heights.rowAt(scroller.current?.scrollTop ?? 0)
  const rest = useStable(() => {
    setScrolling(false)
    onRest(topRow())
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const onScroll = useStable(() => {
    const element = scroller.current
    if (!element) return
    // A jump from rest to rest is one event: its rows are wanted at once.
    setScrolling(timer.current !== undefined)
    setTop(element.scrollTop)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      rest()
    }, REST_MS)
  })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setViewport(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  const scrollTo = useCallback(
    (offset: number) => {
      const element = scroller.current
      if (!element || Math.abs(element.scrollTop - offset) < 1) return
      element.scrollTop = offset
      setTop(offset)
    },
    [scroller],
  )
  const startAt = useCallback((row: number) => scrollTo(heights.startOf(row)), [scrollTo, heights])
  const scrollToRow = useStable((row: number) => {
    const element = scroller.current
    if (!element) return
    const start = heights.startOf(row)
    const lowest = heights.startOf(row + 1) - (element.clientHeight - headHeight)
    if (start < element.scrollTop) scrollTo(start)
    else if (lowest > element.scrollTop) scrollTo(lowest)
  })
  // Until the number of rows is known, the list is too short for the row that the page opens at.
  const isKnown = count > 0
  const begin = useStable(() => {
    // Reading an offset before the first rows are there would lay the page out twice.
    if (firstRow > 0) startAt(firstRow)
  })
  useLayoutEffect(() => {
    if (isKnown) begin()
  }, [isKnown, begin])

  return {
    sight,
    rendered: renderedRange(sight, late, beyond, count),
    isScrolling,
    size: heights.startOf(count),
    startOf: heights.startOf,
    measure,
    onScroll,
    topRow,
    scrollToRow,
    startAt,
  }
}

const NO_ROWS: RowRange = { from: 0, to: -1 }

const useRange = (from: number, to: number, count: number): RowRange => {
  const first = Math.max(0, Math.min(from, count - 1))
  const last = Math.min(to, count - 1)
  return useMemo(() => ({ from: first, to: last }), [first, last])
}

/**
 * The rows in sight render at once. Those around them follow when the browser has time, unless the reader has jumped elsewhere meanwhile.
 */
const renderedRange = (sight: RowRange, late: RowRange, beyond: number, count: number): RowRange => {
  const isNear = late.from - beyond <= sight.to && late.to + beyond >= sight.from && late.to >= late.from
  if (!isNear) return sight
  return {
    from: Math.max(0, sight.from - beyond, Math.min(sight.from, late.from - beyond)),
    to: Math.min(count - 1, sight.to + beyond, Math.max(sight.to, late.to + beyond)),
  }
}

interface MeasuredRows {
  readonly heights: RowHeights
  readonly measure: RowWindow['measure']
}

/** Heights of rows of which each is as high as its title. The rows in sight stay in their place when rows above them get their height. */
const useMeasuredRows = (
  scroller: RefObject<HTMLElement | null>,
  height: number,
  isMeasured: boolean,
): MeasuredRows => {
  const [measured, setMeasured] = useState<{ readonly height: number; readonly known: ReadonlyMap<number, number> }>({
    height,
    known: NONE_KNOWN,
  })
  const known = measured.height === height ? measured.known : NONE_KNOWN
  const heights = useMemo(() => createRowHeights(height, known), [height, known])
  const take = useStable((entries: readonly ResizeObserverEntry[]) => {
    const next = new Map(known)
    let above = 0
    const element = scroller.current
    for (const { target, borderBoxSize } of entries) {
      const row = Number((target as HTMLElement).dataset['index'])
      const size = borderBoxSize[0]?.blockSize ?? 0
      const before = next.get(row) ?? height
      if (size === 0 || size === before) continue
      if (element && heights.startOf(row) < element.scrollTop) above += size - before
      next.set(row, size)
    }
    if (next.size === known.size && [...next].every(([row, size]) => known.get(row) === size)) return
    setMeasured({ height, known: next })
    if (element && above !== 0) element.scrollTop += above
  })
  const observer = useRef<ResizeObserver>(undefined)
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      observer.current ??= new ResizeObserver(take)
      observer.current.observe(element)
      return () => observer.current?.unobserve(element)
    },
    [take],
  )
  return { heights, measure: isMeasured ? measure : undefined }
}

const NONE_KNOWN: ReadonlyMap<number, number> = new Map()
