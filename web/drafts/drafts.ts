// Drafts: texts and forms that somebody has not sent. Keys: `comment:<artifact>`, `write:<artifact>`, `new:<tracker>`, `edit:<artifact>:<field>`,
// `settings:<tracker>`;
// the record of a tab has `#<tab>` behind it, so that no tab overwrites the draft of another.
import { withDatabase, type Draft } from './database.ts'
import { tellTabs, thisTab } from './tabs.ts'

export { forgetDrafts } from './database.ts'

const recordOf = (key: string): string => `${key}#${thisTab()}`

/** A record that all tabs share. */
export const readRecord = (accountId: number | undefined, key: string): Promise<Draft | undefined> =>
  withDatabase(accountId, database => database.get('drafts', key), undefined)

export const writeRecord = (accountId: number | undefined, key: string, value: unknown): Promise<void> =>
  withDatabase(
    accountId,
    async database => {
      await database.put('drafts', { key, value, at: Date.now(), tab: thisTab() })
    },
    undefined,
  )

export const deleteRecord = (accountId: number | undefined, key: string): Promise<void> =>
  withDatabase(accountId, database => database.delete('drafts', key), undefined)

/** Stores the draft of this tab. */
export const writeDraft = async (accountId: number | undefined, key: string, value: unknown): Promise<void> => {
  await writeRecord(accountId, recordOf(key), value)
  tellTabs(accountId, { key })
}

/** Deletes the draft of this tab. */
export const deleteDraft = async (accountId: number | undefined, key: string): Promise<void> => {
  await deleteRecord(accountId, recordOf(key))
  tellTabs(accountId, { key })
}

/** The draft of another tab becomes the draft of this tab. */
export const takeDraftOver = async (
  accountId: number | undefined,
  key: string,
  { key: record, value, tab }: Draft,
): Promise<void> => {
  await writeRecord(accountId, recordOf(key), value)
  await deleteRecord(accountId, record)
  tellTabs(accountId, { key, takenFrom: tab })
}

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

/** The drafts of all tabs for one place, newest first. */
export const listDraftsOf = (accountId: number | undefined, key: string): Promise<readonly Draft[]> =>
  listDrafts(accountId, `${key}#`)

/** Number of files of the account that this browser holds because they are not attached. */
export const countUploads = (accountId: number): Promise<number> =>
  withDatabase(accountId, database => database.count('uploads'), 0)

/** Records under other keys belong to the device. */
const UNSENT = /^(comment|write|new|edit|settings):/

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
