import type { Db } from '../../platform/db/db.ts'
import { Invalid } from '../../platform/errors.ts'
import { joinTexts, JsonList, JsonText, type Text } from '../../platform/http/answer.ts'
import type { Page } from '../../platform/http/pagination.ts'
import { parseObject } from '../../platform/json-object.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { User, UsersModule, Viewer } from '../users/index.ts'
import type { ArtifactAccess } from './access.ts'
import { readStates, type ArtifactReader } from './artifact-reader.store.ts'
import type { ArtifactVersion, ArtifactWithLinks, Marks } from './artifact.ts'
import {
  NO_SURROUNDINGS,
  shownUserIds,
  writeArtifact,
  type RepresentationDependencies,
  type Represented,
} from './artifact.representation.ts'
import { listArtifactsOfTracker } from './artifacts.store.ts'
import type { KeptAnswers, Shown, Written } from './kept-answers.ts'
import { searchAsked, type AskedFor } from './queries/search-artifacts.ts'
import type { References } from './references.ts'
import { loadSurroundings, type SurroundingsDependencies } from './surroundings.ts'
import { restrictionsOf } from './workflow-state.ts'
import type { CommentTag } from './version.ts'
import type { WriterOf } from './writer-cache.ts'

export interface ReadDependencies extends RepresentationDependencies, SurroundingsDependencies {
  readonly db: Db
  readonly access: ArtifactAccess
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly references: References
  readonly commentTag: CommentTag
}

/** Which parts of the representation are wanted. */
export interface ReadShape {
  readonly values: boolean
  readonly valuesByField: boolean
  /** The tracker as a whole, as it is for this artifact (frozen fields, hidden fieldsets). */
  readonly isTrackerComplete?: boolean
}

/** JSON texts of artifacts that the viewer may see, in the order given: all that they show is loaded together. */
export const representArtifacts = async (
  reading: ReadDependencies,
  writerOf: WriterOf,
  viewer: Viewer,
  artifacts: readonly Shown[],
  shape: ReadShape,
): Promise<string[]> => {
  const represented: Represented[] = artifacts.map(({ artifact, place }) => ({ artifact, writer: writerOf(place) }))
  const dependencies = await loadShown(reading, represented)
  const surroundings = await loadSurroundings(dependencies, viewer, represented)
  const texts: string[] = []
  for (const [index, { artifact, writer }] of represented.entries()) {
    const place = artifacts[index]?.place
    const trackerText =
      shape.isTrackerComplete && place
        ? JSON.stringify(
            await dependencies.trackers.representComplete(
              viewer,
              place.tracker,
              place.project,
              restrictionsOf(place.tracker, artifact.document),
            ),
          )
        : undefined
    texts.push(
      writeArtifact(dependencies, writer, artifact, surroundings.get(artifact.id) ?? NO_SURROUNDINGS, {
        values: shape.values,
        valuesByField: shape.valuesByField,
        reader: viewer,
        ...(trackerText === undefined ? {} : { trackerText }),
      }),
    )
  }
  return texts
}

/**
 * Accounts, groups and words that the writing looks up in memory; no query when they are there. To be written with what is answered: it
 * holds the accounts, so that a change of one of them meanwhile, which drops it from memory, does not make it nobody.
 */
export const loadShown = async <Dependencies extends Pick<ReadDependencies, 'users' | 'projects' | 'references'>>(
  dependencies: Dependencies,
  represented: readonly Represented[],
  otherUserIds: Iterable<number> = [],
): Promise<Dependencies> => {
  const { users, projects, references } = dependencies
  const userIds = new Set<number>(otherUserIds)
  const projectIds = new Set<number>()
  for (const { artifact, writer } of represented) {
    for (const id of shownUserIds(writer, artifact)) userIds.add(id)
    projectIds.add(artifact.projectId)
  }
  userIds.delete(0)
  const held = await users.getMany(userIds)
  for (const id of projectIds) await projects.loadUserGroups(id)
  await references.keywords()
  return { ...dependencies, users: holding(users, held) }
}

const holding = (users: UsersModule, held: ReadonlyMap<number, User>): UsersModule => {
  const peek: UsersModule['peek'] = id => held.get(id) ?? users.peek(id)
  return Object.assign(Object.create(users) as UsersModule, { peek })
}

export interface ReadArtifact extends Written {
  readonly version: ArtifactVersion
}

/** Under the same name the same is written, for one artifact and for several. */
const nameOf = (shape: ReadShape): string => `${shape.values ? 1 : 0}${shape.valuesByField ? 1 : 0}`

const writeShown = async (
  dependencies: ReadDependencies,
  writerOf: WriterOf,
  viewer: Viewer,
  shown: readonly Shown[],
  shape: ReadShape,
): Promise<ReadArtifact[]> => {
  const texts = await representArtifacts(dependencies, writerOf, viewer, shown, shape)
  return shown.flatMap(({ artifact }, index) => {
    const json = texts[index]
    if (json === undefined) return []
    const version = { artifactId: artifact.id, changesetId: artifact.changesetId, modifiedAt: artifact.updatedOn }
    return { text: new JsonText(json), isLasting: true, version }
  })
}

