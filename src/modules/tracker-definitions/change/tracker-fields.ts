import { Invalid } from '../../../platform/errors.ts'
import type { Reason } from '../../../platform/reasons.ts'
import { fieldType, type FieldTypeName } from '../../fields/index.ts'
import { ANONYMOUS_GROUP, MEMBERS_GROUP, type UserGroupId } from '../../projects/index.ts'
import {
  withContent,
  type Key,
  type NewFormElement,
  type PresentState,
  type TrackerState,
  mapReportView,
} from '../../trackers/index.ts'
import { newDeadEnds } from '../model/check-dependencies.ts'
import type { BindDefinition, FieldRightsDefinition } from '../model/definition.schema.ts'
import { inFormOrder } from '../model/describe-definition.ts'
import type { Names } from '../model/definition-names.ts'
import { parseBindOf, parseElement, parseFieldRights, parseSettings, ranked } from '../parse/parse-elements.ts'
import type { DefinitionParser } from '../model/definition-parsing.ts'
import type { TrackerEdit, EditResult } from './change-tracker.ts'
import { usesOf } from '../model/field-uses.ts'

/** New position of an element: its container, and the sibling after it. null: the top level, or the end. */
export interface ElementPosition {
  readonly parent_id: number | null
  readonly next_sibling_id: number | null
}

/** Members that PATCH /tracker_fields changes; missing members stay unchanged. */
export interface FieldPatch {
  readonly label?: string
  readonly description?: string
  readonly name?: string
  readonly use_it?: boolean
  readonly new_values?: readonly string[]
  readonly move?: ElementPosition
  readonly is_required?: boolean
  readonly has_notifications?: boolean
  readonly settings?: Readonly<Record<string, unknown>>
  readonly bind?: BindDefinition
  readonly permissions?: FieldRightsDefinition
}

export interface NewField extends Partial<ElementPosition> {
  readonly type: FieldTypeName
  readonly name?: string
  readonly label: string
  readonly description?: string
  readonly is_required?: boolean
  readonly has_notifications?: boolean
  readonly settings?: Readonly<Record<string, unknown>>
  readonly bind?: BindDefinition
  readonly permissions?: FieldRightsDefinition
}

const refuse = (text: string, reason: Reason = 'parameter.range'): Invalid =>
  new Invalid(text, { localised: text, reason })

/** The key of the element that `POST` creates. */
export const NEW_FIELD: Key = '+1'

const collectFaults = (names: Names): { parsing: DefinitionParser; faults: string[]; merges: Map<Key, Key> } => {
  const faults: string[] = []
  const merges = new Map<Key, Key>()
  let last = 0
  return {
    faults,
    merges,
    parsing: {
      names,
      fault: (place, text) => void faults.push(`${place}: ${text}`),
      warn: () => undefined,
      newKey: () => `+${++last}`,
      merge: (from, into) => void merges.set(from, into),
    },
  }
}

/** trackers.md §7: small letters without accents; every other character becomes `_`. */
export const fieldNameOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, '_')

export const editField =
  (fieldId: number, patch: FieldPatch): TrackerEdit =>
  (present, names) => {
    const { parsing, faults, merges } = collectFaults(names)
    const key = `F${fieldId}`
    const element = elementOf(present, key)
    let changed: NewFormElement = { ...element, ...withNewNames(patch) }
    if (patch.use_it !== undefined && patch.use_it !== element.isUsed) {
      if (!patch.use_it) requireUnused(present, key)
      changed = { ...changed, isUsed: patch.use_it }
    }
    const place = `form.${changed.name}`
    changed = {
      ...changed,
      ...(patch.is_required !== undefined && { isRequired: patch.is_required }),
      ...(patch.has_notifications !== undefined && { hasNotifications: patch.has_notifications }),
      ...(patch.settings && {
        settings: parseSettings(element.type, { ...element.settings, ...patch.settings }, place, parsing),
      }),
      ...(patch.bind && { bind: parseBindOf(patch.bind, element.bind, `${place}.bind`, parsing) }),
      ...(patch.permissions && { permissions: parseFieldRights(patch.permissions, place, parsing) }),
    }
    if (patch.new_values) changed = withNewValues(changed, patch.new_values, parsing)
    const state = replaceElement(present, key, () => changed)
    if (patch.is_required) faults.push(...newDeadEnds(present, state))
    return { state: patch.move ? moveElement(state, key, patch.move, 'existing') : state, faults, merges }
  }

const elementOf = (state: TrackerState, key: Key): NewFormElement => {
  const element = withContent(state.value.elements).find(one => one.key === key)
  if (!element) throw refuse('The field is not of this tracker.', 'field.unknown')
  return element
}

const withNewNames = ({ label, description, name }: FieldPatch): Partial<NewFormElement> => {
  if (label?.trim() === '') throw refuse('A field needs a label.', 'parameter.required')
  if (name?.trim() === '') throw refuse('A field needs a name.', 'parameter.required')
  return {
    ...(label !== undefined && { label: label.trim() }),
    ...(description !== undefined && { description: description.trim() }),
    ...(name !== undefined && { name: fieldNameOf(name) }),
  }
}

const requireUnused = (present: PresentState, key: Key): void => {
  const uses = usesOf(present, key)
  if (uses.length > 0) throw refuse(`The field cannot go: ${uses.join('; ')}.`, 'conflict')
}

