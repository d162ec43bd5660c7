// Changes of the form of a tracker: elements that come, move, get other names, and go.
import {
  elementsOf,
  READ_ONLY_TYPES,
  withElement,
  type ElementDefinition,
  type TrackerDefinition,
} from './definition.ts'
import { usesOf, isKeptOffTheForm, withFieldNames, withQueryNames, withReportNames } from './field-names.ts'

type Form = readonly ElementDefinition[]
export type ElementType = ElementDefinition['type']

/** Elements without values. */
export const LAYOUT_TYPES: readonly string[] = ['fieldset', 'column', 'staticrichtext', 'separator', 'linebreak']
const CONTAINERS: readonly string[] = ['fieldset', 'column']
/** Lists of which an artifact has one value. */
export const SINGLE_TYPES: readonly string[] = ['sb', 'rb']
const MULTIPLE_TYPES: readonly string[] = ['msb', 'cb']
/** Lists of a fixed set of values. */
export const CHOICE_TYPES: readonly string[] = [...SINGLE_TYPES, ...MULTIPLE_TYPES]
/** Short name of the longest element. */
const MAX_NAME = 255

export const isContainer = ({ type }: Pick<ElementDefinition, 'type'>): boolean => CONTAINERS.includes(type)
export const isListType = (type: string): boolean => CHOICE_TYPES.includes(type) || type === 'tbl'
export const isUsed = ({ is_used: used }: ElementDefinition): boolean => used !== false
/** People fill it in. */
export const takesValues = (type: string): boolean => !LAYOUT_TYPES.includes(type) && !READ_ONLY_TYPES.includes(type)

/** A place on the form: before an element that is on it, or at the end of its container. Null as parent: the form itself. */
export interface Place {
  readonly parent: string | null
  readonly before: string | null
}

/** A fieldset stands on the form itself, a column in a fieldset, everything else anywhere. */
const mayHold = (container: ElementDefinition | null, type: string): boolean => {
  if (type === 'fieldset') return container === null
  if (type === 'column') return container?.type === 'fieldset'
  return true
}

/** All places that an element of the type may take, from the top of the form to its end. */
export const placesFor = (form: Form, type: string, container: ElementDefinition | null = null): readonly Place[] => {
  const children = (container ? (container.content ?? []) : form).filter(isUsed)
  const here = mayHold(container, type)
  const parent = container?.name ?? null
  return [
    ...children.flatMap(child => [
      ...(here ? [{ parent, before: child.name }] : []),
      ...(isContainer(child) ? placesFor(form, type, child) : []),
    ]),
    ...(here ? [{ parent, before: null }] : []),
  ]
}

export const parentOf = (form: Form, name: string): ElementDefinition | undefined =>
  elementsOf(form).find(({ content = [] }) => content.some(child => child.name === name))

/** The place of an element that is on the form. */
export const placeOf = (form: Form, name: string): Place => {
  const parent = parentOf(form, name)
  const siblings = (parent ? (parent.content ?? []) : form).filter(each => isUsed(each) || each.name === name)
  const at = siblings.findIndex(each => each.name === name)
  return { parent: parent?.name ?? null, before: siblings[at + 1]?.name ?? null }
}

/** The form without an element, and without what it holds. */
export const withoutIt = (form: Form, name: string): Form =>
  form
    .filter(element => element.name !== name)
    .map(element => (element.content ? { ...element, content: withoutIt(element.content, name) } : element))

const inserted = (siblings: Form, element: ElementDefinition, before: string | null): Form => {
  const at = before === null ? -1 : siblings.findIndex(({ name }) => name === before)
  return siblings.toSpliced(at < 0 ? siblings.length : at, 0, element)
}

export const withAdded = (form: Form, element: ElementDefinition, { parent, before }: Place): Form =>
  parent === null
    ? inserted(form, element, before)
    : withElement(form, parent, container => ({
        ...container,
        content: inserted(container.content ?? [], element, before),
      }))

export const withMoved = (form: Form, name: string, place: Place): Form => {
  const element = elementsOf(form).find(each => each.name === name)
  return element ? withAdded(withoutIt(form, name), element, place) : form
}

export type Direction = 'up' | 'down' | 'before' | 'after'

