import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { Forbidden, Invalid, NotFound, unlessRefused } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { LineStream } from '../../../platform/http/response/streams.ts'
import { canReadFieldById, type ArtifactsModule } from '../../artifacts/index.ts'
import type { ChangesModule } from '../../changes/index.ts'
import { downloadPath } from '../../files/index.ts'
import { wireIdOf, type Project, type ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { AdministrationModule } from '../../tracker-definitions/index.ts'
import { fieldType } from '../../fields/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import { findHolder, listIdsFrom } from './export.store.ts'

export interface ProjectExportDependencies {
  readonly db: Db
  readonly settings: Pick<SettingsModule, 'datesIn' | 'publicUrl'>
  readonly users: Pick<UsersModule, 'getMany'>
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly artifacts: Pick<ArtifactsModule, 'exportHistories' | 'rightsIn'>
  readonly administration: Pick<AdministrationModule, 'getDefinition'>
  readonly changes: Pick<ChangesModule, 'cursorOfNow'>
  readonly now: () => Date
}

export interface ProjectExportInput {
  readonly after: string | undefined
  readonly files: 'none' | 'urls'
}

const TYPES = ['begin', 'project', 'group', 'user', 'tracker', 'artifact', 'changeset', 'file'] as const
type LineType = (typeof TYPES)[number]

/** A line of the export. Keys say where a stream that was cut goes on. */
interface Line {
  readonly type: LineType
  readonly id: number | string
  readonly members: object
}

/** Artifacts in memory at a time. */
const PAGE = 50

/**
 * GET /projects/{id}/export (integrators.md §12): all of the project that the caller may see, in an order that can be imported. It is read
 * page after page, each as it is at that moment; the feed from the cursor of the first line on tells what changed meanwhile.
 */
export const exportProjectLines =
  (deps: ProjectExportDependencies) =>
  async (viewer: Viewer, projectId: number, input: ProjectExportInput): Promise<LineStream> => {
    const { db, projects } = deps
    const project = await unlessRefused(() => projects.requireAccess(viewer, projectId))
    if (!project) throw new NotFound('Project does not exist')
    if (!projects.isMember(viewer, projectId) && !projects.isAdmin(viewer, projectId))
      throw new Forbidden('Only members of the project export it', { reason: 'permission.project' })
    const place = await parsePlace(db, input.after)
    const cursor = await deps.changes.cursorOfNow(viewer.userId)
    // A stream that goes on after a cut is the same export.
    if (!place) await recordExport(db, viewer, projectId)
    const at = deps.settings.datesIn(viewer.timezone).isoDate(deps.now())
    const rest = async function* () {
      const counts: Record<string, number> = {}
      for await (const lines of linesOf(deps, viewer, project, input, place)) {
        for (const { type } of lines) counts[type] = (counts[type] ?? 0) + 1
        if (lines.length > 0) yield lines.map(textOf).join('')
      }
      yield `${JSON.stringify({ key: 'end', type: 'end', counts, cursor })}\n`
    }
    return { first: `${JSON.stringify({ key: 'begin', type: 'begin', cursor, at })}\n`, rest: rest() }
  }

const keyOf = ({ type, id }: Pick<Line, 'type' | 'id'>): string => `${type}:${id}`

const textOf = (line: Line): string => `${JSON.stringify({ key: keyOf(line), type: line.type, ...line.members })}\n`

/** Where a cut stream goes on: behind the line of this key. */
interface Place {
  readonly key: string
  readonly type: LineType
  /** The artifact of the line; 0 for lines before the artifacts. */
  readonly artifactId: number
}

const KEY = /^([a-z]+)(?::([0-9_]{1,32}))?$/

const parsePlace = async (db: Db, after: string | undefined): Promise<Place | undefined> => {
  if (after === undefined || after === '' || after === 'begin') return undefined
  const [, word, id = ''] = KEY.exec(after) ?? []
  const type = TYPES.find(one => one === word)
  const number = Number(id)
  const artifactId =
    type === 'artifact'
      ? number
      : type === 'changeset' || type === 'file'
        ? Number.isSafeInteger(number)
          ? await findHolder(db, type, number)
          : null
        : 0
  if (!type || id === '' || artifactId === null || !Number.isSafeInteger(artifactId))
    throw new Invalid('`after` must be the key of a line of this export', {
      reason: 'parameter.range',
      parameter: 'after',
    })
  return { key: after, type, artifactId }
}

async function* linesOf(
  deps: ProjectExportDependencies,
  viewer: Viewer,
  project: Project,
  input: ProjectExportInput,
  place: Place | undefined,
): AsyncGenerator<readonly Line[]> {
  if (!place || place.artifactId === 0) yield behind(await headLines(deps, viewer, project), place)
  for (let from = place?.artifactId ?? 0; ;) {
    const ids = await listIdsFrom(deps.db, project.id, from, PAGE)
    const artifacts = await deps.artifacts.exportHistories(viewer, ids)
    const lines = artifacts.flatMap(artifact => artifactLines(deps, artifact, input))
    yield from === place?.artifactId && from > 0 ? behind(lines, place) : lines
    const last = ids.at(-1)
    if (last === undefined || ids.length < PAGE) return
    from = last + 1
  }
}

/** The lines behind the place; all of them if its line is gone by now. */
const behind = (lines: readonly Line[], place: Place | undefined): readonly Line[] => {
  const index = place ? lines.findIndex(line => keyOf(line) === place.key) : -1
  return lines.slice(index + 1)
}

const headLines = async (deps: ProjectExportDependencies, viewer: Viewer, project: Project): Promise<Line[]> => {
  const { projects, users, trackers } = deps
  const groups = await projects.userGroups(project.id)
  const memberIds = (await projects.groupMembers(project.id, MEMBERS)) ?? []
  const accounts = await users.getMany(memberIds)
  const isAdmin = projects.isAdmin(viewer, project.id)
  const groupLines: Line[] = []
  for (const { id, name, description } of groups) {
    const ids = isAdmin ? ((await projects.groupMembers(project.id, id)) ?? []) : undefined
    const members = ids && [...(await users.getMany(ids)).values()].map(({ login }) => login)
    groupLines.push({
      type: 'group',
      id: wireIdOf(project.id, id),
      members: { name, description, ...(members && { members }) },
    })
  }
  const visible = (await trackers.listOfProject(project.id)).filter(tracker =>
    trackers.canViewTracker(viewer, project, tracker),
  )
  const trackerLines: Line[] = []
  for (const tracker of visible) trackerLines.push(await trackerLine(deps, viewer, tracker))
  const { label, shortName, description } = project
  return [
    { type: 'project', id: project.id, members: { short_name: shortName, label, description } },
    ...groupLines,
    ...[...accounts.values()].map(({ id, login, realName }): Line => ({
      type: 'user',
      id,
      members: { username: login, real_name: realName },
    })),
    ...trackerLines,
  ]
}

/** The dynamic group of the members. */
const MEMBERS = 3

/** Administrators of the tracker get its definition, others the fields that they may read. */
const trackerLine = async (
  { administration, artifacts }: ProjectExportDependencies,
  viewer: Viewer,
  tracker: Tracker,
): Promise<Line> => {
  const { id, itemName, name } = tracker
  const rights = artifacts.rightsIn(viewer, tracker)
  const common = { item_name: itemName, label: name }
  if (rights.isAdmin) {
    const { definition } = await administration.getDefinition(id)
    return { type: 'tracker', id, members: { ...common, definition } }
  }
  const fields = tracker.fields
    .filter(
      field =>
        field.isUsed && fieldType(field.type).toNamed !== undefined && canReadFieldById({ tracker, rights }, field.id),
    )
    .map(field => ({ name: field.name, label: field.label, type: field.type }))
  return { type: 'tracker', id, members: { ...common, fields } }
}

type Exported = Awaited<ReturnType<ProjectExportDependencies['artifacts']['exportHistories']>>[number]

const artifactLines = (
  { settings }: ProjectExportDependencies,
  { id, number, tracker, changesets, links, files }: Exported,
  input: ProjectExportInput,
): Line[] => {
  const [first, ...others] = changesets
  const artifact = `artifact:${id}`
  const linked = links.map(link => ({ external_id: String(link.id), type: link.type }))
  return [
    {
      type: 'artifact',
      id,
      members: {
        external_id: String(id),
        tracker,
        number,
        submitted_by: first?.by ?? null,
        submitted_on: first?.on ?? null,
        values: first?.values ?? {},
        comment: first?.comment ?? null,
        links: linked,
      },
    },
    ...others.map(({ id: changesetId, ...change }): Line => ({
      type: 'changeset',
      id: changesetId,
      members: { artifact, ...change },
    })),
    ...(input.files === 'none'
      ? []
      : files.map(({ field, file }): Line => ({
          type: 'file',
          id: file.id,
          members: {
            artifact,
            field,
            name: file.name,
            size: file.size,
            media_type: file.type,
            url: `${settings.publicUrl()}${downloadPath(file.id, file.name)}`,
          },
        }))),
  ]
}

/** The audit tells who took a copy. */
const recordExport = (db: Db, viewer: Viewer, projectId: number): Promise<void> =>
  inTransaction(db, tx =>
    appendEvents(tx, [
      { kind: 'project.exported', actorId: viewer.userId, means: viewer.means, projectId, payload: {} },
    ]),
  )