/** GET /artifacts/{id} (artifacts.md §3): one query for the artifact and its links, the rest from memory. */
export const getArtifact =
  (
    dependencies: ReadDependencies & { readonly readArtifact: ArtifactReader },
    writerOf: WriterOf,
    answers: KeptAnswers,
  ) =>
  (viewer: Viewer, id: number, shape: ReadShape): Promise<ReadArtifact> =>
    answers.answer(viewer, id, {
      name: shape.isTrackerComplete ? undefined : nameOf(shape),
      read: dependencies.readArtifact,
      write: async ({ artifact }, place) => {
        const [written] = await writeShown(dependencies, writerOf, viewer, [{ artifact, place }], shape)
        if (!written) throw new Error('one artifact, no representation')
        return written
      },
    })

/** JSON texts of those among the artifacts that the viewer may see. */
export const representVisible = async (
  dependencies: ReadDependencies,
  writerOf: WriterOf,
  viewer: Viewer,
  artifacts: readonly ArtifactWithLinks[],
  shape: ReadShape,
): Promise<string[]> => {
  const places = await dependencies.access.visiblePlaces(viewer, artifacts)
  const shown = artifacts.flatMap(artifact => {
    const place = places.get(artifact.id)
    return place ? [{ artifact, place }] : []
  })
  return representArtifacts(dependencies, writerOf, viewer, shown, shape)
}

/** JSON texts of those among the artifacts that are there and that the viewer may see, from memory where they are known. */
const representEach = async (
  dependencies: ReadDependencies,
  writerOf: WriterOf,
  answers: KeptAnswers,
  viewer: Viewer,
  ids: readonly number[],
  shape: ReadShape,
  { isKept = true, foundAt }: { readonly isKept?: boolean; readonly foundAt?: Marks } = {},
): Promise<Text[]> => {
  const found = await answers.answerEach(viewer, ids, {
    name: nameOf(shape),
    isKept,
    read: asked => readStates(dependencies.db, asked, foundAt),
    write: shown => writeShown(dependencies, writerOf, viewer, shown, shape),
  })
  return found.map(({ text }) => text.in('json'))
}

/** GET /artifacts?query={"id":[…]}: unknown and hidden ones are left out; in the order of the request. */
export const getArtifactsById =
  (dependencies: ReadDependencies, writerOf: WriterOf, answers: KeptAnswers) =>
  async (viewer: Viewer, ids: readonly number[], page: Page): Promise<Text[]> => {
    // Beyond 2^53 there is no id, and beyond 2^63 no bigint either: unknown as any other (artifacts.md §0.3).
    const wanted = ids.slice(page.offset, page.offset + page.limit).filter(Number.isSafeInteger)
    return representEach(dependencies, writerOf, answers, viewer, wanted, { values: true, valuesByField: true })
  }

/** Ids of `query={"id":[…]}`, or an Invalid that says what is wrong. */
export const parseIdQuery = (text: string): number[] => {
  const ids = parseObject(text)?.['id']
  if (!Array.isArray(ids) || !ids.every(id => Number.isInteger(id))) {
    throw new Invalid('`query` must be a JSON object whose `id` is a list of integers: {"id":[1,2]}', {
      reason: 'parameter.type',
      parameter: 'query',
    })
  }
  const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
  if (twice.length > 0)
    throw new Invalid(`\`query\` names these ids more than once: ${twice.join(', ')}`, {
      reason: 'parameter.range',
      parameter: 'query',
    })
  return ids as number[]
}

export interface ArtifactList {
  readonly json: Text | JsonList
  /** All that match; without a query all artifacts of the tracker, hidden ones too. */
  readonly size: number
}

/** Artifacts of a list that are held at once: of a longer one the next are read while the last are sent. */
export const PORTION = 100

/** GET /trackers/{id}/artifacts (trackers.md §4): by id, unless an order is asked for. */
export const listArtifacts =
  (dependencies: ReadDependencies, writerOf: WriterOf, answers: KeptAnswers) =>
  async (
    viewer: Viewer,
    trackerId: number,
    input: AskedFor & { readonly order: 'asc' | 'desc'; readonly values: boolean },
  ): Promise<ArtifactList> => {
    const { db, trackers } = dependencies
    const { tracker, project } = await trackers.requireTracker(viewer, trackerId)
    // Of more than that the later ones are read later.
    const withMarks = input.limit <= PORTION
    const found =
      (await searchAsked(dependencies, viewer, { tracker, project }, { ...input, withMarks })) ??
      (await listArtifactsOfTracker(db, tracker.id, { ...input, withMarks }))
    const shape = { values: input.values, valuesByField: false }
    // Who takes everything hardly asks for it again soon; others would miss what it takes the place of.
    const isKept = found.ids.length <= PORTION
    const represent = (ids: readonly number[]): Promise<Text[]> =>
      representEach(dependencies, writerOf, answers, viewer, ids, shape, { isKept, foundAt: found.marks })
    return { json: await inPortions(found.ids, represent), size: found.size }
  }

const inPortions = async (
  ids: readonly number[],
  represent: (ids: readonly number[]) => Promise<Text[]>,
): Promise<Text | JsonList> => {
  const first = await represent(ids.slice(0, PORTION))
  if (ids.length <= PORTION) return joinTexts('[', first, ']')
  const rest = async function* () {
    for (let from = PORTION; from < ids.length; from += PORTION) yield await represent(ids.slice(from, from + PORTION))
  }
  return new JsonList(first, rest())
}

export const inOrderOf = (
  ids: readonly number[],
  artifacts: ReadonlyMap<number, ArtifactWithLinks>,
): ArtifactWithLinks[] => ids.flatMap(id => artifacts.get(id) ?? [])
