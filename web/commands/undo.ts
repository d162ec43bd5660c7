// The last changes of this tab: `Ctrl+Z` takes back the newest one.

export interface UndoableChange {
  /** The changed object, as people call it: "bug #12". */
  readonly object: string
  /** Resolves to false if somebody changed it since: then nothing was done. */
  readonly undo: () => Promise<boolean>
}

const MOST = 50
let changes: readonly UndoableChange[] = []

export const noteChange = (change: UndoableChange): void => {
  changes = [...changes.slice(1 - MOST), change]
}

export const hasChanges = (): boolean => changes.length > 0

/** The newest change, which is then no longer among them. */
export const takeLastChange = (): UndoableChange | undefined => {
  const last = changes.at(-1)
  changes = changes.slice(0, -1)
  return last
}

export const forgetChanges = (): void => {
  changes = []
}
