import type { LinkReference } from '../fields/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { IsKeyword } from './plan.ts'

/** What texts refer to artifacts by: `art #12`, or the item name of a tracker. */
export interface References {
  /** Loads the words when they are not in memory; afterwards `link` knows them. */
  keywords(): Promise<IsKeyword>
  /** Address of what a reference names, from memory. */
  readonly link: LinkReference
}

const ALWAYS: ReadonlySet<string> = new Set(['art', 'artifact'])
const NUMBER = /^\d{1,15}$/

export const createReferences = (trackers: Pick<TrackersModule, 'keywords'>): References => {
  let known: ReadonlySet<string> = new Set()
  const isKeyword: IsKeyword = word => ALWAYS.has(word) || known.has(word)
  return {
    keywords: async () => {
      known = await trackers.keywords()
      return isKeyword
    },
    link: (keyword, value) => {
      const word = keyword.toLowerCase()
      return NUMBER.test(value) && isKeyword(word) ? `/goto?key=${encodeURIComponent(word)}&val=${value}` : undefined
    },
  }
}
