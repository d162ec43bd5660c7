import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { joinPayloads } from '../../platform/db/announcement-payloads.ts'
import { announce, type Db } from '../../platform/db/db.ts'
import type { Sighting } from './board.ts'

const TOPIC = 'presence'
/** At most two announcements in a second. */
const PAUSE_MS = 500

type Row = readonly [
  artifactId: number,
  userId: number,
  tab: string,
  state: Sighting['state'],
  fieldId: number | null,
  at: number,
]

export interface Sharing {
  /** Tells other processes, together with what else happens within half a second. */
  tell(sighting: Sighting): void
  close(): void
}

/** Announcements between processes. `hear` gets what others tell. */
export const sharePresence = (
  { db, log }: { readonly db: Db; readonly log: Logger },
  hear: (sighting: Sighting) => void,
): Sharing => {
  const self = randomBytes(6).toString('hex')
  const waiting = new Map<string, Row>()
  let timer: NodeJS.Timeout | undefined
  db.invalidations.onAnnouncement(TOPIC, payload => {
    if (payload.startsWith(self)) return
    const rows = JSON.parse(payload.slice(self.length)) as readonly Row[]
    for (const [artifactId, userId, tab, state, fieldId, at] of rows)
      hear({ artifactId, userId, tab, state, fieldId, at })
  })
  const send = (): void => {
    timer = undefined
    const rows = [...waiting.values()].map(row => JSON.stringify(row))
    const payloads = joinPayloads(rows, ',').map(joined => `${self}[${joined}]`)
    waiting.clear()
    // Those who are still there are told of again after some seconds.
    announce(db.kysely, TOPIC, payloads).catch((error: unknown) =>
      log.warn({ err: error }, 'other processes could not be told who is present'),
    )
  }
  return {
    tell: ({ artifactId, userId, tab, state, fieldId, at }) => {
      waiting.set(`${artifactId} ${userId} ${tab}`, [artifactId, userId, tab, state, fieldId, at])
      timer ??= setTimeout(send, PAUSE_MS).unref()
    },
    close: () => clearTimeout(timer),
  }
}
