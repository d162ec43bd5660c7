import type { ProjectsModule } from '../../projects/index.ts'
import { extractReferences } from '../../fields/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { References } from '../represent/references.ts'

export interface ExtractedReference {
  readonly text: string
  readonly link: string
  /** The word before it. */
  readonly context: string
}

/** projects.md §5: what a text refers to, in its order. Words that name nothing here are no references. */
export const findReferencesIn =
  (deps: {
    readonly projects: ProjectsModule
    readonly references: References
    readonly trackers: Pick<TrackersModule, 'findVisibleByItemName' | 'listOfProject'>
    readonly publicUrl: () => string
  }) =>
  async (viewer: Viewer, projectId: number, text: string): Promise<ExtractedReference[]> => {
    const project = await deps.projects.requireAccess(viewer, projectId)
    const found = extractReferences(text)
    const isKeyword = await deps.references.keywords()
    const words = new Set(found.map(({ keyword }) => keyword.toLowerCase()).filter(isKeyword))
    const named = await namedHere(deps.trackers, viewer, project.id, [...words])
    const linkOf = deps.references.linkIn(project, word => named.has(word))
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

/** Words that are item names of trackers that the viewer sees, or of the project: nobody guesses those of other trackers by a text. */
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

/** Links to artifacts tell in which project they were found, as clients know them. */
const absoluteLink = (link: string, publicUrl: string, projectId: number): string => {
  if (link.startsWith('/goto?')) return `${publicUrl}${link}&group_id=${projectId}`
  return link.startsWith('/') ? `${publicUrl}${link}` : link
}

/** Characters before a reference that its context is looked for in. */
const MAX_CONTEXT = 200
