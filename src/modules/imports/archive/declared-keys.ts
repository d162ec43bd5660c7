import type { XmlNode } from '../../../platform/xml/node.ts'
import type { FieldRight, FieldTypeName, LegacyColor } from '../../fields/index.ts'
import type { UserGroupId } from '../../projects/index.ts'
import type { NewBind, NewFormElement } from '../../trackers/index.ts'
import type { Messages } from './import-messages.ts'

/** A form element while the archive is read: its permissions follow later in the document. */
export interface ElementDraft extends Omit<NewFormElement, 'permissions' | 'children'> {
  readonly trackerKey: string
  readonly node: XmlNode
  readonly noneColorName: string | null
  readonly noneLegacyColor: LegacyColor | null
  readonly permissions: Record<FieldRight, Set<UserGroupId>>
  readonly children: readonly ElementDraft[]
}

/** A value of a static bind or a group bind. */
export interface ValueDraft {
  readonly key: string
  readonly fieldKey: string
  readonly label: string
  readonly isHidden: boolean
  /** Only for group binds. */
  readonly groupId: UserGroupId | undefined
}

/** The result of looking up a key. A declared key that was `skipped` is never an error; an `unknown` one is an error in some places. */
export type KeyLookup<Thing> = Thing | 'skipped' | 'unknown'

/** The keys of the whole document: opaque, case-sensitive, one space for elements and values (import.md §11). */
export class DeclaredKeys {
  readonly #elements = new Map<string, ElementDraft>()
  readonly #values = new Map<string, ValueDraft>()
  readonly #declared = new Set<string>()
  readonly #messages: Messages

  constructor(messages: Messages) {
    this.#messages = messages
  }

  /**
   * Declares a key, even if its element is skipped. Returns false if another element has the key, which is an error. The caller must leave
   * the second element out of the plan, in which keys are unique.
   */
  declare(key: string, node: XmlNode): boolean {
    const isNew = !this.#declared.has(key)
    if (!isNew) this.#messages.error(node, `the key ${key} is given twice`)
    this.#declared.add(key)
    return isNew
  }

  addElement(element: ElementDraft): void {
    this.#elements.set(element.key, element)
  }

  addValue(value: ValueDraft): void {
    this.#values.set(value.key, value)
  }

  element(key: string): KeyLookup<ElementDraft> {
    return this.#elements.get(key) ?? (this.#declared.has(key) ? 'skipped' : 'unknown')
  }

  value(key: string): KeyLookup<ValueDraft> {
    return this.#values.get(key) ?? (this.#declared.has(key) ? 'skipped' : 'unknown')
  }
}

/** The key that an element refers to, e.g. `<field REF="F12"/>`. */
export const refOf = (node: XmlNode): string => (node.attributes['REF'] ?? '').trim()

/**
 * The element of a tracker that a node refers to. An unknown key is an error if `isStrict` (import.md §12). Otherwise, and for a skipped
 * element, returns undefined and warns about the part that is left out.
 */
export const elementOf = (
  node: XmlNode,
  trackerKey: string,
  context: { readonly keys: DeclaredKeys; readonly messages: Messages },
  options: { readonly isStrict: boolean; readonly loss: string },
): ElementDraft | undefined => {
  const key = refOf(node)
  const found = context.keys.element(key)
  if (found === 'unknown' && options.isStrict) {
    context.messages.error(node, `<${node.name}> refers to ${key}, which is not declared`)
    return undefined
  }
  if (found === 'unknown' || found === 'skipped') {
    context.messages.warn(node, `<${node.name}> refers to ${key}, which is no field here: ${options.loss}`)
    return undefined
  }
  if (found.trackerKey === trackerKey) return found
  context.messages.warn(node, `<${node.name}> refers to ${key}, a field of another tracker: ${options.loss}`)
  return undefined
}

/** The value of a field that a node refers to; like `elementOf`. */
export const valueOf = (
  node: XmlNode,
  field: ElementDraft,
  context: { readonly keys: DeclaredKeys; readonly messages: Messages },
  options: { readonly isStrict: boolean; readonly loss: string },
): ValueDraft | undefined => {
  const key = refOf(node)
  const found = context.keys.value(key)
  if (found === 'unknown' && options.isStrict) {
    context.messages.error(node, `<${node.name}> refers to ${key}, which is not declared`)
    return undefined
  }
  if (found !== 'unknown' && found !== 'skipped' && found.fieldKey === field.key) return found
  context.messages.warn(node, `<${node.name}> refers to ${key}, which is no value of "${field.name}": ${options.loss}`)
  return undefined
}

export const isStaticList = (element: ElementDraft): boolean => element.bind?.type === 'static'

/** Depth first, containers before their content. */
export const flatten = (elements: readonly ElementDraft[]): ElementDraft[] =>
  elements.flatMap(element => [element, ...flatten(element.children)])

export const finishElement = (draft: ElementDraft): NewFormElement => ({
  key: draft.key,
  type: draft.type,
  name: draft.name,
  label: draft.label,
  description: draft.description,
  rank: draft.rank,
  isRequired: draft.isRequired,
  isUsed: draft.isUsed,
  hasNotifications: draft.hasNotifications,
  settings: draft.settings,
  bind: draft.bind,
  noneColorName: draft.noneColorName,
  noneLegacyColor: draft.noneLegacyColor,
  permissions: {
    read: [...draft.permissions.read],
    submit: [...draft.permissions.submit],
    update: [...draft.permissions.update],
  },
  children: draft.children.map(finishElement),
})

export type { FieldTypeName, NewBind }
