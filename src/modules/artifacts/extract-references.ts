import type { ProjectsModule } from '../projects/index.ts'
import { extractReferences } from '../fields/index.ts'
import type { Viewer } from '../users/index.ts'
import type { References } from './references.ts'

export interface ExtractedReference {
  readonly text: string
  readonly link: string
  /** The word before it. */
  readonly context: string
}

/** projects.md §5: what a text refers to, in its order. Words that name nothing here are no references. */
export const findReferencesIn =
  (deps: { readonly projects: ProjectsModule; readonly references: References; readonly publicUrl: () => string }) =>
  async (viewer: Viewer, projectId: number, text: string): Promise<ExtractedReference[]> => {
    const project = await deps.projects.requireAccess(viewer, projectId)
    await deps.references.keywords()
    return extractReferences(text).flatMap(reference => {
      const link = deps.references.link(reference.keyword, reference.value, reference.project)
      if (link === undefined) return []
      const before = /(\S+)\s*$/.exec(text.slice(Math.max(0, reference.index - MAX_CONTEXT), reference.index))
      return [
        {
          text: reference.text,
          link: `${deps.publicUrl()}${link}&group_id=${project.id}`,
          context: before?.[1] ?? '',
        },
      ]
    })
  }

/** Characters before a reference that its context is looked for in. */
const MAX_CONTEXT = 200
