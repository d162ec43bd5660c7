import { childNamed, childrenNamed, childText, isTrue, type XmlNode } from '../../../platform/xml/node.ts'
import {
  fieldType,
  groupOfSource,
  isFieldTypeName,
  isUserSource,
  type FieldTypeName,
  type LegacyColor,
} from '../../fields/index.ts'
import { isStaticGroup } from '../../projects/index.ts'
import type { NewBind, NewBindValue, NewGroupBindValue } from '../../trackers/index.ts'
import { refOf, type ElementDraft, type DeclaredKeys } from '../archive/declared-keys.ts'
import type { Groups } from '../archive/archive-groups.ts'
import type { Messages } from '../archive/import-messages.ts'
import type { UserReferences } from './user-references.ts'

export interface FormContext {
  readonly keys: DeclaredKeys
  readonly messages: Messages
  readonly groups: Groups
  readonly references: UserReferences
  readonly trackerKey: string
}

const listTypes: ReadonlySet<FieldTypeName> = new Set(['sb', 'msb', 'rb', 'cb', 'tbl'])
const containerTypes: ReadonlySet<FieldTypeName> = new Set(['fieldset', 'column'])

/** The elements of a form with their content, in the order in which they get their ids (import.md §5.2). */
export const planFormElements = (container: XmlNode | undefined, context: FormContext): ElementDraft[] => {
  if (!container) return []
  const usedNames = new Set<string>()
  return planLevel(
    container.children.filter(node => node.name === 'formElement' || node.name === 'externalField'),
    context,
    usedNames,
  )
}

const planLevel = (nodes: readonly XmlNode[], context: FormContext, usedNames: Set<string>): ElementDraft[] =>
  nodes.flatMap(node => planElement(node, context, usedNames) ?? [])

const planContent = (content: XmlNode, context: FormContext, usedNames: Set<string>): readonly ElementDraft[] => {
  // In a container the external fields follow all others.
  const nodes = [...childrenNamed(content, 'formElement'), ...childrenNamed(content, 'externalField')]
  return inDocumentOrder(planLevel(nodes, context, usedNames), content)
}

const planElement = (node: XmlNode, context: FormContext, usedNames: Set<string>): ElementDraft | undefined => {
  const { keys, messages } = context
  const type = (node.attributes['type'] ?? '').trim()
  const key = (node.attributes['ID'] ?? '').trim()
  if (type === '' && node.name === 'externalField') {
    // §5.2: an empty placeholder is no error.
    if (key !== '') keys.declare(key, node)
    return undefined
  }
  if (!isFieldTypeName(type)) {
    messages.warn(node, `the kind of form element "${type}" is not known: "${childText(node, 'name')}" was skipped`)
    declareBelow(node, keys)
    return undefined
  }
  if (key === '') {
    messages.error(node, `<${node.name}> has no key (ID)`)
    return undefined
  }
  if (!keys.declare(key, node)) {
    for (const child of node.children) declareBelow(child, keys)
    return undefined
  }

  const name = uniqueName(node, type, context, usedNames)
  const bind = planBind(node, key, type, context)
  const content = childNamed(node, 'formElements')
  if (content && !containerTypes.has(type)) {
    messages.warn(content, `"${name}" is no container: what is inside it was skipped`)
    for (const child of content.children) declareBelow(child, keys)
  }
  const element: ElementDraft = {
    key,
    trackerKey: context.trackerKey,
    node,
    type,
    name,
    label: childText(node, 'label') || name,
    description: childText(node, 'description'),
    rank: rankOf(node, messages),
    isRequired: isTrue(node.attributes['required']?.trim()),
    isUsed: node.attributes['use_it'] === undefined || isTrue(node.attributes['use_it'].trim()),
    hasNotifications: isTrue(node.attributes['notifications']?.trim()),
    settings: fieldType(type).importSettings(childNamed(node, 'properties'), text =>
      messages.warn(node, `"${name}": ${text}`),
    ),
    bind: bind?.bind ?? null,
    noneColorName: bind?.none.name ?? null,
    noneLegacyColor: bind?.none.legacy ?? null,
    permissions: { read: new Set(), submit: new Set(), update: new Set() },
    children: content && containerTypes.has(type) ? planContent(content, context, usedNames) : [],
  }
  keys.addElement(element)
  return element
}

