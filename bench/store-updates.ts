// Updates as the store writes them: planned before, committed by several at a time.
import type { App } from '../src/app.ts'
import { findArtifacts, updateArtifactRow, type UpdateRows } from '../src/modules/artifacts/artifacts.store.ts'
import { updateRows } from '../src/modules/artifacts/update-rows.ts'
import type { Db } from '../src/platform/db/db.ts'
import { prose, randomFrom, type Seed } from './operations.ts'

const COUNT = 40_000

/** Commits in a second: status, points and a comment each, as in performance measurements of the storage. */
export const measureUpdates = async (app: App, db: Db, data: Seed, workers: number): Promise<number> => {
  const rows = await planUpdates(app, db, data)
  let next = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let row = rows[next++]; row; row = rows[next++]) {
        if ((await updateArtifactRow(db, row)) === undefined) throw new Error('an update was overtaken')
      }
    }),
  )
  return rows.length / ((performance.now() - started) / 1_000)
}

const planUpdates = async (app: App, db: Db, data: Seed): Promise<UpdateRows[]> => {
  const random = randomFrom(13)
  const tracker = await app.modules.trackers.get(data.trackerId)
  if (!tracker) throw new Error('the tracker is gone')
  const viewer = await app.modules.auth.viewerOf(data.userIds[0] ?? 101, 'rest')
  const ids = new Set<number>()
  while (ids.size < Math.min(COUNT, data.artifactIds.length))
    ids.add(data.artifactIds[Math.floor(random() * data.artifactIds.length)] as number)
  const planned: UpdateRows[] = []
  const all = [...ids]
  for (let from = 0; from < all.length; from += 1_000) {
    for (const artifact of (await findArtifacts(db, all.slice(from, from + 1_000))).values()) {
      const values = new Map<number, unknown>([
        [data.fields.status, [data.statusIds[Math.floor(random() * data.statusIds.length)]]],
        [data.fields.points, 100 + Math.floor(random() * 1_000_000)],
      ])
      const comment = { body: prose(20, random), format: 'text', groupIds: null } as const
      planned.push(updateRows(viewer, tracker, artifact, values, comment, new Date(), () => false))
    }
  }
  return planned
}
