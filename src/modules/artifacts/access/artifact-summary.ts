import type { ArtifactAccess } from './artifact-access.ts'
import { canRead } from '../model/artifacts.permissions.ts'
import type { VisibleArtifact } from './visible-artifacts.ts'
import type { Viewer } from '../../users/index.ts'

/** Title, status and colour of an artifact in lists, as far as the viewer may read them. */
export interface ArtifactSummary {
  /** Null if the tracker has no title or the viewer may not read it. */
  readonly title: string | null
  /** Label of the status; "" if there is none. */
  readonly status: string
  readonly color: string | null
  /** Whether the status is an open one; true if the viewer may not read it. */
  readonly isOpen: boolean
}

export const summaryOf =
  (access: ArtifactAccess) =>
  (viewer: Viewer, { artifact, tracker }: VisibleArtifact): ArtifactSummary => {
    const rights = access.rightsIn(viewer, tracker)
    const readable = (fieldId: number | undefined) => {
      const field = fieldId === undefined ? undefined : tracker.fieldById.get(fieldId)
      return field && canRead(rights, field) ? field : undefined
    }
    const { title, status } = tracker.semantics
    const statusField = readable(status?.fieldId)
    const stored = statusField && artifact.document[statusField.id]
    const valueId: unknown = Array.isArray(stored) ? stored[0] : undefined
    const value =
      statusField?.bind?.type === 'static' && typeof valueId === 'number'
        ? statusField.bind.byId.get(valueId)
        : undefined
    return {
      title: readable(title?.fieldId) ? artifact.title : null,
      status: value?.label ?? '',
      color: value?.colorName ?? null,
      isOpen: !statusField || (typeof valueId === 'number' && status?.openValueIds.includes(valueId) === true),
    }
  }
