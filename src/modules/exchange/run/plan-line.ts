import { Refusal } from '../../../platform/errors.ts'
import type { Reason } from '../../../platform/reasons.ts'
import { mayKnow, parseComment, type ArtifactsModule, type Original, type PortionEntry } from '../../artifacts/index.ts'
import { fieldType, readDate, type Field, type NamedContext } from '../../fields/index.ts'
import { wireIdOf, type Project, type ProjectsModule } from '../../projects/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { Import } from '../model/import.ts'
import type { SourceComment, SourceEntry } from '../lines/source-line.ts'
import type { People } from './people.ts'

/** A line is refused; several faults are told together. */
export class LineRefused extends Error {
  readonly faults: readonly { readonly column: string | null; readonly reason: Reason; readonly text: string }[]
  constructor(faults: LineRefused['faults']) {
    super(faults.map(({ text }) => text).join(' '))
    this.faults = faults
  }
}

export const refused = (reason: Reason, text: string, column: string | null = null): LineRefused =>
  new LineRefused([{ column, reason, text }])

export interface LineContext {
  readonly viewer: Viewer
  readonly imported: Import
  readonly project: Project
  readonly people: People
  readonly now: Date
  readonly timezone: string
  /** May the account write original authors and dates? */
  readonly isProjectAdmin: boolean
  readonly projects: Pick<ProjectsModule, 'findUserGroup' | 'findUserGroupByName'>
  readonly trackers: Pick<TrackersModule, 'textFormatOf' | 'get'>
  readonly artifacts: Pick<ArtifactsModule, 'rightsIn'>
  /** Name of a column by the short name of its field. */
  readonly columnOf: (fieldName: string) => string | null
}

/** Entries of fields by their values by names. Throws LineRefused with all that is wrong. */
export const namedEntries = async (
  context: LineContext,
  tracker: Tracker,
  values: SourceEntry['values'],
  isNew: boolean,
): Promise<PortionEntry['values']> => {
  const { viewer, project, people, projects, trackers, artifacts, columnOf } = context
  const rights = artifacts.rightsIn(viewer, tracker)
  const names: NamedContext = {
    findPerson: name => people.find(name),
    findUserGroup: async name =>
      (await projects.findUserGroupByName(project.id, name)) ?? (await projects.findUserGroup(project.id, name)),
    defaultTextFormat: await trackers.textFormatOf(viewer),
  }
  const entries: PortionEntry['values'][number][] = []
  const faults: LineRefused['faults'][number][] = []
  for (const [name, value] of Object.entries(values)) {
    const field = fieldNamed(tracker, name)
    if (!field || !mayKnow(rights, field)) {
      faults.push({
        column: columnOf(name) ?? name,
        reason: 'field.unknown',
        text: `There is no field \`${name.slice(0, 100)}\` in use in this tracker.`,
      })
      continue
    }
    // An empty cell of a new artifact leaves the default of the field.
    if (isNew && value === '') continue
    const entry = await entryOf(field, value, names)
    if ('fault' in entry)
      faults.push({
        column: columnOf(field.name) ?? field.name,
        reason: entry.reason as Reason,
        text: String(entry.fault),
      })
    else entries.push({ ...entry, field_id: field.id })
  }
  if (faults.length > 0) throw new LineRefused(faults)
  return entries
}

const fieldNamed = (tracker: Tracker, name: string): Field | undefined => {
  const exact = tracker.fieldByName.get(name)
  const lower = name.toLowerCase()
  const field = exact ?? [...tracker.fieldByName.values()].find(one => one.name.toLowerCase() === lower)
  return field?.isUsed && !['container', 'static'].includes(fieldType(field.type).family) ? field : undefined
}

const entryOf = async (field: Field, value: unknown, names: NamedContext) =>
  (await fieldType(field.type).fromNamed?.(value, field, names)) ?? {
    fault: `Field "${field.label}" (${field.type}) is not among \`values\`: files and links have members of their own.`,
    reason: 'field.value' as const,
  }

/** Author and date of each change, in the order of the line; undefined: the import itself, now. */
export const originalsOf = async (
  context: LineContext,
  entries: readonly SourceEntry[],
  notBefore: Date,
): Promise<(Original | undefined)[]> => {
  const { imported, people, now, viewer, isProjectAdmin, timezone } = context
  const originals: (Original | undefined)[] = []
  let last = notBefore
  let previous: Date | undefined
  for (const { by, on } of entries) {
    const isDated = imported.options.originalDates && on !== null
    if (by === null && !isDated) {
      originals.push(undefined)
      continue
    }
    if (!isProjectAdmin)
      throw refused('permission.admin', 'Only administrators of the project import original authors and dates.')
    const author = by === null ? { userId: viewer.userId, email: null } : await people.author(by)
    if (!author)
      throw refused('parameter.range', `There is no account ${JSON.stringify(by?.slice(0, 100))}.`, 'submitted_by')
    const at = isDated ? dateOf(on, timezone, now) : now
    if (previous && at < previous)
      throw refused(
        'parameter.range',
        'The changes of an artifact must be in the order of their dates.',
        'submitted_on',
      )
    previous = at
    // A change that came here meanwhile is before it in the history.
    last = at > last ? at : last
    originals.push({ ...author, at: last })
  }
  return originals
}

const dateOf = (text: string, timezone: string, now: Date): Date => {
  const date = readDate(text, timezone)?.toJSDate()
  if (!date) throw refused('parameter.type', `${JSON.stringify(text.slice(0, 100))} is not a date.`, 'submitted_on')
  if (date > now) throw refused('parameter.range', 'A change cannot be of the future.', 'submitted_on')
  return date
}

const NO_COMMENT = { body: '', format: 'text', groups: null } as const

export const commentOf = async (
  { projects, project }: LineContext,
  comment: SourceComment | null,
): Promise<PortionEntry['comment']> => {
  if (comment === null) return NO_COMMENT
  const groups: string[] = []
  for (const name of comment.groups ?? []) {
    const id = await projects.findUserGroupByName(project.id, name)
    // A comment for few must not become one for everybody.
    if (id === undefined) throw refused('comment.groups', `There is no user group ${JSON.stringify(name)}.`, 'comment')
    groups.push(wireIdOf(project.id, id))
  }
  return parseComment({ ...comment, ugroups: comment.groups === null ? null : groups }, 'comment')
}

/** The faults of a line, from a refusal of the pipeline; other errors are thrown again. */
export const faultsOf = (error: unknown, columnOf: LineContext['columnOf']): LineRefused['faults'] => {
  if (error instanceof LineRefused) return error.faults
  if (!(error instanceof Refusal) || error.status >= 500) throw error
  return error.faults.map(({ name, reason, text }) => ({
    column: name === undefined ? null : (columnOf(name) ?? name),
    reason,
    text: plain(text),
  }))
}

/** Lines of creations begin with their level. */
const plain = (text: string): string => text.replace(/^error: /, '').trim()
