import type { Readable } from 'node:stream'
import { Readable as NodeReadable } from 'node:stream'
import { unlessRefused } from '../../../platform/errors.ts'
import { contentKey } from '../../files/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Import, ImportMessage, SheetHead } from '../model/import.ts'
import { mapColumns, readCsv, type KnownField, type MappedColumn } from '../lines/read-csv.ts'
import { readNdjson } from '../lines/read-ndjson.ts'
import type { SourceLine } from '../lines/source-line.ts'
import type { ImportDependencies } from './import-dependencies.ts'
import { createPeople } from './people.ts'
import type { LineContext } from './plan-line.ts'
import { fieldType } from '../../fields/index.ts'
import { mayKnow } from '../../artifacts/index.ts'

/** An import at work. */
export interface OpenImport extends LineContext {
  /** The tracker of the request. */
  readonly tracker: Tracker | undefined
  /** Tracker by the item name of a line; undefined: none that the account sees. */
  readonly trackerNamed: (itemName: string | null) => Promise<Tracker | undefined>
  readonly columns: readonly MappedColumn[]
}

/** The reason for which an import cannot go on. */
export class ImportFailed extends Error {
  readonly messages: readonly ImportMessage[]
  constructor(messages: readonly ImportMessage[]) {
    super(messages.map(({ text }) => text).join(' '))
    this.messages = messages
  }
}

const failed = (text: string): ImportFailed =>
  new ImportFailed([{ line: null, column: null, level: 'error', reason: 'permission.admin', text }])

/** Everything that the lines of an import need. Throws ImportFailed if the account lost its rights meanwhile. */
export const openImport = async (
  deps: ImportDependencies,
  imported: Import,
  head: SheetHead | null,
): Promise<OpenImport> => {
  const { users, projects, trackers, artifacts, settings, clock } = deps
  const viewer = await unlessRefused(() => deps.auth.viewerOf(imported.submittedBy, 'import'))
  const project = viewer && (await unlessRefused(() => projects.requireAccess(viewer, imported.projectId)))
  if (!viewer || !project || project.status !== 'active')
    throw failed('The account may not write in the project any more, or the project is closed.')
  const place =
    imported.trackerId === null
      ? undefined
      : await unlessRefused(() => trackers.requireTracker(viewer, imported.trackerId ?? 0))
  const isProjectAdmin = projects.isAdmin(viewer, project.id)
  const isTrackerAdmin = place !== undefined && artifacts.rightsIn(viewer, place.tracker).isAdmin
  if (!isProjectAdmin && !isTrackerAdmin)
    throw failed('The account does not administer the project or the tracker any more.')
  if (imported.trackerId !== null && !place) throw failed('The tracker of the import is gone.')
  const tracker = place?.tracker
  const known = tracker ? knownFields(artifacts, viewer, tracker) : []
  const columns = head ? mapColumns(head, imported.options.columns, known).columns : []
  const names = new Map(columns.filter(({ meaning }) => meaning === 'field').map(({ field, name }) => [field, name]))
  const visible = (await trackers.listOfProject(project.id)).filter(one =>
    trackers.canViewTracker(viewer, project, one),
  )
  return {
    viewer,
    imported,
    project,
    tracker,
    columns,
    people: createPeople(users, imported.options),
    now: clock.now(),
    timezone: settings.datesIn(viewer.timezone).timezone,
    isProjectAdmin,
    projects,
    trackers,
    artifacts,
    columnOf: fieldName => names.get(fieldName) ?? null,
    // The cached definition may change between two portions.
    trackerNamed: async itemName => {
      const id =
        itemName === null ? tracker?.id : visible.find(one => one.itemName.toLowerCase() === itemName.toLowerCase())?.id
      return id === undefined ? undefined : trackers.get(id)
    },
  }
}

/** Fields whose values an import may name. */
export const knownFields = (
  artifacts: ImportDependencies['artifacts'],
  viewer: LineContext['viewer'],
  tracker: Tracker,
): KnownField[] => {
  const rights = artifacts.rightsIn(viewer, tracker)
  return tracker.fields.filter(
    field => field.isUsed && fieldType(field.type).fromNamed !== undefined && mayKnow(rights, field),
  )
}

/** The content of an import from a place on. */
export const readContent = async (
  { contents }: Pick<ImportDependencies, 'contents'>,
  { fileId, fileSize }: Import,
  offset: number,
): Promise<Readable> =>
  fileId === null || offset >= fileSize
    ? NodeReadable.from([])
    : contents.read(contentKey(fileId), { start: offset, end: fileSize - 1 })

/** The artifacts of an import from a place on. */
export const readLines = async (
  deps: Pick<ImportDependencies, 'contents'>,
  imported: Import,
  { head, columns }: { readonly head: SheetHead | null; readonly columns: readonly MappedColumn[] },
  start: SourceLine['end'],
): Promise<AsyncGenerator<SourceLine>> => {
  const stream = await readContent(deps, imported, start.offset)
  return head
    ? readCsv(stream, imported.options, { head, columns }, start)
    : readNdjson(stream, imported.options, start)
}
