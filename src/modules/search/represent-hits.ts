import { plainText, type StoredFile } from '../fields/index.ts'
import { canReadFieldById, canSeeComment, type ArtifactsModule } from '../artifacts/index.ts'
import type { Project } from '../projects/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { Tracker } from '../trackers/index.ts'
import type { User, Viewer } from '../users/index.ts'
import { excerptOf } from './excerpt.ts'
import type { HitType } from './search.schema.ts'

/** A hit before it is shown. */
export interface Candidate {
  readonly type: HitType
  /** Of the artifact, field, changeset, tracker, project or account. */
  readonly id: number
  readonly score: number
  readonly at: Date | undefined
  readonly artifactId?: number
  /** The field whose text has the words. */
  readonly fieldId?: number
  readonly place?: { readonly tracker: Tracker; readonly project: Project }
  readonly project?: Project
  readonly user?: User
}

interface RepresentDependencies {
  readonly artifacts: Pick<ArtifactsModule, 'findVisible' | 'summaryOf' | 'rightsIn' | 'readTexts' | 'readComments'>
  readonly settings: Pick<SettingsModule, 'datesIn'>
}

type FoundArtifact = Awaited<ReturnType<ArtifactsModule['findVisible']>>[number]

/** The hits of a page. An artifact that has gone or been hidden meanwhile is left out. */
export const representHits = async (
  deps: RepresentDependencies,
  viewer: Viewer,
  page: readonly Candidate[],
  words: readonly string[],
): Promise<object[]> => {
  const { artifacts, settings } = deps
  const found = new Map(
    (await artifacts.findVisible(viewer, [...new Set(page.flatMap(({ artifactId }) => artifactId ?? []))])).map(
      each => [each.artifact.id, each],
    ),
  )
  const textOf = await artifacts.readTexts(
    page.flatMap(({ artifactId, fieldId }) =>
      artifactId === undefined || fieldId === undefined ? [] : [{ artifactId, fieldId }],
    ),
  )
  const comments = await artifacts.readComments(page.flatMap(({ type, id }) => (type === 'comment' ? [id] : [])))
  const dates = settings.datesIn(viewer.timezone)
  const atOf = ({ at }: Candidate): string | null => (at ? dates.isoDate(at) : null)
  return page.flatMap((hit): object[] => {
    const at = atOf(hit)
    if (hit.user) return [{ ...NO_PLACE, type: hit.type, id: hit.id, ...representUser(hit.user), at }]
    if (hit.project) return [{ ...NO_PLACE, type: hit.type, id: hit.id, ...representProject(hit.project), at }]
    if (hit.place) return [{ ...NO_PLACE, type: hit.type, id: hit.id, ...representTracker(hit.place), at }]
    const place = found.get(hit.artifactId ?? 0)
    if (!place) return []
    const text = textOfHit(deps, viewer, place, hit, { textOf, comments })
    if (text === null) return []
    return [{ ...representArtifact(deps, viewer, place, hit, words), excerpt: excerptOf(text, words), at }]
  })
}

interface ReadTexts {
  readonly textOf: Awaited<ReturnType<ArtifactsModule['readTexts']>>
  readonly comments: Awaited<ReturnType<ArtifactsModule['readComments']>>
}

/** The text for the excerpt; null: it is gone, or closed to the viewer since it was found. */
const textOfHit = (
  { artifacts }: RepresentDependencies,
  viewer: Viewer,
  { artifact, tracker }: FoundArtifact,
  { type, id, fieldId }: Candidate,
  { textOf, comments }: ReadTexts,
): string | null => {
  const rights = artifacts.rightsIn(viewer, tracker)
  if (type === 'comment') {
    const comment = comments.get(id)
    return comment && canSeeComment(rights, comment.groupIds) ? plainText(comment.body, comment.format) : null
  }
  if (fieldId === undefined) return ''
  return canReadFieldById({ tracker, rights }, fieldId) ? (textOf({ artifactId: artifact.id, fieldId }) ?? null) : null
}

const NO_PLACE = { artifact_id: null, xref: null, excerpt: [], project: null, tracker: null, status: null }

const projectOf = ({ id, label, shortName }: Project) => ({ id, label, shortname: shortName })

const representUser = ({ login, realName }: User) => ({
  title: realName === '' ? login : realName,
  xref: `@${login}`,
  html_url: `/users/${encodeURIComponent(login)}`,
})

const representProject = (project: Project) => ({
  title: project.label,
  project: projectOf(project),
  html_url: `/projects/${encodeURIComponent(project.shortName)}`,
})

const trackerOf = ({ id, name, color }: Tracker) => ({ id, label: name, color_name: color })

const representTracker = ({ tracker, project }: { readonly tracker: Tracker; readonly project: Project }) => ({
  title: tracker.name,
  project: projectOf(project),
  tracker: trackerOf(tracker),
  html_url: `/plugins/tracker/?tracker=${tracker.id}`,
})

const representArtifact = (
  { artifacts }: RepresentDependencies,
  viewer: Viewer,
  found: FoundArtifact,
  { type, id, fieldId }: Candidate,
  words: readonly string[],
) => {
  const { artifact, tracker, project } = found
  const { title, status, color, isOpen } = artifacts.summaryOf(viewer, found)
  const xref = `${tracker.itemName} #${artifact.id}`
  const page = `/plugins/tracker/?aid=${artifact.id}`
  return {
    type,
    id: type === 'file' ? artifact.id : id,
    artifact_id: artifact.id,
    title: (type === 'file' && fileNames(artifact.document[fieldId ?? 0], words)) || title || xref,
    xref,
    project: projectOf(project),
    tracker: trackerOf(tracker),
    status: status === '' ? null : { label: status, color_name: color, is_open: isOpen },
    html_url: type === 'comment' ? `${page}#followup_${id}` : page,
  }
}

/** Names of the attachments with one of the words. */
const fileNames = (value: unknown, words: readonly string[]): string =>
  ((value ?? []) as readonly StoredFile[])
    .filter(({ name, description }) => words.some(word => `${name} ${description}`.toLowerCase().includes(word)))
    .map(({ name }) => name)
    .join(', ')
