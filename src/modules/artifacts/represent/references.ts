import { extractReferences, type LinkReference } from '../../fields/index.ts'
import { linkByPattern, type Project } from '../../projects/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { IsKeyword } from '../model/keywords.ts'

/** Address of an object of a later module, named in a text; undefined if the module has no such object. */
export type ReferenceLinker = (project: Project, keyword: string, value: string) => string | undefined

/** Texts of a project. */
export interface TextsOfProject {
  readonly project: Project
  readonly texts: readonly string[]
}

/**
 * Links for the references in certain texts, for one viewer. A text must not reveal which item names trackers of hidden projects have:
 * everybody who may write a text could guess them. So a keyword is the item name of a tracker that the viewer sees, or of any tracker of
 * the text's own project.
 */
export interface TextLinks {
  /** Addresses of the targets of references, from memory. The project is the one that was read with the text. */
  linkIn(project: Project): LinkReference
  /** Whether other viewers may get other links in these texts. */
  dependOnViewer(of: TextsOfProject): boolean
}

/** Keywords that texts use for references: `art #12`, the item name of a tracker, a reference pattern of the project. */
export interface References {
  /** Words that may begin a reference to an artifact; storing the reference checks the tracker. Not limited by a viewer. */
  keywords(): Promise<IsKeyword>
  linksFor(viewer: Viewer, texts: readonly TextsOfProject[]): Promise<TextLinks>
  addLinker(linker: ReferenceLinker): void
}

const BUILT_IN_KEYWORDS: ReadonlySet<string> = new Set(['art', 'artifact'])
const NUMBER = /^\d{1,15}$/

/** Whether the text may name anything once it is rendered. Most texts do not: the trackers of their project are not needed. */
const mayRefer = (text: string): boolean => text.includes('#') || text.includes('&num;')

export const createReferences = (
  trackers: Pick<TrackersModule, 'keywords' | 'listOfProject' | 'visibleItemNames'>,
): References => {
  const linkers: ReferenceLinker[] = []
  const linkByItemName = (word: string, value: string): string | undefined =>
    NUMBER.test(value) ? `/goto?key=${encodeURIComponent(word)}&val=${value}` : undefined

  const link = (project: Project, isNamed: IsKeyword): LinkReference => {
    return (keyword, value, named) => {
      const word = keyword.toLowerCase()
      if (BUILT_IN_KEYWORDS.has(word)) return linkByItemName(word, value)
      if (named === undefined || isNameOfProject(project, named)) {
        // Before item names of trackers: patterns of the project take precedence in its own texts.
        const found = linkByPattern(project, word, value) ?? firstLink(linkers, project, word, value)
        if (found !== undefined) return found
      }
      return isNamed(word) ? linkByItemName(word, value) : undefined
    }
  }

  return {
    keywords: async () => {
      const known = await trackers.keywords()
      return word => BUILT_IN_KEYWORDS.has(word) || known.has(word)
    },
    linksFor: async (viewer, given) => {
      const known = await trackers.keywords()
      const ownNames = new Map<number, ReadonlySet<string>>()
      for (const { project, texts } of given)
        if (!ownNames.has(project.id) && texts.some(mayRefer))
          ownNames.set(
            project.id,
            new Set((await trackers.listOfProject(project.id)).map(({ itemName }) => itemName.toLowerCase())),
          )
      const isOwn = (project: Project, word: string): boolean => ownNames.get(project.id)?.has(word) ?? false
      const foreignWordsIn = ({ project, texts }: TextsOfProject): string[] =>
        texts.flatMap(text =>
          extractReferences(text)
            .map(({ keyword }) => keyword.toLowerCase())
            .filter(word => known.has(word) && !isOwn(project, word)),
        )
      const seen = await trackers.visibleItemNames(viewer, new Set(given.flatMap(foreignWordsIn)))
      return {
        linkIn: project => link(project, word => isOwn(project, word) || seen.has(word)),
        dependOnViewer: of => foreignWordsIn(of).length > 0,
      }
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
