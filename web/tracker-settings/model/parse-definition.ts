// A definition that somebody typed or chose as a file. The pages need its shape; the server checks everything else at the preview.
import { SECTIONS, type SectionName, type TrackerDefinition } from './definition.ts'
import { isObject } from './differences.ts'

export interface ParsedDefinition {
  readonly definition?: TrackerDefinition
  /** A member that is missing, unknown, or has another shape. */
  readonly fault?: { readonly kind: 'missing' | 'unknown' | 'shape' | 'syntax'; readonly name: string }
  /** Line of the fault, from 1. */
  readonly line: number
}

export const parseDefinition = (text: string): ParsedDefinition => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { fault: { kind: 'syntax', name: message }, line: lineOf(message, text) }
  }
  if (!isObject(value)) return { fault: { kind: 'shape', name: 'definition' }, line: 1 }
  const missing = SECTIONS.find(name => !(name in value))
  if (missing !== undefined) return { fault: { kind: 'missing', name: missing }, line: 1 }
  const unknown = Object.keys(value).find(name => name !== 'version' && !SECTIONS.includes(name as SectionName))
  if (unknown !== undefined) return { fault: { kind: 'unknown', name: unknown }, line: lineOfMember(unknown, text) }
  const misshapen = SECTIONS.find(name => !SHAPES[name](value[name]))
  if (misshapen !== undefined) return { fault: { kind: 'shape', name: misshapen }, line: lineOfMember(misshapen, text) }
  return { definition: value as unknown as TrackerDefinition, line: 1 }
}

type Shape = (value: unknown) => boolean

const isText: Shape = value => typeof value === 'string'
const isTextOrNull: Shape = value => value === null || isText(value)
const anything: Shape = () => true
const listOf =
  (shape: Shape): Shape =>
  value =>
    Array.isArray(value) && value.every(shape)
const optional =
  (shape: Shape): Shape =>
  value =>
    value === undefined || shape(value)
const objectWith =
  (members: Readonly<Record<string, Shape>>): Shape =>
  value =>
    isObject(value) && Object.entries(members).every(([name, shape]) => shape(value[name]))

const texts = optional(listOf(isText))
const rights = optional(objectWith({ read: texts, submit: texts, update: texts }))
const bind = objectWith({
  type: isText,
  values: optional(listOf(objectWith({ label: isText, color: optional(isTextOrNull) }))),
  sources: texts,
  groups: optional(listOf(objectWith({ group: isText }))),
})
const isElement: Shape = value =>
  objectWith({
    type: isText,
    name: isText,
    label: isText,
    bind: optional(bind),
    permissions: rights,
    settings: optional(isObject),
    content: optional(listOf(isElement)),
  })(value)
const step = objectWith({
  from: isTextOrNull,
  to: isText,
  groups: texts,
  not_empty: texts,
  actions: optional(listOf(objectWith({ type: isText, fields: texts }))),
})
const workflow = objectWith({ field: isText, transitions: listOf(step) })

/** Members that the pages read, by section. */
const SHAPES: Readonly<Record<SectionName, Shape>> = {
  general: objectWith({
    name: isText,
    item_name: isText,
    description: optional(isText),
    color: optional(isText),
    submit_instructions: optional(isText),
    browse_instructions: optional(isText),
  }),
  notifications: isObject,
  hierarchy: isObject,
  permissions: objectWith({ admin: texts, full: texts, assignee: texts, submitter: texts, submitter_only: texts }),
  form: listOf(isElement),
  semantics: objectWith({
    title: optional(isText),
    description: optional(isText),
    contributor: optional(isText),
    initial_effort: optional(isText),
    velocity: optional(isText),
    tooltip: texts,
    timeframe: optional(isObject),
    progress: optional(isObject),
    card_fields: optional(objectWith({ fields: listOf(isText), background_color: isTextOrNull })),
    status: optional(objectWith({ field: isText, open_values: listOf(isText) })),
    done: optional(objectWith({ closed_values: listOf(isText) })),
  }),
  rules: objectWith({
    dates: listOf(objectWith({ source: isText, comparator: isText, target: isText })),
    lists: listOf(
      objectWith({
        source_field: isText,
        source_value: isTextOrNull,
        target_field: isText,
        target_value: isTextOrNull,
      }),
    ),
  }),
  workflow: value => value === null || workflow(value),
  triggers: listOf(
    objectWith({
      set: objectWith({ field: isText, value: isText }),
      when: listOf(objectWith({ tracker: isText, field: isText, value: isText })),
    }),
  ),
  canned_responses: listOf(objectWith({ title: isText, body: isText })),
  webhooks: listOf(anything),
  reports: listOf(
    objectWith({
      name: isText,
      criteria: optional(listOf(objectWith({ field: isText, values: texts }))),
      tables: optional(listOf(objectWith({ columns: listOf(objectWith({ field: isText })), sort: texts }))),
    }),
  ),
}

const lineOfMember = (name: string, text: string): number =>
  Math.max(1, text.split('\n').findIndex(line => line.trimStart().startsWith(JSON.stringify(name))) + 1)

/** The line that a message of `JSON.parse` names, by a line or by a position; else the last one. */
const lineOf = (message: string, text: string): number => {
  const line = /line (\d+)/.exec(message)?.[1]
  if (line !== undefined) return Number(line)
  const position = /position (\d+)/.exec(message)?.[1]
  return text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length
}