/** The form with an element one place further, or in the container before or after. The same form at its ends. */
export const withStepped = (form: Form, name: string, direction: Direction): Form => {
  const element = elementsOf(form).find(each => each.name === name)
  if (!element) return form
  const from = placeOf(form, name)
  const places = placesFor(withoutIt(form, name), element.type)
  const at = places.findIndex(({ parent, before }) => parent === from.parent && before === from.before)
  const others = (place: Place) => place.parent !== from.parent
  const target =
    direction === 'up'
      ? places[at - 1]
      : direction === 'down'
        ? places[at + 1]
        : direction === 'after'
          ? places.slice(at).find(others)
          : places.slice(0, Math.max(at, 0)).findLast(others)
  return target ? withMoved(form, name, target) : form
}

/** The place for a new element beside the chosen one. Undefined: the type has no place on this form. */
export const placeBeside = (form: Form, type: ElementType, chosen: string | undefined): Place | undefined => {
  const places = placesFor(form, type)
  if (chosen === undefined || !elementsOf(form).some(({ name }) => name === chosen)) return lastPlace(form, places)
  const trail = [chosen]
  for (let parent = parentOf(form, chosen); parent; parent = parentOf(form, parent.name)) trail.push(parent.name)
  // At the end of the chosen container, else behind the chosen element, else behind what holds it.
  const inside = places.find(({ parent, before }) => parent === chosen && before === null)
  if (inside) return inside
  for (const name of trail) {
    const { parent, before } = placeOf(form, name)
    const behind = places.find(place => place.parent === parent && place.before === before)
    if (behind) return behind
    const within = places.find(place => place.parent === name && place.before === null)
    if (within) return within
  }
  return lastPlace(form, places)
}

/** The end of the last container that may hold it: a form of fieldsets has no field beside them. */
const lastPlace = (form: Form, places: readonly Place[]): Place | undefined => {
  const last = form.filter(each => isUsed(each) && each.type === 'fieldset').at(-1)
  const column = last?.content?.filter(each => isUsed(each) && each.type === 'column').at(-1)
  return (
    places.find(({ parent, before }) => parent === (column?.name ?? last?.name ?? null) && before === null) ??
    places.findLast(({ parent }) => parent === (last?.name ?? null)) ??
    places.at(-1)
  )
}

/** The word as a short name: small letters without accents, digits and underscores. */
export const slugOf = (label: string): string =>
  label
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, MAX_NAME - 10)

/** A short name for a label. Names of elements that are gone are not free: a new element would take over their values. */
export const freeName = (base: TrackerDefinition, { form }: TrackerDefinition, label: string, type: string): string => {
  const taken = new Set([...elementsOf(base.form), ...elementsOf(form)].map(({ name }) => name))
  const slug = slugOf(label) || type.toLowerCase()
  let number = 1
  while (taken.has(number === 1 ? slug : `${slug}_${number}`)) number++
  return number === 1 ? slug : `${slug}_${number}`
}

const MEMBERS = ['project_members']

/** An element as it is added: everybody sees it, members of the project fill it in. */
export const newElement = (type: ElementType, name: string, label: string): ElementDefinition => ({
  type,
  name,
  label,
  description: '',
  is_required: false,
  is_used: true,
  has_notifications: false,
  ...(isContainer({ type }) && { content: [] }),
  ...(isListType(type) && { bind: { type: 'static', values: [] } }),
  ...(!LAYOUT_TYPES.includes(type) && {
    permissions: takesValues(type)
      ? { read: ['all_users'], submit: MEMBERS, update: MEMBERS }
      : { read: ['all_users'], submit: [], update: [] },
  }),
})

/** An element twice, the second behind the first, with what it holds. */
export const withDouble = (
  base: TrackerDefinition,
  definition: TrackerDefinition,
  name: string,
  labelOf: (label: string) => string,
): { readonly definition: TrackerDefinition; readonly name: string } => {
  const element = elementsOf(definition.form).find(each => each.name === name)
  if (!element) return { definition, name }
  const taken = new Set<string>()
  const double = ({ previous_name: _, ...each }: ElementDefinition, label: string): ElementDefinition => {
    let free = freeName(base, definition, each.name, each.type)
    while (taken.has(free)) free = `${free}_2`
    taken.add(free)
    return {
      ...each,
      name: free,
      label,
      ...(each.bind?.values && {
        bind: { ...each.bind, values: each.bind.values.map(({ previous_label: _former, ...value }) => value) },
      }),
      ...(each.content && { content: each.content.map(child => double(child, child.label)) }),
    }
  }
  const copy = double(element, labelOf(element.label))
  return {
    definition: { ...definition, form: withAdded(definition.form, copy, placeOf(definition.form, name)) },
    name: copy.name,
  }
}

