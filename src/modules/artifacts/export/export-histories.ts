import type { Viewer } from '../../users/index.ts'
import { fieldType, type Field, type NamedValue, type StoredFile } from '../../fields/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import { isChangesetSeen } from '../access/visible-changesets.ts'
import { visibleLinks } from '../access/visible-links.ts'
import { canSeeComment } from '../model/artifacts.permissions.ts'
import type { ArtifactWithLinks } from '../model/artifact.ts'
import type { ArtifactReader, ArtifactStateWithHistory } from '../store/artifact-reader.store.ts'
import type { Changeset } from '../store/changesets.store.ts'
import type { ReadDependencies } from '../read/read-artifacts.ts'
import type { SerializerOf } from '../represent/serializer-cache.ts'
import { nameArtifacts, namedFields, type NamedArtifact } from './named-values.ts'

/** A change as the viewer may know of it, with values by names. */
export interface ExportedChangeset {
  readonly id: number
  readonly by: string | null
  readonly on: string
  readonly values: Readonly<Record<string, NamedValue>>
  readonly comment: { readonly body: string; readonly format: string; readonly groups?: readonly string[] } | null
}

export interface ExportedArtifact {
  readonly id: number
  readonly number: number
  readonly tracker: string
  /** The first one made the artifact. */
  readonly changesets: readonly ExportedChangeset[]
  readonly links: readonly { readonly id: number; readonly type: string }[]
  readonly files: readonly { readonly field: string; readonly file: StoredFile }[]
}

export interface ExportHistoriesDependencies extends ReadDependencies {
  readonly readHistory: ArtifactReader<ArtifactStateWithHistory>
}

interface Shown {
  readonly artifact: ArtifactWithLinks
  readonly context: ArtifactContext
  readonly history: readonly Changeset[]
}

/** The artifacts that the viewer sees with their histories, in the order of the ids. */
export const exportHistories =
  (dependencies: ExportHistoriesDependencies, serializerOf: SerializerOf) =>
  async (viewer: Viewer, ids: readonly number[]): Promise<ExportedArtifact[]> => {
    const { access, readHistory } = dependencies
    const states: ArtifactStateWithHistory[] = []
    for (const id of ids) {
      const state = await readHistory(id)
      if (typeof state === 'object') states.push(state)
    }
    const contexts = await access.visibleContexts(
      viewer,
      states.map(({ artifact }) => artifact),
    )
    const shown = states.flatMap(({ artifact, history }): Shown[] => {
      const context = contexts.get(artifact.id)
      return context ? [{ artifact, context, history: history.filter(one => isChangesetSeen(context, one)) }] : []
    })
    const links = await visibleLinks(access, viewer, shown)
    const userIds = new Set(shown.flatMap(one => peopleOf(one)))
    const named = await nameArtifacts(dependencies, serializerOf, viewer, shown, { isComputed: false, userIds })
    const dates = dependencies.settings.datesIn(viewer.timezone)
    const loginOf = (id: number, email: string | null): string | null =>
      id === 0 ? email : (dependencies.users.peek(id)?.login ?? null)
    return shown.flatMap(({ artifact, context, history }, index) => {
      const names = named[index]
      if (!names) return []
      const fields = importedFields(names)
      return [
        {
          id: artifact.id,
          number: artifact.number,
          tracker: context.tracker.itemName,
          changesets: history.map(changeset => ({
            id: changeset.id,
            by: loginOf(changeset.submittedBy, changeset.submittedByEmail),
            on: dates.isoDate(changeset.submittedOn),
            values: valuesOf(names, fields, changeset),
            comment: commentOf(dependencies, context, changeset),
          })),
          links: artifact.forward.filter(end => links.has(end)).map(({ id, type }) => ({ id, type })),
          files: filesOf(names, artifact),
        },
      ]
    })
  }

/** Accounts that the changes show. */
const peopleOf = ({ artifact, context, history }: Shown): number[] =>
  history.flatMap(({ submittedBy, delta }) => [
    submittedBy,
    ...Object.entries(delta).flatMap(([fieldId, { a }]) => {
      const field = context.tracker.fieldById.get(Number(fieldId))
      return (field && fieldType(field.type).userIds?.(a, artifact, field)) ?? []
    }),
  ])

/** Readable fields whose stored values an import takes. */
const importedFields = ({ serializer }: NamedArtifact): Field[] =>
  namedFields(serializer).filter(field => {
    const type = fieldType(field.type)
    return type.fromNamed !== undefined && type.family !== 'readOnly'
  })

const valuesOf = (
  { valueOf }: NamedArtifact,
  fields: readonly Field[],
  { delta }: Changeset,
): ExportedChangeset['values'] =>
  Object.fromEntries(
    fields
      .filter(({ id }) => id in delta)
      .map(field => [field.name, valueOf(field, { [field.id]: delta[field.id]?.a })]),
  )

const commentOf = (
  { projects }: Pick<ReadDependencies, 'projects'>,
  { rights, project }: ArtifactContext,
  { comment: { body, format, groupIds } }: Changeset,
): ExportedChangeset['comment'] => {
  if (body === '' || !canSeeComment(rights, groupIds)) return null
  const groups = groupIds?.map(id => projects.representUserGroup(project.id, id).short_name)
  return { body, format, ...(groups && { groups }) }
}

const filesOf = ({ serializer }: NamedArtifact, { document }: ArtifactWithLinks): ExportedArtifact['files'] =>
  serializer.readable
    .filter(({ field }) => field.type === 'file')
    .flatMap(({ field, key }) =>
      ((document[key] ?? []) as readonly StoredFile[]).map(file => ({ field: field.name, file })),
    )
