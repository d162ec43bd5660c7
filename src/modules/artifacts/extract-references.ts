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
    const linkOf = deps.references.linkIn(project)
    return extractReferences(text).flatMap(reference => {
      const link = linkOf(reference.keyword, reference.value, reference.project)
      if (link === undefined) return []
      const before = /(\S+)\s*$/.exec(text.slice(Math.max(0, reference.index - MAX_CONTEXT), reference.index))
      return [
        {
          text: reference.text,
          link: absolute(link, deps.publicUrl(), project.id),
          context: before?.[1] ?? '',
        },
      ]
    })
  }

/** Links to artifacts tell in which project they were found, as clients know them. */
const absolute = (link: string, publicUrl: string, projectId: number): string => {
  if (link.startsWith('/goto?')) return `${publicUrl}${link}&group_id=${projectId}`
  return link.startsWith('/') ? `${publicUrl}${link}` : link
}

/** Characters before a reference that its context is looked for in. */
const MAX_CONTEXT = 200