/**
 * Elements of one rank are shown in the order of the document (import.md §5.2), but stored elements in the order of creation. If the two
 * orders differ, the elements of a container get new ranks.
 */
const inDocumentOrder = (created: readonly ElementDraft[], container: XmlNode): readonly ElementDraft[] => {
  const place = (draft: ElementDraft): number => container.children.indexOf(draft.node)
  const byCreation = [...created].sort((one, other) => one.rank - other.rank)
  const byDocument = [...created].sort((one, other) => one.rank - other.rank || place(one) - place(other))
  if (byDocument.every((draft, index) => draft === byCreation[index])) return created
  const ranks = new Map(byDocument.map((draft, index) => [draft, index]))
  return created.map(draft => Object.assign(draft, { rank: ranks.get(draft) ?? draft.rank }))
}

/** Declares the keys of a part that is not imported: references to them are no errors. */
const declareBelow = (node: XmlNode, keys: DeclaredKeys): void => {
  const key = (node.attributes['ID'] ?? '').trim()
  if (key !== '') keys.declare(key, node)
  for (const child of node.children) declareBelow(child, keys)
}

const rankOf = (node: XmlNode, messages: Messages): number => {
  const text = (node.attributes['rank'] ?? '').trim()
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  if (text !== '' || node.name === 'externalField') messages.error(node, `the rank "${text}" is not a whole number`)
  return 0
}

const uniqueName = (node: XmlNode, type: FieldTypeName, context: FormContext, usedNames: Set<string>): string => {
  const given = childText(node, 'name')
  if (!/^[a-z0-9_-]+$/i.test(given))
    context.messages.error(node, `"${given}" is no name of a field: letters without accents, digits, - and _ make one`)
  let name = given
  // §5.2: the second element of a name gets _1, the third _11, and so on.
  for (let suffix = '_1'; usedNames.has(name); suffix += '1') name = given + suffix
  usedNames.add(name)
  const { family } = fieldType(type)
  if (name !== given && family !== 'container' && family !== 'static')
    context.messages.warn(node, `the tracker has two elements named "${given}": this field is now named "${name}"`)
  return name
}

interface PlannedBind {
  readonly bind: NewBind
  readonly none: { readonly name: string | null; readonly legacy: LegacyColor | null }
}

interface Color {
  readonly name: string | null
  readonly legacy: LegacyColor | null
}

const NO_COLOR: Color = { name: null, legacy: null }

const planBind = (
  field: XmlNode,
  fieldKey: string,
  type: FieldTypeName,
  context: FormContext,
): PlannedBind | undefined => {
  if (!listTypes.has(type)) return undefined
  const node = childNamed(field, 'bind')
  // §5.3: a list without bind has no values.
  if (!node) return { bind: { type: 'static', isRankAlpha: false, values: [] }, none: NO_COLOR }
  const items = childNamed(node, 'items')?.children ?? []
  const decorators = childNamed(node, 'decorators')?.children ?? []
  const colors = new Map(decorators.map(decorator => [refOf(decorator), colorOf(decorator, context.messages)]))
  const defaults = childNamed(node, 'default_values')?.children.filter(child => child.name === 'value') ?? []
  const defaultKeys = new Set(defaults.map(refOf))
  const none = colors.get('') ?? NO_COLOR
  switch (node.attributes['type']?.trim()) {
    case 'users':
      return { bind: planUsersBind(items, defaults, context), none }
    case 'ugroups':
      return { bind: { type: 'ugroups', values: planGroupValues(items, fieldKey, defaultKeys, context) }, none }
    default:
      return {
        bind: {
          type: 'static',
          isRankAlpha: isTrue(node.attributes['is_rank_alpha']?.trim()),
          values: planStaticValues(items, fieldKey, defaultKeys, colors, context),
        },
        none,
      }
  }
}

