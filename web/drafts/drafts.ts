// Drafts: texts and forms that somebody has not sent. Keys: `comment:<artifact>`, `write:<artifact>`, `new:<tracker>`.
import { withDatabase, type Draft } from './database.ts'

export { forgetDrafts } from './database.ts'

const TAB_KEY = 'crocus tab'
let tab: string | undefined

/** Stays the same when the tab is loaded again, so that its own drafts come back without a question. */
export const thisTab = (): string => {
  if (tab !== undefined) return tab
  try {
    tab = sessionStorage.getItem(TAB_KEY) ?? crypto.randomUUID()
    sessionStorage.setItem(TAB_KEY, tab)
  } catch {
    tab = crypto.randomUUID()
  }
  return tab
}

export const readDraft = (accountId: number | undefined, key: string): Promise<Draft | undefined> =>
  withDatabase(accountId, database => database.get('drafts', key), undefined)

export const writeDraft = (accountId: number | undefined, key: string, value: unknown): Promise<void> =>
  withDatabase(
    accountId,
    async database => {
      await database.put('drafts', { key, value, at: Date.now(), tab: thisTab() })
    },
    undefined,
  )

export const deleteDraft = (accountId: number | undefined, key: string): Promise<void> =>
  withDatabase(accountId, database => database.delete('drafts', key), undefined)

/** The drafts whose keys begin so, newest first. */
export const listDrafts = (accountId: number | undefined, prefix: string): Promise<readonly Draft[]> =>
  withDatabase(
    accountId,
    async database => {
      const drafts = await database.getAll('drafts', IDBKeyRange.bound(prefix, `${prefix}\uffff`))
      return drafts.sort((one, other) => other.at - one.at)
    },
    [] as readonly Draft[],
  )

/** Records under other keys belong to a draft or to the device. */
const UNSENT = /^(comment|write|new):/

/** Number of drafts and files of the account that are not sent. */
export const countUnsent = (accountId: number): Promise<number> =>
  withDatabase(
    accountId,
    async database => {
      const [keys, uploads] = await Promise.all([database.getAllKeys('drafts'), database.count('uploads')])
      return keys.filter(key => UNSENT.test(key)).length + uploads
    },
    0,
  )
