import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from 'react'

/** Something in the hand. */
export interface Drag<Item> {
  readonly item: Item
  /** Key of the place that the item comes from. */
  readonly from: string
  /** Key of the place under the pointer. */
  readonly over: string | undefined
  /** Of the element that was taken, in pixels. */
  readonly width: number
}

export interface DragOptions<Item> {
  /** The picture that follows the pointer. */
  readonly ghost: RefObject<HTMLElement | null>
  /** Key of the place at a point of the window, if something can be dropped there. */
  readonly placeAt: (x: number, y: number) => string | undefined
  /** Called for each frame: scrolls what is near the pointer. */
  readonly onScroll: (x: number, y: number) => void
  readonly onDrop: (item: Item, from: string, to: string) => void
}

/** Pixels that a mouse moves before a press is a drag. */
const SLACK = 5
/** A finger rests so long before a touch is a drag: until then it scrolls. */
const HOLD_MS = 300

interface Press<Item> {
  readonly item: Item
  readonly from: string
  readonly element: HTMLElement
  readonly x: number
  readonly y: number
  readonly isTouch: boolean
  readonly hold: ReturnType<typeof setTimeout> | undefined
}

/** Drags items by mouse, pen or finger from place to place. */
export const useDrag = <Item>({ ghost, placeAt, onScroll, onDrop }: DragOptions<Item>) => {
  const [drag, setDrag] = useState<Drag<Item>>()
  const press = useRef<Press<Item>>(undefined)
  const place = useRef({ x: 0, y: 0 })
  const current = useRef<Drag<Item>>(undefined)
  const show = (next: Drag<Item> | undefined) => {
    current.current = next
    setDrag(next)
  }
  const begin = () => {
    const pressed = press.current
    if (!pressed) return
    show({ item: pressed.item, from: pressed.from, over: pressed.from, width: pressed.element.offsetWidth })
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
    const over = placeAt(event.clientX, event.clientY)
    if (over !== held.over) show({ ...held, over })
  })
  const release = useEffectEvent(() => {
    const held = current.current
    end()
    if (!held) return
    preventNextClick()
    if (held.over !== undefined && held.over !== held.from) onDrop(held.item, held.from, held.over)
  })
  const cancel = useEffectEvent((event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Escape') return
    if (current.current) event.stopPropagation()
    end()
  })
  const keepStill = useEffectEvent((event: TouchEvent) => {
    if (current.current) event.preventDefault()
  })
  const scroll = useEffectEvent((x: number, y: number) => onScroll(x, y))
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
      scroll(x, y)
      frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [isHeld, ghost])
  const onPointerDown = (event: ReactPointerEvent, item: Item, from: string) => {
    const button = (event.target as Element).closest('button')
    if (event.button !== 0 || (button && button !== event.currentTarget)) return
    const isTouch = event.pointerType === 'touch'
    press.current = {
      item,
      from,
      element: event.currentTarget as HTMLElement,
      x: event.clientX,
      y: event.clientY,
      isTouch,
      hold: isTouch ? setTimeout(begin, HOLD_MS) : undefined,
    }
    place.current = { x: event.clientX, y: event.clientY }
  }
  return { drag, onPointerDown }
}

/** An item that is let go over itself would open its link. */
const preventNextClick = (): void => {
  const prevent = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', prevent, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', prevent, { capture: true }), 0)
}
