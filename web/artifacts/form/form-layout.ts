// The form of an artifact as its tracker arranges it, without the fields that head, rail, attachments and links show.
import type { Field } from '../../fields/field-view.ts'
import type { CompleteTracker } from '../writing/artifact-values.ts'

export type FormNode =
  | { readonly kind: 'field'; readonly field: Field }
  /** Columns stand side by side. */
  | { readonly kind: 'columns'; readonly columns: readonly (readonly FormNode[])[] }
  | { readonly kind: 'linebreak' | 'separator' | 'text'; readonly field: Field }

export interface FormSection {
  /** The fieldset. Undefined: elements that stand in none. */
  readonly fieldset: Field | undefined
  readonly nodes: readonly FormNode[]
  /** The fields in it, in order. */
  readonly fields: readonly Field[]
}

export interface RailGroup {
  readonly key: 'status' | 'people' | 'dates'
  readonly fields: readonly Field[]
}

export interface FormLayout {
  readonly title: Field | undefined
  readonly status: Field | undefined
  readonly contributor: Field | undefined
  readonly rail: readonly RailGroup[]
  readonly sections: readonly FormSection[]
  readonly files: readonly Field[]
  readonly links: Field | undefined
  readonly references: readonly Field[]
  /** Limits the artifact to user groups. */
  readonly access: Field | undefined
}

interface Structure {
  readonly id: number
  readonly content: unknown
}

export const formLayoutOf = (tracker: CompleteTracker): FormLayout => {
  const byId = new Map(tracker.fields.map(field => [field.field_id, field]))
  const { semantics } = tracker
  const find = (id: number | undefined): Field | undefined => (id === undefined ? undefined : byId.get(id))
  const ofType = (...types: readonly string[]): readonly Field[] =>
    tracker.fields.filter(field => types.includes(field.type))
  const isThere = (field: Field | undefined): field is Field => field !== undefined

  const title = find(semantics.title?.field_id)
  const status = find(semantics.status?.field_id)
  const contributor = find(semantics.contributor?.field_id)
  const { timeframe } = semantics
  const dates = [
    find(timeframe?.end_date_field_id),
    find(timeframe?.start_date_field_id),
    ...ofType('subon'),
    ...ofType('lud'),
  ].filter(isThere)
  const rail = [
    { key: 'status' as const, fields: [status].filter(isThere) },
    { key: 'people' as const, fields: [contributor, ...ofType('subby'), ...ofType('luby')].filter(isThere) },
    { key: 'dates' as const, fields: dates },
  ].filter(group => group.fields.length > 0)

  const files = ofType('file')
  const links = ofType('art_link')[0]
  const references = ofType('cross')
  const access = ofType('perm')[0]
  const elsewhere = new Set(
    // The head shows the number.
    [title, ...rail.flatMap(group => group.fields), ...files, links, ...references, access, ...ofType('aid')].map(
      field => field?.field_id,
    ),
  )

  const sections = formSectionsOf(tracker, field => !elsewhere.has(field.field_id))
  return { title, status, contributor, rail, sections, files, links, references, access }
}

/** The sections of the tracker's form with the fields that belong in it. */
export const formSectionsOf = (
  tracker: CompleteTracker,
  isInForm: (field: Field) => boolean,
): readonly FormSection[] => {
  const byId = new Map(tracker.fields.map(field => [field.field_id, field]))
  const nodesOf = (elements: readonly Structure[]): readonly FormNode[] => {
    const nodes: FormNode[] = []
    for (const element of elements) {
      // The structure also names elements that the reader may not read.
      const field = byId.get(element.id)
      if (!field) continue
      const content = (element.content ?? []) as readonly Structure[]
      if (field.type === 'column') {
        const column = nodesOf(content)
        const last = nodes.at(-1)
        if (column.length === 0) continue
        if (last?.kind === 'columns') nodes[nodes.length - 1] = { kind: 'columns', columns: [...last.columns, column] }
        else nodes.push({ kind: 'columns', columns: [column] })
      } else if (field.type === 'linebreak' || field.type === 'separator') {
        nodes.push({ kind: field.type, field })
      } else if (field.type === 'staticrichtext') {
        nodes.push({ kind: 'text', field })
      } else if (field.type === 'fieldset') {
        nodes.push(...nodesOf(content))
      } else if (isInForm(field)) {
        nodes.push({ kind: 'field', field })
      }
    }
    return trimmed(nodes)
  }

  const sections: FormSection[] = []
  let loose: Structure[] = []
  const addSection = (fieldset: Field | undefined, elements: readonly Structure[]): void => {
    const nodes = nodesOf(elements)
    if (nodes.length > 0) sections.push({ fieldset, nodes, fields: fieldsOf(nodes) })
  }
  const endLoose = (): void => {
    addSection(undefined, loose)
    loose = []
  }
  for (const element of tracker.structure) {
    const field = byId.get(element.id)
    if (field?.type !== 'fieldset') {
      loose.push(element)
      continue
    }
    endLoose()
    if (field.is_hidden !== true) addSection(field, (element.content ?? []) as readonly Structure[])
  }
  endLoose()
  return sections
}

const isBreak = (node: FormNode | undefined): boolean => node?.kind === 'linebreak' || node?.kind === 'separator'

/** Breaks and lines that part nothing are left out: the fields around them stand elsewhere. */
const trimmed = (nodes: readonly FormNode[]): readonly FormNode[] => {
  const kept = nodes.filter((node, index) => !isBreak(node) || (index > 0 && !isBreak(nodes[index - 1])))
  while (isBreak(kept.at(-1))) kept.pop()
  return kept
}

export const fieldsOf = (nodes: readonly FormNode[]): readonly Field[] =>
  nodes.flatMap(node =>
    node.kind === 'field' ? [node.field] : node.kind === 'columns' ? node.columns.flatMap(fieldsOf) : [],
  )
