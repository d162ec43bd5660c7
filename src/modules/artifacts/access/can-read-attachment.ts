import { unlessRefused } from '../../../platform/errors.ts'
import type { StoredFile } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactAccess } from './artifact-access.ts'
import type { ArtifactWithLinks } from '../model/artifact.ts'
import { canRead } from '../model/artifacts.permissions.ts'

/** Whether the current version of the artifact holds the file and the viewer may see artifact and field (files.md §4). */
export const canReadAttachment =
  ({
    access,
    findArtifact,
  }: {
    readonly access: ArtifactAccess
    readonly findArtifact: (id: number) => Promise<ArtifactWithLinks | undefined>
  }) =>
  async (
    viewer: Viewer,
    { id, artifactId, fieldId }: { readonly id: number; readonly artifactId: number; readonly fieldId: number },
  ): Promise<boolean> => {
    const artifact = await findArtifact(artifactId)
    const context = artifact && (await unlessRefused(() => access.requireViewable(viewer, artifact)))
    const field = context?.tracker.fieldById.get(fieldId)
    if (!field?.isUsed || !context || !canRead(context.rights, field)) return false
    const files = (artifact?.document[field.id] ?? []) as readonly StoredFile[]
    return files.some(file => file.id === id)
  }
