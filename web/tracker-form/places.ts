// Places of the form as keys of a drag. Names of elements have no bar.
import { parentOf, type Place } from '../tracker-settings/model/form-edits.ts'
import type { ElementDefinition } from '../tracker-settings/model/definition.ts'

export const placeKey = ({ parent, before }: Place): string => `${parent ?? ''}|${before ?? ''}`

export const placeOfKey = (key: string): Place => {
  const [parent = '', before = ''] = key.split('|')
  return { parent: parent === '' ? null : parent, before: before === '' ? null : before }
}

/** Elements narrower than this part of their list stand beside others. */
const BESIDE = 0.7

/** The places that a point of the window may mean, the nearest first. */
export const placesAt = (form: readonly ElementDefinition[], x: number, y: number): readonly Place[] => {
  const under = document.elementFromPoint(x, y)
  const places: Place[] = []
  for (let item: Element | null = under?.closest('[data-element], [data-container]') ?? null; item;) {
    const { element: name, container } = (item as HTMLElement).dataset
    if (name !== undefined) places.push(...placesBeside(form, item as HTMLElement, name, x, y))
    else if (container !== undefined) places.push({ parent: container === '' ? null : container, before: null })
    item = item.parentElement?.closest('[data-element], [data-container]') ?? null
  }
  return places
}

const placesBeside = (
  form: readonly ElementDefinition[],
  item: HTMLElement,
  name: string,
  x: number,
  y: number,
): readonly Place[] => {
  const { left, top, width, height } = item.getBoundingClientRect()
  const isBeside = width < (item.parentElement?.clientWidth ?? width) * BESIDE
  const isBefore = isBeside ? x < left + width / 2 : y < top + height / 2
  const parent = parentOf(form, name)?.name ?? null
  const next = item.nextElementSibling instanceof HTMLElement ? item.nextElementSibling.dataset['element'] : undefined
  return [{ parent, before: isBefore ? name : (next ?? null) }]
}
