import type { LinkReference } from '../../fields/index.ts'
import { linkByPattern, type Project } from '../../projects/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { IsKeyword } from '../model/keywords.ts'

/** Address of an object of a later module, named in a text; undefined if the module has no such object. */
export type ReferenceLinker = (project: Project, keyword: string, value: string) => string | undefined

/** Keywords that texts use for references: `art #12`, the item name of a tracker, a reference pattern of the project. */
export interface References {
  /** Loads the keywords if they are not in memory; `linkIn` needs them. */
  keywords(): Promise<IsKeyword>
  /**
   * Address of the target of a reference in a text of a project, from memory. The project is the one that was read with the text. `isNamed`
   * limits the item names of trackers; without it all count.
   */
  linkIn(project: Project, isNamed?: IsKeyword): LinkReference
  addLinker(linker: ReferenceLinker): void
}

const BUILT_IN_KEYWORDS: ReadonlySet<string> = new Set(['art', 'artifact'])
const NUMBER = /^\d{1,15}$/

export const createReferences = (trackers: Pick<TrackersModule, 'keywords'>): References => {
  let known: ReadonlySet<string> = new Set()
  const linkers: ReferenceLinker[] = []
  const isKeyword: IsKeyword = word => BUILT_IN_KEYWORDS.has(word) || known.has(word)
  const linkArtifact = (word: string, value: string): string | undefined =>
    NUMBER.test(value) ? `/goto?key=${encodeURIComponent(word)}&val=${value}` : undefined
  return {
    keywords: async () => {
      known = await trackers.keywords()
      return isKeyword
    },
    linkIn:
      (project, isNamed = word => known.has(word)) =>
      (keyword, value, named) => {
        const word = keyword.toLowerCase()
        if (BUILT_IN_KEYWORDS.has(word)) return linkArtifact(word, value)
        if (named === undefined || isNameOfProject(project, named)) {
          // Before item names of trackers: patterns of the project take precedence in its own texts.
          const link = linkByPattern(project, word, value) ?? firstLink(linkers, project, word, value)
          if (link !== undefined) return link
        }
        return isNamed(word) ? linkArtifact(word, value) : undefined
      },
    addLinker: linker => void linkers.push(linker),
  }
}

const isNameOfProject = (project: Project, named: string): boolean =>
  named === String(project.id) || named.toLowerCase() === project.shortName.toLowerCase()

const firstLink = (
  linkers: readonly ReferenceLinker[],
  project: Project,
  word: string,
  value: string,
): string | undefined => {
  for (const linker of linkers) {
    const link = linker(project, word, value)
    if (link !== undefined) return link
  }
  return undefined
}
