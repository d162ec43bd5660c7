import type { ReadStableForms } from '../../artifacts/index.ts'
import type { Viewer } from '../../users/index.ts'

export type Representation = 'none' | 'values' | 'full'

/** JSON texts of the artifacts that the viewer sees now, by id. */
export interface Representations {
  read(viewer: Viewer, ids: readonly number[], form: Representation): Promise<ReadonlyMap<number, string>>
}

export const createRepresentations = (deps: {
  readonly readStableForms: ReadStableForms
  readonly readArtifactTexts: (viewer: Viewer, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
}): Representations => ({
  read: async (viewer, ids, form) => {
    if (form === 'none' || ids.length === 0) return new Map()
    if (form === 'full') return deps.readArtifactTexts(viewer, ids)
    const forms = await deps.readStableForms(viewer, ids)
    return new Map(forms.map(one => [one.id, JSON.stringify(one)]))
  },
})
