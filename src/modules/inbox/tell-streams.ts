import type { Logger } from 'pino'
import { joinPayloads } from '../../platform/db/announcement-payloads.ts'
import type { Db } from '../../platform/db/db.ts'
import type { AccountStream } from '../changes/index.ts'
import type { Viewer } from '../users/index.ts'
import type { WrittenEntry } from './inbox.store.ts'

export const INBOX_TOPIC = 'inbox'
/** Instead of an entry: the account itself changed the states of entries. */
const OWN_CHANGE = 0

/** Announcements name accounts and entries: `104.17 104.18`. */
export const payloadsOf = (entries: readonly WrittenEntry[]): string[] =>
  joinPayloads(
    entries.map(({ id, userId }) => `${userId}.${id}`),
    ' ',
  )

export const ownChangeOf = (userId: number): string[] => payloadsOf([{ id: OWN_CHANGE, userId }])

export interface TellDependencies {
  readonly db: Db
  readonly log: Logger
  readonly countUnread: (viewer: Viewer) => Promise<number>
  /** Whether the viewer sees one of the entries. */
  readonly seesOneOf: (viewer: Viewer, entryIds: readonly number[]) => Promise<boolean>
}

/** Sends `inbox` to the open streams of an account when an entry that it sees is new, or when it read some. */
export const tellStreams = ({ db, log, countUnread, seesOneOf }: TellDependencies) => {
  const streams = new Map<number, Set<AccountStream>>()
  const tell = async (stream: AccountStream, entryIds: readonly number[]): Promise<void> => {
    const viewer = stream.viewer()
    if (!entryIds.includes(OWN_CHANGE) && !(await seesOneOf(viewer, entryIds))) return
    stream.tell('inbox', { unread: await countUnread(viewer) })
  }
  db.invalidations.onAnnouncement(INBOX_TOPIC, payload => {
    const words = payload.split(' ').map(word => word.split('.').map(Number))
    for (const [userId = 0, named] of Map.groupBy(words, ([id]) => id)) {
      const entryIds = named.flatMap(([, id]) => (id === undefined ? [] : [id]))
      for (const stream of streams.get(userId) ?? [])
        tell(stream, entryIds).catch((error: unknown) =>
          log.warn({ err: error }, 'a stream could not be told of the inbox'),
        )
    }
  })
  return {
    attach: (stream: AccountStream): (() => void) => {
      const { isAnonymous, projectIds, userId } = stream.viewer()
      // The inbox concerns the whole account.
      if (isAnonymous || projectIds) return () => undefined
      const own = streams.get(userId) ?? new Set()
      streams.set(userId, own.add(stream))
      return () => {
        own.delete(stream)
        if (own.size === 0) streams.delete(userId)
      }
    },
    isAnybodyThere: () => streams.size > 0,
  }
}
