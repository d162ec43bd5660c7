import type { Db } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { joinTexts, JsonList, JsonText, type Text } from '../../../platform/http/response/response.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import { parseObject } from '../../../platform/json-object.ts'
import type {
  KeptPage,
  SnapshotPage,
  SnapshotPages,
  SnapshotRequest,
} from '../../../platform/list-snapshots/list-snapshots.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { User, UsersModule, Viewer } from '../../users/index.ts'
import type { ArtifactAccess } from '../access/artifact-access.ts'
import { findStates, type ArtifactReader } from '../store/artifact-reader.store.ts'
import type { ArtifactVersion, ArtifactWithLinks, RowVersions } from '../model/artifact.ts'
import {
  NO_RELATED_DATA,
  representedTexts,
  representedUserIds,
  writeArtifact,
  type RepresentationDependencies,
  type ArtifactToRepresent,
} from '../represent/artifact.representation.ts'
import { listArtifactsOfTracker } from '../store/artifacts.store.ts'
import type { ResponseCache, ReadableArtifact, CachedResponse } from './response-cache.ts'
import { limitFields, parseRowShape, type RowDependencies, type RowParameters, type RowShape } from './row-shape.ts'
import {
  prepareSearch,
  runSearch,
  searchByParameters,
  wholeList,
  type SearchParameters,
} from '../queries/search-artifacts.ts'
import type { References, TextLinks, TextsOfProject } from '../represent/references.ts'
import { loadRelatedData, type RelatedDataDependencies } from '../represent/related-data.ts'
import { restrictionsOf } from '../workflow/workflow-state.ts'
import type { CommentTag } from '../model/etag.ts'
import type { SerializerOf } from '../represent/serializer-cache.ts'

export interface ReadDependencies extends RelatedDataDependencies {
  readonly db: Db
  readonly access: ArtifactAccess
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
  readonly references: References
  readonly commentTag: CommentTag
}

/** With all names in memory that a representation of certain artifacts shows: the result of `preloadNames`. */
export type PreloadedDependencies = ReadDependencies & Pick<RepresentationDependencies, 'textLinks'>

/** Requested parts of the representation. */
export interface ReadShape {
  readonly values: boolean
  readonly valuesByField: boolean
  /** Whether the whole tracker is included, with the frozen fields and hidden fieldsets of this artifact. */
  readonly isTrackerComplete?: boolean
  readonly row?: RowShape | undefined
}

interface RepresentedArtifact {
  readonly json: string
  /** Whether viewers with the same rights in the tracker may see another text. */
  readonly dependsOnViewer: boolean
}

/** Artifacts that the viewer may see, in the given order. One call loads the related data of all of them. */
export const representArtifacts = async (
  reading: ReadDependencies,
  serializerOf: SerializerOf,
  viewer: Viewer,
  artifacts: readonly ReadableArtifact[],
  shape: ReadShape,
): Promise<RepresentedArtifact[]> => {
  const represented: ArtifactToRepresent[] = artifacts.map(({ artifact, context }) => ({
    artifact,
    serializer: serializerOf(context),
  }))
  const dependencies = await preloadNames(reading, viewer, represented)
  const relatedData = await loadRelatedData(dependencies, viewer, represented)
  const written: RepresentedArtifact[] = []
  for (const [index, { artifact, serializer }] of represented.entries()) {
    const context = artifacts[index]?.context
    const trackerText =
      shape.isTrackerComplete && context
        ? JSON.stringify(
            await dependencies.trackers.representComplete(
              viewer,
              context.tracker,
              context.project,
              restrictionsOf(context.tracker, artifact.document),
            ),
          )
        : undefined
    written.push({
      json: writeArtifact(dependencies, serializer, artifact, relatedData.get(artifact.id) ?? NO_RELATED_DATA, {
        values: shape.values,
        valuesByField: shape.valuesByField,
        reader: viewer,
        ...(trackerText === undefined ? {} : { trackerText }),
      }),
      dependsOnViewer:
        (shape.values || shape.valuesByField) &&
        dependencies.textLinks.dependOnViewer(representedTexts(serializer, artifact)),
    })
  }
  return written
}

/**
 * Loads accounts, groups and words that the serializer looks up in memory; no query if the caches hold them. The caller writes the response
 * with the returned dependencies. They hold the accounts: if one is invalidated meanwhile, its name is still there. `other` is what the
 * response shows beside the fields, such as comments.
 */
export const preloadNames = async <Dependencies extends Pick<ReadDependencies, 'users' | 'projects' | 'references'>>(
  dependencies: Dependencies,
  viewer: Viewer,
  represented: readonly ArtifactToRepresent[],
  other: { readonly userIds?: Iterable<number>; readonly texts?: TextsOfProject } = {},
): Promise<Dependencies & { readonly textLinks: TextLinks }> => {
  const { users, projects, references } = dependencies
  const userIds = new Set<number>(other.userIds)
  const projectIds = new Set<number>()
  for (const { artifact, serializer } of represented) {
    for (const id of representedUserIds(serializer, artifact)) userIds.add(id)
    projectIds.add(artifact.projectId)
  }
  userIds.delete(0)
  const held = await users.getMany(userIds)
  for (const id of projectIds) await projects.loadUserGroups(id)
  const texts = represented.map(({ serializer, artifact }) => representedTexts(serializer, artifact))
  if (other.texts) texts.push(other.texts)
  return {
    ...dependencies,
    users: withHeldUsers(users, held),
    textLinks: await references.linksFor(viewer, texts),
  }
}

