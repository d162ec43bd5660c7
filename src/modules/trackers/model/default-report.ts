import type { Key, NewFormElement, NewReport, NewTracker } from './new-tracker.ts'
import { withContent } from './check-new-trackers.ts'

const kindsOfColumns = new Set(['aid', 'string', 'sb', 'rb', 'msb', 'cb', 'date', 'lud', 'int', 'float'])
const MAX_COLUMNS = 6

/**
 * A public table for a tracker without report: identifying fields as columns, status and contributors as criteria. `key` must be free in
 * the call.
 */
export const defaultReport = (tracker: Pick<NewTracker, 'elements' | 'semantics'>, key: Key): NewReport => {
  const used = withContent(tracker.elements).filter(element => element.isUsed)
  const { title, status, contributor } = tracker.semantics
  const isThere = (field: Key): boolean => used.some(element => element.key === field)
  const meant = [title, status, contributor].flatMap(semantic =>
    semantic && isThere(semantic.field) ? [semantic.field] : [],
  )
  const numbers = keysOf(used, element => element.type === 'aid')
  const others = keysOf(used, element => kindsOfColumns.has(element.type))
  const columns = [...new Set([...numbers, ...meant, ...others])].slice(0, MAX_COLUMNS)
  return {
    key,
    name: 'Default',
    description: 'All artifacts',
    isDefault: true,
    isQueryDisplayed: true,
    isInExpertMode: false,
    expertQuery: '',
    criteria: meant.map(field => ({ field, isAdvanced: false, value: null })),
    renderers: [
      {
        key: `${key} table`,
        type: 'table',
        name: 'Results',
        description: '',
        chunkSize: 15,
        isMultisort: false,
        columns: columns.map(field => ({ field })),
        sort: [],
      },
    ],
  }
}

const keysOf = (elements: readonly NewFormElement[], isWanted: (element: NewFormElement) => boolean): Key[] =>
  elements.filter(isWanted).map(element => element.key)
