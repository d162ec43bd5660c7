import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { toast } from '../design/feedback/toast.tsx'
import { announce } from '../live/announcer.tsx'
import { elementsOf, withElement, type ElementDefinition } from '../tracker-settings/model/definition.ts'
import { isKeptOffTheForm, usesOf } from '../tracker-settings/model/field-names.ts'
import {
  freeName,
  isUsed,
  newElement,
  placeBeside,
  placeOf,
  placesFor,
  withAdded,
  withDouble,
  withMoved,
  withoutElement,
  withPutBack,
  withStepped,
  withTakenOff,
  type Direction,
  type ElementType,
  type Place,
} from '../tracker-settings/model/form-edits.ts'
import { useWorkingCopy } from '../tracker-settings/model/use-working-copy.ts'
import type { Held } from './use-form-drag.ts'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/settings/fields')

/** The edits of the form; some ask in a dialog before. */
export const useFormEdits = (canvas: RefObject<HTMLDivElement | null>) => {
  const { t } = useLingui()
  const { base, mine, change } = useWorkingCopy()
  const { element: wanted } = route.useSearch()
  const navigate = route.useNavigate()
  const [moving, setMoving] = useState<string>()
  const [removing, setRemoving] = useState<{ readonly name: string; readonly how: 'take off' | 'delete' }>()
  const focusOn = useFocusOn(canvas)
  const all = elementsOf(mine.form)
  const find = (name: string | undefined) => all.find(each => each.name === name)
  const chosen = find(wanted)
  const choose = (name: string | undefined) =>
    void navigate({ search: name === undefined ? {} : { element: name }, replace: true, resetScroll: false })
  const setForm = (form: readonly ElementDefinition[]) => change(each => ({ ...each, form }))
  const labelOf = (name: string) => find(name)?.label ?? name
  const refusalOf = (type: ElementType): string | undefined => {
    if (type === 'art_link' && all.some(each => each.type === 'art_link' && isUsed(each)))
      return t`The form has a field for links already.`
    return placesFor(mine.form, type).length === 0 ? t`A column stands in a fieldset: add one first.` : undefined
  }
  const put = (type: ElementType, label: string, place: Place) => {
    const name = freeName(base.definition, mine, label, type)
    setForm(withAdded(mine.form, newElement(type, name, label), place))
    choose(name)
    focusOn(name)
    announce(t`${label} is on the form`)
  }
  const add = (type: ElementType, label: string) => {
    const refusal = refusalOf(type)
    const place = placeBeside(mine.form, type, chosen && isUsed(chosen) ? chosen.name : undefined)
    if (refusal !== undefined || !place) toast(refusal ?? t`There is no place for it on the form.`)
    else put(type, label, place)
  }
  const move = (name: string, place: Place) => {
    const element = find(name)
    if (!element) return
    if (isUsed(element)) setForm(withMoved(mine.form, name, place))
    else change(each => withPutBack(each, name, place))
    focusOn(name)
  }
  const takeOff = (name: string) => {
    const element = find(name)
    if ((element?.content ?? []).some(isUsed)) toast(t`${labelOf(name)} holds elements: move them first.`)
    else if (usesOf(mine, name).some(use => !isKeptOffTheForm(use))) setRemoving({ name, how: 'take off' })
    else change(each => withTakenOff(each, name))
  }
  const confirm = () => {
    if (!removing) return
    const { name, how } = removing
    change(each => (how === 'delete' ? withoutElement(each, name) : withTakenOff(each, name)))
    if (how === 'delete') choose(undefined)
  }
  const removed = find(removing?.name)
  return {
    chosen,
    choose,
    refusalOf,
    add,
    takeOff,
    move,
    askMove: setMoving,
    askDelete: (name: string) => setRemoving({ name, how: 'delete' }),
    set: (element: ElementDefinition) =>
      change(each => ({ ...each, form: withElement(each.form, element.name, () => element) })),
    drop: (item: Held, place: Place) =>
      item.name === undefined ? put(item.type, item.label, place) : move(item.name, place),
    step: (name: string, direction: Direction) => {
      const next = withStepped(mine.form, name, direction)
      if (next === mine.form) return
      setForm(next)
      focusOn(name)
      const { parent } = placeOf(next, name)
      const into = parent === null ? t`the form itself` : labelOf(parent)
      announce(t`${labelOf(name)} moved, in ${into}`)
    },
    double: (name: string) => {
      const { definition, name: copy } = withDouble(base.definition, mine, name, label => t`${label} (copy)`)
      change(() => definition)
      choose(copy)
      focusOn(copy)
    },
    putBack: (element: ElementDefinition) => {
      const place = placeBeside(mine.form, element.type, undefined)
      if (place) move(element.name, place)
    },
    moving: find(moving),
    endMove: () => setMoving(undefined),
    removing: removed && removing && { element: removed, how: removing.how },
    confirmRemoval: confirm,
    endRemoval: () => setRemoving(undefined),
  }
}

/** An element that moves, or is new, is another part of the page afterwards: the focus goes along. */
const useFocusOn = (canvas: RefObject<HTMLDivElement | null>): ((name: string) => void) => {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    const { current: name } = wanted
    if (name === undefined) return
    const button = canvas.current?.querySelector<HTMLElement>(`[data-element="${CSS.escape(name)}"] > .build-button`)
    if (!button) return
    wanted.current = undefined
    button.focus()
    button.scrollIntoView({ block: 'nearest' })
  })
  return name => {
    wanted.current = name
  }
}
