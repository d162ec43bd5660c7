// Lists that somebody opened artifacts from, so that Previous and Next follow them: `?list=<key>` of an artifact.
import { withDatabase, type ListView } from './database.ts'

const KEPT = 20

export const readView = (accountId: number | undefined, key: string): Promise<ListView | undefined> =>
  withDatabase(accountId, database => database.get('views', key), undefined)

/** Stores a list under its key, and drops the lists that nobody has used for longest. */
export const writeView = (accountId: number | undefined, view: Omit<ListView, 'at'>): Promise<void> =>
  withDatabase(
    accountId,
    async database => {
      const change = database.transaction('views', 'readwrite')
      const others = (await change.store.getAll()).filter(each => each.key !== view.key)
      const old = others.sort((one, other) => other.at - one.at).slice(KEPT - 1)
      await Promise.all([
        change.store.put({ ...view, at: Date.now() }),
        ...old.map(each => change.store.delete(each.key)),
        change.done,
      ])
    },
    undefined,
  )
