import type { ArtifactsModule } from '../artifacts/index.ts'
import { plainText } from '../fields/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import { APPROVAL_REASON, strongestReason } from './entries.ts'
import type { SeenApprovalEntry, SeenArtifactEntry, SeenEntry } from './read-inbox.ts'

const EXCERPT_CHARS = 200
/** Of a comment, for an excerpt: markup takes some. */
const READ_CHARS = 4_000

export interface RepresentEntriesDependencies {
  readonly users: Pick<UsersModule, 'getMany' | 'representMinimal'>
  readonly artifacts: Pick<ArtifactsModule, 'summaryOf'>
  readonly isoDate: (viewer: Viewer, at: Date) => string
}

export const representEntries =
  ({ users, artifacts, isoDate }: RepresentEntriesDependencies) =>
  async (viewer: Viewer, entries: readonly SeenEntry[]): Promise<object[]> => {
    const accounts = await users.getMany(
      new Set(entries.flatMap(entry => ('approval' in entry ? [] : (entry.changes.at(-1)?.change.actorId ?? [])))),
    )
    return entries.map(entry => {
      if ('approval' in entry) return representApproval(entry, at => isoDate(viewer, at))
      const { id, state, artifact: found, changes } = entry
      const { artifact, tracker } = found
      const latest = changes.at(-1)?.change
      const actor = accounts.get(latest?.actorId ?? 0)
      const { title, status, color } = artifacts.summaryOf(viewer, found)
      const isNew = changes.some(({ change }) => change.isFirst)
      const fieldIds = new Set(changes.flatMap(({ change, fieldIds }) => (change.isFirst ? [] : fieldIds)))
      return {
        id,
        at: isoDate(viewer, latest?.at ?? artifact.updatedOn),
        state,
        because: strongestReason(changes),
        artifact: {
          id: artifact.id,
          title,
          xref: `${tracker.itemName} #${artifact.id}`,
          html_url: `/plugins/tracker/?aid=${artifact.id}`,
        },
        ...placeOf(found),
        status: status === '' ? null : { label: status, color_name: color },
        actor: actor ? users.representMinimal(actor, undefined, viewer.nameStyle) : null,
        other_actors: new Set(changes.map(({ change }) => change.actorId)).size - 1,
        changeset_id: latest?.changesetId ?? 0,
        count: changes.length,
        excerpt: excerptOf(changes),
        changed_fields: tracker.fields.flatMap(field => (fieldIds.has(field.id) ? [field.label] : [])),
        is_new: isNew,
        approval: null,
      }
    })
  }

const placeOf = ({ project, tracker }: Pick<SeenArtifactEntry['artifact'], 'project' | 'tracker'>) => ({
  project: { id: project.id, label: project.label, shortname: project.shortName },
  tracker: { id: tracker.id, label: tracker.name, color_name: tracker.color },
})

const representApproval = ({ id, state, approval: seen }: SeenApprovalEntry, isoDate: (at: Date) => string): object => {
  const { approval, tracker, title } = seen
  const { artifactId } = approval
  return {
    id,
    at: isoDate(approval.askedAt),
    state,
    because: APPROVAL_REASON,
    artifact:
      artifactId === null
        ? null
        : {
            id: artifactId,
            title,
            xref: `${tracker.itemName} #${artifactId}`,
            html_url: `/plugins/tracker/?aid=${artifactId}`,
          },
    ...placeOf(seen),
    status: null,
    actor: null,
    other_actors: 0,
    changeset_id: null,
    count: 1,
    excerpt: null,
    changed_fields: [],
    is_new: artifactId === null,
    approval: { id: approval.id, agent: approval.agent, tool: approval.tool, title: titleOfNew(seen) },
  }
}

/** The title that a new artifact would have, if the account may read it; null: none, or the artifact is there. */
const titleOfNew = ({ approval, tracker, changes }: SeenApprovalEntry['approval']): string | null => {
  if (approval.artifactId !== null) return null
  const field = changes.find(({ field_id: id }) => id === tracker.semantics.title?.fieldId)
  const { value } = (field?.after ?? {}) as { readonly value?: unknown }
  return typeof value === 'string' ? value : null
}

const excerptOf = (changes: SeenArtifactEntry['changes']): string | null => {
  const latest = changes.findLast(({ change, isCommentSeen }) => isCommentSeen && change.commentBody !== '')
  if (!latest) return null
  const { commentBody, commentFormat } = latest.change
  const text = plainText(commentBody.slice(0, READ_CHARS), commentFormat).replaceAll(/\s+/g, ' ').trim()
  return text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)}…` : text
}