export type NameFault = 'form' | 'taken' | 'former'

/** A reason why an element cannot have the name: its letters, or another element that has it, or had it before these edits. */
export const faultOfName = (
  base: TrackerDefinition,
  { form }: TrackerDefinition,
  element: ElementDefinition,
  name: string,
): NameFault | undefined => {
  if (!/^[a-z0-9_-]+$/.test(name) || name.length > MAX_NAME) return 'form'
  if (elementsOf(form).some(each => each !== element && each.name === name)) return 'taken'
  const own = element.previous_name ?? element.name
  return name !== own && elementsOf(base.form).some(each => each.name === name) ? 'former' : undefined
}

/** Another short name of an element; everything that names it follows, and artifacts keep their values. */
export const withRenamed = (
  base: TrackerDefinition,
  definition: TrackerDefinition,
  name: string,
  next: string,
): TrackerDefinition => {
  const rename = (each: string): string => (each === name ? next : each)
  const followed = withQueryNames(withReportNames(withFieldNames(definition, rename), rename), name, next)
  return {
    ...followed,
    form: withElement(followed.form, name, ({ previous_name: previous, ...element }) => {
      const original = previous ?? name
      const isKnown = elementsOf(base.form).some(each => each.name === original)
      return { ...element, name: next, ...(isKnown && original !== next && { previous_name: original }) }
    }),
  }
}

const withoutUses = (definition: TrackerDefinition, name: string): TrackerDefinition =>
  withFieldNames(definition, each => (each === name ? undefined : each))

/** An element that keeps its values, but is off the form. Rules, workflow and semantics cannot name it any more. */
export const withTakenOff = (definition: TrackerDefinition, name: string): TrackerDefinition => {
  const { tooltip, card_fields: card } = definition.semantics
  const needsMore = usesOf(definition, name).some(use => !isKeptOffTheForm(use))
  const left = needsMore ? withoutUses(definition, name) : definition
  return {
    ...left,
    semantics: { ...left.semantics, ...(tooltip && { tooltip }), ...(card && { card_fields: card }) },
    form: withElement(left.form, name, element => ({ ...element, is_used: false })),
  }
}

/** An element that comes back, at the place. */
export const withPutBack = (definition: TrackerDefinition, name: string, place: Place): TrackerDefinition => ({
  ...definition,
  form: withElement(withMoved(definition.form, name, place), name, element => ({ ...element, is_used: true })),
})

/** The definition without an element, and without all that needs it. The contents of a container stay at its place. */
export const withoutElement = (definition: TrackerDefinition, name: string): TrackerDefinition => {
  const element = elementsOf(definition.form).find(each => each.name === name)
  const left = withReportNames(withoutUses(definition, name), each => (each === name ? undefined : each))
  // Columns stand in fieldsets only: without theirs, their contents stand alone.
  const held = element?.content ?? []
  const columns = element?.type === 'fieldset' ? held.filter(({ type }) => type === 'column') : []
  const content = held.flatMap(each => (columns.includes(each) ? (each.content ?? []) : [each]))
  const spliced = (siblings: Form): Form =>
    siblings.flatMap(each =>
      each.name === name ? content : [each.content ? { ...each, content: spliced(each.content) } : each],
    )
  return { ...left, form: spliced(left.form) }
}

/** Types that an element may change to without a loss of its values. A single list can become a multiple one, but not the reverse. */
export const typesFor = (type: ElementType): readonly ElementType[] =>
  (SINGLE_TYPES.includes(type)
    ? CHOICE_TYPES
    : MULTIPLE_TYPES.includes(type)
      ? MULTIPLE_TYPES
      : [type]) as ElementType[]
