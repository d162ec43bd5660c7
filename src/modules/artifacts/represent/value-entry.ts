import { fieldType, type Field, type StoredLink, type ValueEntry } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactAccess } from '../access/artifact-access.ts'
import type { ArtifactWithLinks } from '../model/artifact.ts'

export interface EntryDependencies {
  readonly access: ArtifactAccess
  readonly find: (ids: readonly number[]) => Promise<ReadonlyMap<number, ArtifactWithLinks>>
}

/** The value as an entry of `PUT`, without links that the viewer may not know of. */
export const entryOf = async (
  { access, find }: EntryDependencies,
  viewer: Viewer,
  field: Field,
  value: unknown,
): Promise<ValueEntry | null> => {
  const type = fieldType(field.type)
  if (value === undefined || !type.toEntry) return null
  if (field.type !== 'art_link') return type.toEntry(value, field)
  const links = value as readonly StoredLink[]
  const artifacts = await find(links.map(({ id }) => id))
  const visible = await access.visibleContexts(viewer, [...artifacts.values()])
  return type.toEntry(
    links.filter(({ id }) => visible.has(id)),
    field,
  )
}
