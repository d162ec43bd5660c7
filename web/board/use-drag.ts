import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from 'react'
import type { ListedArtifact } from '../trackers/tracker-queries.ts'

/** A card in the hand. */
export interface Drag {
  readonly row: ListedArtifact
  readonly from: string
  /** Column under the pointer. */
  readonly over: string | undefined
  /** Of the card, in pixels. */
  readonly width: number
}

export interface DragOptions {
  /** The board, which scrolls when the pointer comes to its edge. */
  readonly board: RefObject<HTMLElement | null>
  /** The picture of the card that follows the pointer. */
  readonly ghost: RefObject<HTMLElement | null>
  readonly onDrop: (row: ListedArtifact, from: string, to: string) => void
}

/** Pixels that a mouse moves before a press is a drag. */
const SLACK = 5
/** A finger rests so long before a touch is a drag: until then it scrolls. */
const HOLD_MS = 300
const EDGE = 40
const STEP = 12

interface Press {
  readonly row: ListedArtifact
  readonly from: string
  readonly card: HTMLElement
  readonly x: number
  readonly y: number
  readonly isTouch: boolean
  readonly hold: ReturnType<typeof setTimeout> | undefined
}

const columnAt = (x: number, y: number): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')?.dataset['column']

/** Drags cards by mouse, pen or finger between elements with `data-column`. */
export const useDrag = ({ board, ghost, onDrop }: DragOptions) => {
  const [drag, setDrag] = useState<Drag>()
  const press = useRef<Press>(undefined)
  const place = useRef({ x: 0, y: 0 })
  const current = useRef<Drag>(undefined)
  const show = (next: Drag | undefined) => {
    current.current = next
    setDrag(next)
  }
  const begin = () => {
    const pressed = press.current
    if (!pressed) return
    show({ row: pressed.row, from: pressed.from, over: pressed.from, width: pressed.card.offsetWidth })
  }
  const end = () => {
    clearTimeout(press.current?.hold)
    press.current = undefined
    show(undefined)
  }
  const follow = useEffectEvent((event: PointerEvent) => {
    const pressed = press.current
    if (!pressed) return
    place.current = { x: event.clientX, y: event.clientY }
    const isFar = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLACK
    const held = current.current
    if (!held) {
      if (isFar && pressed.isTouch) end()
      else if (isFar) begin()
      return
    }
    const over = columnAt(event.clientX, event.clientY)
    if (over !== held.over) show({ ...held, over })
  })
  const release = useEffectEvent(() => {
    const held = current.current
    end()
    if (!held) return
    preventNextClick()
    if (held.over !== undefined && held.over !== held.from) onDrop(held.row, held.from, held.over)
  })
  const cancel = useEffectEvent((event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Escape') return
    if (current.current) event.stopPropagation()
    end()
  })
  const keepStill = useEffectEvent((event: TouchEvent) => {
    if (current.current) event.preventDefault()
  })
  useEffect(() => {
    const options = { capture: true }
    const still = { passive: false, capture: true }
    document.addEventListener('pointermove', follow, options)
    document.addEventListener('pointerup', release, options)
    document.addEventListener('pointercancel', cancel, options)
    document.addEventListener('keydown', cancel, options)
    document.addEventListener('touchmove', keepStill, still)
    return () => {
      document.removeEventListener('pointermove', follow, options)
      document.removeEventListener('pointerup', release, options)
      document.removeEventListener('pointercancel', cancel, options)
      document.removeEventListener('keydown', cancel, options)
      document.removeEventListener('touchmove', keepStill, still)
    }
  }, [])
  const isHeld = drag !== undefined
  useEffect(() => {
    if (!isHeld) return undefined
    let frame = requestAnimationFrame(function draw() {
      const { x, y } = place.current
      if (ghost.current) ghost.current.style.transform = `translate(${x + 8}px, ${y + 8}px)`
      scrollAtEdges(board.current, x, y)
      frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [isHeld, board, ghost])
  const onPointerDown = (event: ReactPointerEvent, row: ListedArtifact, from: string) => {
    if (event.button !== 0 || (event.target as Element).closest('button')) return
    const isTouch = event.pointerType === 'touch'
    press.current = {
      row,
      from,
      card: event.currentTarget as HTMLElement,
      x: event.clientX,
      y: event.clientY,
      isTouch,
      hold: isTouch ? setTimeout(begin, HOLD_MS) : undefined,
    }
    place.current = { x: event.clientX, y: event.clientY }
  }
  return { drag, onPointerDown }
}

/** A card that is let go over itself would open its link. */
const preventNextClick = (): void => {
  const prevent = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', prevent, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', prevent, { capture: true }), 0)
}

const scrollAtEdges = (board: HTMLElement | null, x: number, y: number): void => {
  if (!board) return
  const { left, right } = board.getBoundingClientRect()
  if (x < left + EDGE) board.scrollLeft -= STEP
  else if (x > right - EDGE) board.scrollLeft += STEP
  const list = document.elementFromPoint(x, y)?.closest('[data-column]')?.querySelector('.board-list')
  if (!list) return
  const { top, bottom } = list.getBoundingClientRect()
  if (y < top + EDGE) list.scrollTop -= STEP
  else if (y > bottom - EDGE) list.scrollTop += STEP
}