const itemKey = (item: XmlNode, context: FormContext): string | undefined => {
  const key = (item.attributes['ID'] ?? '').trim()
  if (key === '') context.messages.error(item, '<item> has no key (ID)')
  return key !== '' && context.keys.declare(key, item) ? key : undefined
}

const planStaticValues = (
  items: readonly XmlNode[],
  fieldKey: string,
  defaults: ReadonlySet<string>,
  colors: ReadonlyMap<string, Color>,
  context: FormContext,
): NewBindValue[] =>
  items.flatMap(item => {
    const key = itemKey(item, context)
    if (key === undefined) return []
    const given = (item.attributes['label'] ?? '').trim()
    if (given === '') context.messages.warn(item, `a value of a list has no label: it is called "${key}"`)
    const label = given || key
    const isHidden = isTrue(item.attributes['is_hidden']?.trim())
    const color = colors.get(key) ?? NO_COLOR
    context.keys.addValue({ key, fieldKey, label, isHidden, groupId: undefined })
    return [
      {
        key,
        label,
        description: childText(item, 'description'),
        isHidden,
        isDefault: defaults.has(key),
        colorName: color.name,
        legacyColor: color.legacy,
      },
    ]
  })

const planGroupValues = (
  items: readonly XmlNode[],
  fieldKey: string,
  defaults: ReadonlySet<string>,
  context: FormContext,
): NewGroupBindValue[] =>
  items.flatMap(item => {
    const key = itemKey(item, context)
    if (key === undefined) return []
    const label = (item.attributes['label'] ?? '').trim()
    const groupId = context.groups.find(label)
    if (groupId === undefined) {
      context.messages.warn(item, `there is no user group "${label}": this value of the list was skipped`)
      return []
    }
    const isHidden = isTrue(item.attributes['is_hidden']?.trim())
    context.keys.addValue({ key, fieldKey, label, isHidden, groupId })
    return [{ key, groupId, isHidden, isDefault: defaults.has(key) }]
  })

const planUsersBind = (items: readonly XmlNode[], defaults: readonly XmlNode[], context: FormContext): NewBind => ({
  type: 'users',
  functions: [
    ...new Set(
      items.flatMap(item => {
        const label = (item.attributes['label'] ?? '').trim()
        const group = groupOfSource(label)
        const isForeign = group !== undefined && isStaticGroup(group)
        if (isUserSource(label) && !isForeign) return [group === undefined ? label : `ugroup_${group}`]
        const why = isForeign ? 'has the number of a group of the platform it comes from' : 'is not known'
        context.messages.warn(item, `the source of users "${label}" ${why}: it was skipped`)
        return []
      }),
    ),
  ],
  defaultUserIds: [
    ...new Set(
      defaults.flatMap(value => {
        const userId = context.references.userOf(value)
        return userId === undefined ? [] : [userId]
      }),
    ),
  ],
})

const colorOf = (decorator: XmlNode, messages: Messages): Color => {
  const name = decorator.attributes['tlp_color_name']?.trim()
  if (name !== undefined && name !== '') return { name: name.replaceAll('_', '-'), legacy: null }
  const [r, g, b] = ['r', 'g', 'b'].map(part => decorator.attributes[part]?.trim() ?? '')
  if (r === '' && g === '' && b === '') return NO_COLOR
  const channel = (text: string | undefined): number | undefined =>
    text !== undefined && /^\d{1,3}$/.test(text) && Number(text) <= 255 ? Number(text) : undefined
  const color = { r: channel(r), g: channel(g), b: channel(b) }
  if (color.r === undefined || color.g === undefined || color.b === undefined) {
    messages.warn(decorator, 'a colour of a value is not three numbers from 0 to 255: it was skipped')
    return NO_COLOR
  }
  return { name: null, legacy: { r: color.r, g: color.g, b: color.b } }
}
