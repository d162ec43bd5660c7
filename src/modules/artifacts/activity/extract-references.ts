import type { ProjectsModule } from '../../projects/index.ts'
import { extractReferences } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { References } from '../represent/references.ts'

export interface ExtractedReference {
  readonly text: string
  readonly link: string
  /** The word before the reference. */
  readonly context: string
}

export interface ReferenceDependencies {
  readonly projects: ProjectsModule
  readonly references: References
  readonly publicUrl: () => string
}

/** projects.md §5: the references in a text, in order. A keyword that names nothing that the viewer may know of makes no reference. */
export const findReferencesIn =
  (deps: ReferenceDependencies) =>
  async (viewer: Viewer, projectId: number, text: string): Promise<ExtractedReference[]> => {
    const project = await deps.projects.requireAccess(viewer, projectId)
    const found = extractReferences(text)
    const links = await deps.references.linksFor(viewer, [{ project, texts: [text] }])
    const linkOf = links.linkIn(project)
    return found.flatMap(reference => {
      const link = linkOf(reference.keyword, reference.value, reference.project)
      if (link === undefined) return []
      const before = /(\S+)\s*$/.exec(text.slice(Math.max(0, reference.index - MAX_CONTEXT), reference.index))
      return [
        {
          text: reference.text,
          link: absoluteLink(link, deps.publicUrl(), project.id),
          context: before?.[1] ?? '',
        },
      ]
    })
  }

/** A link to an artifact carries the id of the project in which the text was found; clients expect this form. */
const absoluteLink = (link: string, publicUrl: string, projectId: number): string => {
  if (link.startsWith('/goto?')) return `${publicUrl}${link}&group_id=${projectId}`
  return link.startsWith('/') ? `${publicUrl}${link}` : link
}

/** Number of characters before a reference that are searched for its context. */
const MAX_CONTEXT = 200
