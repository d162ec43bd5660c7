import { childNamed, childrenNamed, type XmlNode } from '../../../platform/xml/node.ts'
import type { NewSemantics } from '../../trackers/index.ts'
import { elementOf, isStaticList, valueOf, type ElementDraft, type DeclaredKeys } from '../archive/declared-keys.ts'
import type { Messages } from '../archive/import-messages.ts'

export interface SemanticContext {
  readonly keys: DeclaredKeys
  readonly messages: Messages
  readonly trackerKey: string
  readonly trackerKeys: ReadonlySet<string>
  readonly isLinkType: (shortName: string) => boolean
}

type SemanticsDraft = { -readonly [Key in keyof NewSemantics]: NewSemantics[Key] }
type SemanticReader = (node: XmlNode, context: SemanticContext, draft: SemanticsDraft) => void

const lossOf = (node: XmlNode): { isStrict: false; loss: string } => ({
  isStrict: false,
  loss: `the semantic "${node.attributes['type'] ?? ''}" was skipped`,
})

/** The field that a child element of a semantic names. */
const fieldIn = (node: XmlNode, child: string, context: SemanticContext): ElementDraft | undefined => {
  const reference = childNamed(node, child)
  return reference && elementOf(reference, context.trackerKey, context, lossOf(node))
}

const ofOneField =
  (name: 'title' | 'description' | 'contributor' | 'initialEffort' | 'velocity'): SemanticReader =>
  (node, context, draft) => {
    const field = fieldIn(node, 'field', context)
    if (field) draft[name] = { field: field.key }
  }

const fieldsIn = (node: XmlNode, context: SemanticContext): string[] =>
  childrenNamed(node, 'field').flatMap(reference => {
    const field = elementOf(reference, context.trackerKey, context, { isStrict: false, loss: 'this entry was skipped' })
    return field ? [field.key] : []
  })

const readers: Readonly<Record<string, SemanticReader>> = {
  title: ofOneField('title'),
  description: ofOneField('description'),
  contributor: ofOneField('contributor'),
  initial_effort: ofOneField('initialEffort'),
  velocity: ofOneField('velocity'),

  status: (node, context, draft) => {
    const field = fieldIn(node, 'field', context)
    if (!field) return
    if (!isStaticList(field)) {
      context.messages.warn(
        node,
        `the status cannot be "${field.name}", which is no list of static values: the semantic was skipped`,
      )
      return
    }
    const openValues = childNamed(node, 'open_values')?.children.flatMap(
      reference => valueOf(reference, field, context, { isStrict: true, loss: 'it does not count as open' })?.key ?? [],
    )
    draft.status = { field: field.key, openValues: openValues ?? [] }
  },

  done: (node, context, draft) => {
    const { status } = draft
    const field = status && context.keys.element(status.field)
    if (!status || field === undefined || typeof field === 'string') {
      context.messages.warn(node, 'the semantic "done" needs a status in the same tracker: it was skipped')
      return
    }
    const closed = childNamed(node, 'closed_values')?.children.flatMap(reference => {
      const value = valueOf(reference, field, context, { isStrict: false, loss: 'it does not count as done' })
      return value && !value.isHidden && !status.openValues.includes(value.key) ? [value.key] : []
    })
    draft.done = { closedValues: closed ?? [] }
  },

  tooltip: (node, context, draft) => {
    draft.tooltip = { fields: fieldsIn(node, context) }
  },

  plugin_cardwall_card_fields: (node, context, draft) => {
    const background = childNamed(node, 'background-color')
    const color =
      background &&
      elementOf(background, context.trackerKey, context, { isStrict: false, loss: 'cards have no background colour' })
    draft.cardFields = { fields: fieldsIn(node, context), backgroundColorField: color?.key ?? null }
  },

  timeframe: (node, context, draft) => {
    const inherited = childNamed(node, 'inherited_from_tracker')
    if (inherited) {
      const key = (inherited.attributes['id'] ?? '').trim()
      if (context.trackerKeys.has(key) && key !== context.trackerKey) draft.timeframe = { impliedFromTracker: key }
      else
        context.messages.warn(
          inherited,
          `there is no other tracker ${key} in the archive: the semantic "timeframe" was skipped`,
        )
      return
    }
    const start = fieldIn(node, 'start_date_field', context)
    const duration = fieldIn(node, 'duration_field', context)
    const end = fieldIn(node, 'end_date_field', context)
    if (start && duration) draft.timeframe = { startDateField: start.key, durationField: duration.key }
    else if (start && end) draft.timeframe = { startDateField: start.key, endDateField: end.key }
    else context.messages.warn(node, 'the semantic "timeframe" needs a start and an end or a duration: it was skipped')
  },

  progress: (node, context, draft) => {
    const linkType = childNamed(node, 'artifact_link_type')
    if (linkType) {
      const name = (linkType.attributes['shortname'] ?? '').trim()
      if (context.isLinkType(name)) draft.progress = { linkType: name }
      else context.messages.warn(linkType, `there is no link type "${name}": the semantic "progress" was skipped`)
      return
    }
    const total = fieldIn(node, 'total_effort_field', context)
    const remaining = fieldIn(node, 'remaining_effort_field', context)
    if (total && remaining) draft.progress = { totalEffortField: total.key, remainingEffortField: remaining.key }
    else context.messages.warn(node, 'the semantic "progress" needs a total and a remaining effort: it was skipped')
  },
}

/** The semantics of the fields (import.md §5.4). */
export const planSemantics = (container: XmlNode | undefined, context: SemanticContext): NewSemantics => {
  const draft: SemanticsDraft = {}
  const nodes = container?.children.filter(node => node.name === 'semantic') ?? []
  const typeOf = (node: XmlNode): string => (node.attributes['type'] ?? '').trim()
  // "done" refers to values of the status, so it is read last.
  for (const node of [
    ...nodes.filter(node => typeOf(node) !== 'done'),
    ...nodes.filter(node => typeOf(node) === 'done'),
  ]) {
    const type = typeOf(node)
    const reader = Object.hasOwn(readers, type) ? readers[type] : undefined
    if (reader) reader(node, context, draft)
    else context.messages.warn(node, `the semantic "${type}" is not known here: it was skipped`)
  }
  return draft
}
