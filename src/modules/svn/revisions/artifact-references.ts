import { readCache } from '../../../platform/cache.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { EventConsumer } from '../../../platform/events/consumer.ts'
import { editedChangeset, EDITS, type ReferenceLinker, type ReferenceSource } from '../../artifacts/index.ts'
import { extractReferences } from '../../fields/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import {
  REFERENCES_CHANGED,
  findRevisionReferences,
  insertArtifactReferences,
  listReferencingArtifacts,
  listEditTexts,
  type ArtifactReference,
  type RevisionReference,
} from '../store/artifact-references.store.ts'
import { revisionPage } from '../model/revision-page.ts'

const MAX_CACHED = 50_000

/** The revisions that an artifact shows, to users who see the project of the repository (svn.md §3.6). */
export const revisionReferences = (
  db: Db,
  projects: Pick<ProjectsModule, 'getMany' | 'canAccess'>,
): ReferenceSource => {
  const withReferences = referencingArtifacts(db)
  const cache = readCache<number, readonly RevisionReference[]>({
    invalidations: db.invalidations,
    topic: REFERENCES_CHANGED,
    max: MAX_CACHED,
    load: async ids => {
      const found = Map.groupBy(await findRevisionReferences(db, ids), reference => reference.artifactId)
      return new Map(ids.map(id => [id, found.get(id) ?? []]))
    },
    parseKey: Number,
  })
  return async (viewer, artifactIds) => {
    const referencing = await withReferences()
    const asked = artifactIds.filter(id => referencing.has(id))
    if (asked.length === 0) return new Map()
    const references = [...(await cache.getMany(asked)).values()].flat()
    if (references.length === 0) return new Map()
    const projectById = await projects.getMany(references.map(reference => reference.projectId))
    const visible = references.filter(({ projectId }) => {
      const project = projectById.get(projectId)
      return project?.status === 'active' && projects.canAccess(viewer, project)
    })
    const shortNameOf = (reference: RevisionReference): string =>
      projectById.get(reference.projectId)?.shortName ?? String(reference.projectId)
    return new Map(
      [...Map.groupBy(visible, reference => reference.artifactId)].map(([artifactId, ofArtifact]) => [
        artifactId,
        [
          ...Map.groupBy(ofArtifact, ({ projectId, repositoryName, revision }) =>
            [projectId, repositoryName, revision].join('/'),
          ).values(),
        ].map(between => describe(between, shortNameOf)),
      ]),
    )
  }
}

/**
 * Ids of artifacts with such references, in memory: most artifacts have none, and reading one of these must cost no query. An artifact that
 * lost its references stays in the set, which costs only a needless query.
 */
const referencingArtifacts = (db: Db): (() => Promise<ReadonlySet<number>>) => {
  let known: Promise<Set<number>> | undefined
  const load = (): Promise<Set<number>> => {
    const loading = listReferencingArtifacts(db).then(ids => new Set(ids))
    loading.catch(() => {
      if (known === loading) known = undefined
    })
    return (known = loading)
  }
  db.invalidations.on(REFERENCES_CHANGED, key => {
    if (key === null) known = undefined
    else
      known?.then(
        ids => ids.add(Number(key)),
        () => undefined,
      )
  })
  return () => (db.invalidations.isListening() ? (known ?? load()) : load())
}

/** Joins all references between an artifact and one revision; prefers the text of the artifact if it has a reference. */
const describe = (between: readonly RevisionReference[], shortNameOf: (reference: RevisionReference) => string) => {
  const [first] = between as [RevisionReference]
  const out = between.find(reference => reference.isOutgoing)
  const isIncoming = between.some(reference => !reference.isOutgoing)
  return {
    ref: `${out?.keyword ?? 'rev'} #${first.repositoryName}/${first.revision}`,
    url: revisionPage(shortNameOf(first), first.repositoryName, first.revision),
    direction: out && isIncoming ? ('both' as const) : out ? ('out' as const) : ('in' as const),
  }
}

const KEYWORDS: ReadonlySet<string> = new Set(['rev', 'revision', 'svn'])
const REVISION = /^([\w.-]+)\/(\d{1,15})$/

/** Stores the revisions that texts of artifacts name. */
export const artifactTextReader = (projects: Pick<ProjectsModule, 'findByShortName'>): EventConsumer => ({
  name: 'svn_artifact_references',
  handle: async (tx, events) => {
    const writes = events.filter(event => EDITS.has(event.kind))
    const changesetIds = writes.flatMap(event => editedChangeset(event) ?? [])
    if (changesetIds.length === 0) return
    const projectOf = new Map(writes.map(event => [event.artifactId, event.projectId]))
    const found: ArtifactReference[] = []
    for (const { artifactId, comment, delta } of await listEditTexts(tx, changesetIds)) {
      for (const text of [comment, ...textsIn(JSON.parse(delta))]) {
        for (const mention of revisionsIn(text)) {
          const projectId = await projectNamed(projects, mention.project, projectOf.get(artifactId) ?? 0)
          if (projectId !== undefined) found.push({ ...mention, artifactId, projectId })
        }
      }
    }
    await insertArtifactReferences(tx, found)
  },
})

interface RevisionMention {
  readonly keyword: string
  readonly project: string | undefined
  readonly repositoryName: string
  readonly revision: number
}

/** Address for `rev #charts/12` in a text of the project, if the project has repositories. */
export const linkRevision: ReferenceLinker = (project, keyword, value) => {
  const [, repositoryName, revision] = REVISION.exec(value) ?? []
  if (repositoryName === undefined || !KEYWORDS.has(keyword) || !project.enabledServices.has('plugin_svn'))
    return undefined
  return revisionPage(project.shortName, repositoryName, Number(revision))
}

/** `rev #charts/12`, `svn #ships:charts/12` */
export const revisionsIn = (text: string): RevisionMention[] => {
  if (!text.includes(' #')) return []
  return extractReferences(text).flatMap(({ keyword, value, project }) => {
    const [, repositoryName, revision] = REVISION.exec(value) ?? []
    const word = keyword.toLowerCase()
    if (repositoryName === undefined || !KEYWORDS.has(word)) return []
    return [{ keyword: word, project, repositoryName, revision: Number(revision) }]
  })
}

const projectNamed = async (
  projects: Pick<ProjectsModule, 'findByShortName'>,
  name: string | undefined,
  own: number,
): Promise<number | undefined> => {
  if (name === undefined) return own
  return /^\d{1,15}$/.test(name) ? Number(name) : (await projects.findByShortName(name))?.id
}

/** All texts in the new values of a change. */
const textsIn = (delta: unknown): string[] =>
  Object.values(delta as Record<string, { readonly a?: unknown }>).flatMap(({ a }) => textsBelow(a))

const textsBelow = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsBelow)
}
