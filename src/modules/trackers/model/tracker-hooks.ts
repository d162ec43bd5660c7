import type { Tx } from '../../../platform/db/db.ts'

/** The trackers of a template were copied into a new project. */
export interface TrackersCopied {
  readonly templateId: number
  readonly projectId: number
  /** Static user groups of the template → static user groups of the project. */
  readonly groupMap: ReadonlyMap<number, number>
  /** Trackers of the template → trackers of the project. */
  readonly trackerIds: ReadonlyMap<number, number>
  /** Reports of these trackers in the template → reports of the project. */
  readonly reportIds: ReadonlyMap<number, number>
}

/** A new project got the trackers of a built-in template. */
export interface TemplateFilled {
  readonly template: string
  readonly projectId: number
  /** By item name. */
  readonly trackerIds: ReadonlyMap<string, number>
}

type Listener<Event> = (tx: Tx, event: Event) => Promise<void>

/** Listeners of later modules, in the transaction that makes the trackers. */
export interface TrackerHooks {
  readonly onTrackersCopied: (listener: Listener<TrackersCopied>) => void
  readonly onTemplateFilled: (listener: Listener<TemplateFilled>) => void
}

export interface CalledTrackerHooks extends TrackerHooks {
  copied: Listener<TrackersCopied>
  filled: Listener<TemplateFilled>
}

export const createTrackerHooks = (): CalledTrackerHooks => {
  const ofCopied: Listener<TrackersCopied>[] = []
  const ofFilled: Listener<TemplateFilled>[] = []
  return {
    onTrackersCopied: listener => void ofCopied.push(listener),
    onTemplateFilled: listener => void ofFilled.push(listener),
    copied: async (tx, event) => {
      for (const listener of ofCopied) await listener(tx, event)
    },
    filled: async (tx, event) => {
      for (const listener of ofFilled) await listener(tx, event)
    },
  }
}