const withNewValues = (
  element: NewFormElement,
  labels: readonly string[],
  parsing: Pick<DefinitionParser, 'newKey'>,
): NewFormElement => {
  const { bind } = element
  if ((element.type !== 'sb' && element.type !== 'rb') || bind?.type !== 'static')
    throw refuse('New values can be given to selectboxes and radio buttons that draw from static values only.')
  const added = labels.map(label => {
    if (label.trim() === '') throw refuse('A value needs a label.', 'parameter.required')
    return {
      key: parsing.newKey(),
      label: label.trim(),
      description: '',
      isHidden: false,
      isDefault: false,
      colorName: null,
      legacyColor: null,
    }
  })
  return { ...element, bind: { ...bind, values: [...bind.values, ...added] } }
}

/** trackers.md §7: permanent. A field in use cannot be removed; reports drop it. */
export const removeField =
  (fieldId: number): TrackerEdit =>
  present => {
    const key = `F${fieldId}`
    requireUnused(present, key)
    const state = replaceElement(present, key, () => undefined)
    const { reports } = state.value
    return {
      state: {
        ...state,
        value: {
          ...state.value,
          reports: reports.map(report => ({
            ...report,
            criteria: report.criteria.filter(criterion => criterion.field !== key),
            renderers: report.renderers.map(renderer => ({
              ...renderer,
              columns: renderer.columns.filter(column => column.field !== key),
              sort: renderer.sort.filter(sort => sort.field !== key),
            })),
            ...(report.view && {
              view: mapReportView(
                report.view,
                field => (field === key ? undefined : field),
                value => value,
              ),
            }),
          })),
        },
      },
    }
  }

/** Rights of a field that has none yet: all users who see the project read, members write. */
const defaultRights = (type: FieldTypeName): NewFormElement['permissions'] => {
  const { family } = fieldType(type)
  if (family === 'container' || family === 'static') return {}
  const read: UserGroupId[] = [ANONYMOUS_GROUP]
  return family === 'readOnly' ? { read } : { read, submit: [MEMBERS_GROUP], update: [MEMBERS_GROUP] }
}

export const addField =
  (field: NewField): TrackerEdit =>
  (present, names): EditResult => {
    const { parsing, faults } = collectFaults(names)
    const name = fieldNameOf(field.name ?? field.label)
    const { parent_id = null, next_sibling_id = null, ...rest } = field
    const element: NewFormElement = {
      ...parseElement({ ...rest, name, label: field.label.trim() }, undefined, parsing),
      ...(field.permissions === undefined && { permissions: defaultRights(field.type) }),
      key: NEW_FIELD,
      rank: Number.MAX_SAFE_INTEGER,
    }
    // Keys of its values follow the key of the field.
    const state = { ...present, value: { ...present.value, elements: [...present.value.elements, element] } }
    return { state: moveElement(state, NEW_FIELD, { parent_id, next_sibling_id }, 'new'), faults }
  }

const replaceElement = (
  state: TrackerState,
  key: Key,
  replace: (element: NewFormElement) => NewFormElement | undefined,
): TrackerState => {
  const walk = (elements: readonly NewFormElement[]): NewFormElement[] =>
    elements.flatMap(element => {
      if (element.key === key) return replace(element) ?? []
      return { ...element, children: walk(element.children) }
    })
  const { id, parentId, triggers, value } = state
  return { id, parentId, triggers, value: { ...value, elements: walk(value.elements) } }
}

/** Moves an element to its new position; changes only the ranks that must change. */
const moveElement = (state: TrackerState, key: Key, place: ElementPosition, what: 'new' | 'existing'): TrackerState => {
  const element = elementOf(state, key)
  const parentKey = place.parent_id === null ? null : `F${place.parent_id}`
  const all = withContent(state.value.elements)
  const parent = parentKey === null ? undefined : all.find(one => one.key === parentKey)
  const present = all.find(one => one.children.some(child => child.key === key))
  if (parentKey !== null && !parent) throw refuse('The container is no element of the form.')
  requirePosition(element, parent, what === 'existing' && parent?.key === present?.key, what)

  const without = replaceElement(state, key, () => undefined)
  const insert = (siblings: readonly NewFormElement[]): NewFormElement[] => {
    const ordered = inFormOrder(siblings)
    const next = place.next_sibling_id === null ? undefined : `F${place.next_sibling_id}`
    const index = next === undefined ? ordered.length : ordered.findIndex(one => one.key === next)
    if (index < 0) throw refuse('The next sibling is no element of that container.')
    return ranked([...ordered.slice(0, index), element, ...ordered.slice(index)])
  }
  if (!parent) return { ...without, value: { ...without.value, elements: insert(without.value.elements) } }
  return replaceElement(without, parent.key, one => ({ ...one, children: insert(one.children) }))
}

const requirePosition = (
  element: NewFormElement,
  parent: NewFormElement | undefined,
  isThere: boolean,
  what: 'new' | 'existing',
): void => {
  const { type } = element
  if (type === 'column' && what === 'existing') throw refuse('A column cannot be moved.')
  if (type === 'column' && parent?.type !== 'fieldset') throw refuse('A column stands in a fieldset.')
  if (type === 'fieldset' && parent) throw refuse('A fieldset stands in no other element.')
  if (type === 'column' || type === 'fieldset') return
  if (parent && fieldType(parent.type).family !== 'container') throw refuse(`A ${parent.type} holds no other elements.`)
  // Forms without columns have their fields in fieldsets; a field can change its position inside its fieldset.
  if (what === 'existing' && parent?.type !== 'column' && !isThere)
    throw refuse('A field can be moved into a column only.')
}