const withHeldUsers = (users: UsersModule, held: ReadonlyMap<number, User>): UsersModule => {
  const peek: UsersModule['peek'] = id => held.get(id) ?? users.peek(id)
  return Object.assign(Object.create(users) as UsersModule, { peek })
}

export interface ArtifactResponse extends CachedResponse {
  readonly version: ArtifactVersion
}

/** The key must differ if the response differs; single and batch reads share it. */
const cacheKeyOf = (shape: ReadShape): string =>
  `${shape.values ? 1 : 0}${shape.valuesByField ? 1 : 0}${shape.row?.name ?? ''}`

const writeReadableArtifacts = async (
  dependencies: ReadDependencies,
  serializerOf: SerializerOf,
  viewer: Viewer,
  shown: readonly ReadableArtifact[],
  shape: ReadShape,
): Promise<ArtifactResponse[]> => {
  const { row } = shape
  const limited = row?.fieldIds ? limitFields(serializerOf, row.fieldIds) : serializerOf
  const represented = await representArtifacts(dependencies, limited, viewer, shown, shape)
  return shown.flatMap((readable, index) => {
    const written = represented[index]
    if (!written) return []
    const { artifact } = readable
    const version = { artifactId: artifact.id, changesetId: artifact.changesetId, modifiedAt: artifact.updatedOn }
    const json = row ? `${written.json.slice(0, -1)}${row.additions(readable)}}` : written.json
    return { text: new JsonText(json), isLasting: !written.dependsOnViewer, version }
  })
}

/** GET /artifacts/{id} (artifacts.md §3): one query for the artifact and its links, the rest from memory. */
export const getArtifact =
  (
    dependencies: ReadDependencies & { readonly readArtifact: ArtifactReader },
    serializerOf: SerializerOf,
    responseCache: ResponseCache,
  ) =>
  (viewer: Viewer, id: number, shape: ReadShape): Promise<ArtifactResponse> =>
    responseCache.getOrBuild(viewer, id, {
      name: shape.isTrackerComplete ? undefined : cacheKeyOf(shape),
      read: dependencies.readArtifact,
      write: async ({ artifact }, context) => {
        const [written] = await writeReadableArtifacts(
          dependencies,
          serializerOf,
          viewer,
          [{ artifact, context }],
          shape,
        )
        if (!written) throw new Error('one artifact, no representation')
        return written
      },
    })

/** JSON texts of the artifacts that the viewer may see. */
export const representVisible = async (
  dependencies: ReadDependencies,
  serializerOf: SerializerOf,
  viewer: Viewer,
  artifacts: readonly ArtifactWithLinks[],
  shape: ReadShape,
): Promise<string[]> => {
  const contexts = await dependencies.access.visibleContexts(viewer, artifacts)
  const shown = artifacts.flatMap(artifact => {
    const context = contexts.get(artifact.id)
    return context ? [{ artifact, context }] : []
  })
  const represented = await representArtifacts(dependencies, serializerOf, viewer, shown, shape)
  return represented.map(({ json }) => json)
}

/** JSON texts of the existing artifacts that the viewer may see, from the response cache if possible. */
const representEach = async (
  dependencies: ReadDependencies,
  serializerOf: SerializerOf,
  responseCache: ResponseCache,
  viewer: Viewer,
  ids: readonly number[],
  shape: ReadShape,
  { isKept = true, foundAt }: { readonly isKept?: boolean; readonly foundAt?: RowVersions } = {},
): Promise<Text[]> => {
  const found = await responseCache.getOrBuildEach(viewer, ids, {
    name: cacheKeyOf(shape),
    isKept,
    read: asked => findStates(dependencies.db, asked, foundAt),
    write: shown => writeReadableArtifacts(dependencies, serializerOf, viewer, shown, shape),
  })
  return found.map(({ text }) => text.in('json'))
}

/** GET /artifacts?query={"id":[…]}: in the order of the request, without unknown and hidden artifacts. */
export const getArtifactsById =
  (dependencies: ReadDependencies, serializerOf: SerializerOf, responseCache: ResponseCache) =>
  async (viewer: Viewer, ids: readonly number[], page: Page): Promise<Text[]> => {
    // There is no id beyond 2^53, and no bigint beyond 2^63: such a number is an unknown id (artifacts.md §0.3).
    const wanted = ids.slice(page.offset, page.offset + page.limit).filter(Number.isSafeInteger)
    return representEach(dependencies, serializerOf, responseCache, viewer, wanted, {
      values: true,
      valuesByField: true,
    })
  }

