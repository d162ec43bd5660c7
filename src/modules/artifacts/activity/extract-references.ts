import type { Project, ProjectsModule } from '../../projects/index.ts'
import { extractReferences, type LinkReference, type TextReference } from '../../fields/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
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
  readonly trackers: Pick<TrackersModule, 'findVisibleByItemName' | 'listOfProject'>
  readonly publicUrl: () => string
}

/** projects.md §5: the references in a text, in order. A keyword that names nothing here makes no reference. */
export const findReferencesIn =
  (deps: ReferenceDependencies) =>
  async (viewer: Viewer, projectId: number, text: string): Promise<ExtractedReference[]> => {
    const project = await deps.projects.requireAccess(viewer, projectId)
    const found = extractReferences(text)
    const linkOf = await linksFor(deps, viewer, project, found)
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

/** Addresses for the references of a text, as far as this viewer may know their keywords. */
export const linksFor = async (
  deps: Pick<ReferenceDependencies, 'references' | 'trackers'>,
  viewer: Viewer,
  project: Project,
  found: readonly TextReference[],
): Promise<LinkReference> => {
  const isKeyword = await deps.references.keywords()
  const words = new Set(found.map(({ keyword }) => keyword.toLowerCase()).filter(isKeyword))
  const named = await namedHere(deps.trackers, viewer, project.id, [...words])
  return deps.references.linkIn(project, word => named.has(word))
}

/**
 * The words that are item names of trackers that the viewer sees, or of trackers of the project. A text cannot reveal item names of other
 * trackers.
 */
const namedHere = async (
  trackers: Pick<TrackersModule, 'findVisibleByItemName' | 'listOfProject'>,
  viewer: Viewer,
  projectId: number,
  words: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (words.length === 0) return new Set()
  const known = [...(await trackers.listOfProject(projectId)), ...(await trackers.findVisibleByItemName(viewer, words))]
  return new Set(known.map(({ itemName }) => itemName.toLowerCase()))
}

/** A link to an artifact carries the id of the project in which the text was found; clients expect this form. */
const absoluteLink = (link: string, publicUrl: string, projectId: number): string => {
  if (link.startsWith('/goto?')) return `${publicUrl}${link}&group_id=${projectId}`
  return link.startsWith('/') ? `${publicUrl}${link}` : link
}

/** Number of characters before a reference that are searched for its context. */
const MAX_CONTEXT = 200
