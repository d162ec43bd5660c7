import type { Viewer } from '../../users/index.ts'
import type { VisibleTracker } from '../../trackers/index.ts'
import { canRead, canSeeComment } from '../model/artifacts.permissions.ts'
import {
  inSearchLimits,
  visibilityDependencies,
  type CancelOptions,
  type SearchDependencies,
} from '../queries/search-artifacts.ts'
import { seenArtifacts } from '../queries/visibility.ts'
import { findTexts, type FoundTexts, type SeenComments, type TextSearch } from './find-texts.store.ts'

export interface WantedTexts extends Pick<TextSearch, 'words' | 'by' | 'from' | 'until'>, CancelOptions {
  readonly hasTexts: boolean
  readonly hasFiles: boolean
  readonly hasComments: boolean
  /** The visible trackers that are searched. */
  readonly places: readonly VisibleTracker[]
}

/** Searches texts of fields, names of attachments and comments of all these trackers, as far as the viewer may read them. */
export type FindTexts = (viewer: Viewer, wanted: WantedTexts) => Promise<FoundTexts>

const NOTHING: FoundTexts = { texts: [], files: [], comments: [] }

export const textFinder =
  (dependencies: SearchDependencies): FindTexts =>
  async (viewer, { places, hasTexts, hasFiles, hasComments, ...search }) => {
    const { db, access, settings } = dependencies
    const contexts = places.map(({ tracker, project }) => ({
      tracker,
      project,
      rights: access.rightsIn(viewer, tracker),
    }))
    if (contexts.length === 0 || !(hasTexts || hasFiles || hasComments)) return NOTHING
    const textFieldIds: number[] = []
    const fileFieldIds: number[] = []
    const comments = new Map<string, SeenComments & { readonly trackerIds: number[] }>()
    for (const { tracker, rights } of contexts) {
      for (const field of tracker.fields) {
        if (!field.isUsed || !canRead(rights, field)) continue
        if (field.type === 'file') fileFieldIds.push(field.id)
        else if (SEARCHED.has(field.type)) textFieldIds.push(field.id)
      }
      const groupIds = canSeeComment(rights, []) ? null : [...rights.groups].sort((left, right) => left - right)
      const key = JSON.stringify(groupIds)
      const alike = comments.get(key)
      if (alike) alike.trackerIds.push(tracker.id)
      else comments.set(key, { trackerIds: [tracker.id], groupIds })
    }
    const seen = await seenArtifacts(visibilityDependencies(dependencies), contexts)
    return inSearchLimits(db, () =>
      findTexts(db, {
        ...search,
        seen,
        textFieldIds: hasTexts ? textFieldIds : [],
        fileFieldIds: hasFiles ? fileFieldIds : [],
        comments: hasComments ? [...comments.values()] : [],
        timeoutSeconds: settings.get('query_timeout'),
        signal: search.signal,
      }),
    )
  }

/** Types of fields whose texts are in the index. */
const SEARCHED: ReadonlySet<string> = new Set(['string', 'text', 'ttmstepdef'])