/** JSON texts of the existing artifacts that the viewer may see, by id, in the form of `GET /artifacts/{id}?values_format=all`. */
export const readArtifactTexts =
  (dependencies: ReadDependencies, serializerOf: SerializerOf, responseCache: ResponseCache) =>
  async (viewer: Viewer, ids: readonly number[]): Promise<Map<number, string>> => {
    const shape = { values: true, valuesByField: true }
    const found = await responseCache.getOrBuildEach(viewer, ids, {
      name: cacheKeyOf(shape),
      isKept: true,
      read: asked => findStates(dependencies.db, asked),
      write: shown => writeReadableArtifacts(dependencies, serializerOf, viewer, shown, shape),
    })
    return new Map(found.map(({ version, text }) => [version.artifactId, String(text.in('json'))]))
  }

/** Parses the ids of `query={"id":[…]}`; throws an Invalid that names the mistake. */
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
  /** Of a page of a kept list. */
  readonly kept?: KeptPage
  /** Number of all matches; without a query, number of all artifacts of the tracker, including hidden ones. */
  readonly size: number
}

/** Maximum artifacts of a list in memory. The next batch of a longer list is read while the previous one is sent. */
export const BATCH_SIZE = 100

export type ListDependencies = ReadDependencies & RowDependencies & { readonly snapshotPages: SnapshotPages }

export interface ListInput extends SearchParameters, RowParameters {
  readonly order: 'asc' | 'desc'
  readonly values: boolean
  /** For a page of a kept list; undefined: a page of the list of now. */
  readonly kept: Omit<SnapshotRequest, 'list'> | undefined
}

/** GET /trackers/{id}/artifacts (trackers.md §4): by id, unless the request gives an order. */
export const listArtifacts =
  (dependencies: ListDependencies, serializerOf: SerializerOf, responseCache: ResponseCache) =>
  async (viewer: Viewer, trackerId: number, input: ListInput): Promise<ArtifactList> => {
    const { db, trackers, access } = dependencies
    const place = await trackers.requireTracker(viewer, trackerId)
    const { tracker } = place
    const row = await parseRowShape(dependencies, viewer, { tracker, rights: access.rightsIn(viewer, tracker) }, input)
    const shape = { values: input.values || row?.fieldIds !== undefined, valuesByField: false, row }
    // A client that reads everything rarely repeats the request. Caching its responses would evict the responses of other clients.
    const isKept = input.limit <= BATCH_SIZE
    const represent = (ids: readonly number[], foundAt?: RowVersions): Promise<Text[]> =>
      representEach(dependencies, serializerOf, responseCache, viewer, ids, shape, {
        isKept,
        ...(foundAt && { foundAt }),
      })
    if (input.kept) {
      const page = await dependencies.snapshotPages(
        { ...input.kept, list: listOf(trackerId, input) },
        input,
        async all => {
          const search =
            (await prepareSearch(dependencies, viewer, place, input)) ??
            wholeList(dependencies, viewer, place, input.order)
          return runSearch(dependencies, search, place, { ...all, signal: input.signal })
        },
      )
      return keptList(page, represent)
    }
    // A longer list reads its later batches later, so row versions from now would be outdated.
    const withRowVersions = input.limit <= BATCH_SIZE
    const found =
      (await searchByParameters(dependencies, viewer, place, { ...input, withRowVersions })) ??
      (await listArtifactsOfTracker(db, tracker.id, { ...input, withRowVersions }))
    return { json: await inBatches(found.ids, ids => represent(ids, found.rowVersions)), size: found.size }
  }

/** All that decides which artifacts a list has, and their order. */
export const listOf = (trackerId: number, input: ListInput, at?: Date): unknown[] => [
  ...[trackerId, input.tql, input.query, input.expert_query, input.order_by, input.order, at ?? null],
]

/** A page of a kept list: its elements as `represent` writes those that are still there. */
export const keptList = async (
  { id, ids, size }: SnapshotPage,
  represent: (ids: readonly number[]) => Promise<readonly Text[]>,
): Promise<ArtifactList> => {
  const texts: Text[] = []
  for (let from = 0; from < ids.length; from += BATCH_SIZE)
    texts.push(...(await represent(ids.slice(from, from + BATCH_SIZE))))
  return { json: joinTexts('[', texts, ']'), size, kept: { id, missing: ids.length - texts.length } }
}

/** A JSON list of the artifacts; later batches of a long list are read while the first ones are sent. */
export const inBatches = async (
  ids: readonly number[],
  represent: (ids: readonly number[]) => Promise<Text[]>,
): Promise<Text | JsonList> => {
  const first = await represent(ids.slice(0, BATCH_SIZE))
  if (ids.length <= BATCH_SIZE) return joinTexts('[', first, ']')
  const rest = async function* () {
    for (let from = BATCH_SIZE; from < ids.length; from += BATCH_SIZE)
      yield await represent(ids.slice(from, from + BATCH_SIZE))
  }
  return new JsonList(first, rest())
}

export const inOrderOf = (
  ids: readonly number[],
  artifacts: ReadonlyMap<number, ArtifactWithLinks>,
): ArtifactWithLinks[] => ids.flatMap(id => artifacts.get(id) ?? [])
