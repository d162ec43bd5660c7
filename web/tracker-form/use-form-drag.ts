import { useRef, type PointerEvent, type RefObject } from 'react'
import { useDrag } from '../design/use-drag.ts'
import { placeOf, placesFor, withoutIt, type ElementType, type Place } from '../tracker-settings/model/form-edits.ts'
import { useWorkingCopy } from '../tracker-settings/model/use-working-copy.ts'
import { placeKey, placeOfKey, placesAt } from './places.ts'

/** An element in the hand. */
export interface Held {
  readonly type: ElementType
  readonly label: string
  /** Undefined: an element that is not there yet. */
  readonly name?: string
}

const EDGE = 48
const STEP = 10

/** Drags elements of the form, and new ones of a kind, to places that their type may take. */
export const useFormDrag = (
  ghost: RefObject<HTMLDivElement | null>,
  canvas: RefObject<HTMLDivElement | null>,
  onDrop: (item: Held, place: Place) => void,
) => {
  const { mine } = useWorkingCopy()
  const held = useRef<Held>(undefined)
  const allowed = (type: string, name: string | undefined) => {
    const form = name === undefined ? mine.form : withoutIt(mine.form, name)
    return new Set(placesFor(form, type).map(placeKey))
  }
  const drag = useDrag<Held>({
    ghost,
    placeAt: (x, y) => {
      const item = held.current
      if (!item || !canvas.current?.contains(document.elementFromPoint(x, y))) return undefined
      const { name } = item
      const own = name === undefined ? undefined : placeOf(mine.form, name)
      const places = allowed(item.type, name)
      const found = placesAt(mine.form, x, y)
        // Before itself is where it is.
        .map(place => (own && place.before === name ? own : place))
        .find(place => places.has(placeKey(place)))
      return found && placeKey(found)
    },
    onScroll: (_x, y) => scrollAtEdges(canvas.current, y),
    onDrop: (item, _from, to) => onDrop(item, placeOfKey(to)),
  })
  const onPointerDown = (event: PointerEvent, item: Held, from: string) => {
    held.current = item
    drag.onPointerDown(event, item, from)
  }
  return { drag: drag.drag, onPointerDown }
}

const scrollAtEdges = (list: HTMLElement | null, y: number): void => {
  if (!list) return
  const { top, bottom } = list.getBoundingClientRect()
  if (y < top + EDGE) list.scrollTop -= STEP
  else if (y > bottom - EDGE) list.scrollTop += STEP
}
