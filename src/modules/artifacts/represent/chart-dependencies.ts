import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'

export interface ChartDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsModule
  readonly trackers: TrackersModule
  readonly burnups: BurnupContents
}

/** Which linked artifacts the burnups of a tracker count, as a later module says. */
export interface BurnupContents {
  /** Trackers of these artifacts; undefined: the tracker has no burnup. */
  trackersOf: (tracker: Tracker) => Promise<readonly number[] | undefined>
}

/** Short name of the field with the capacity, which all charts show (fields.md §3.15). */
export const CAPACITY = 'capacity'
