/** The search parameters of the form of a new artifact. */
export interface NewArtifactSearch {
  /** Id of the artifact whose values it begins with. */
  readonly copy?: number
  /** Id of the parent of the new artifact. */
  readonly parent?: number
  /** Type of the link from the parent; default: child. */
  readonly child_of_type?: string
  /** Prefilled values by name of field. */
  readonly [field: string]: unknown
}

const artifactId = (value: unknown): number | undefined =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined

export const newArtifactSearch = ({ copy, parent, child_of_type: type, ...fields }: Record<string, unknown>) => {
  const { copyId, parentId } = { copyId: artifactId(copy), parentId: artifactId(parent) }
  const search: NewArtifactSearch = {
    ...fields,
    ...(copyId !== undefined && { copy: copyId }),
    ...(parentId !== undefined && { parent: parentId }),
    ...(typeof type === 'string' && { child_of_type: type }),
  }
  return search
}
