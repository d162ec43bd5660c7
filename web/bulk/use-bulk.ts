import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { artifactKey } from '../artifacts/artifact-queries.ts'
import { noteChange } from '../commands/undo.ts'
import { toast, toastError } from '../design/feedback/toast.tsx'
import { listChangesKey, type Tracker } from '../trackers/tracker-queries.ts'
import { undoChanges, type PlannedChange, type Progress } from './bulk-write.ts'

/** A piece of work over many artifacts, which a person may stop. */
export interface BulkWork {
  /** Artifacts that are done; undefined: nothing is under way. */
  readonly done: number | undefined
  readonly isStopping: boolean
  readonly run: <Result>(work: (progress: Progress) => Promise<Result>) => Promise<Result>
  readonly stop: () => void
}

/** The work stops when its dialog goes. */
export const useBulkWork = (): BulkWork => {
  const [done, setDone] = useState<number>()
  const [isStopping, setStopping] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return {
    done,
    isStopping,
    run: async work => {
      const stopping = new AbortController()
      running.current = stopping
      setDone(0)
      setStopping(false)
      try {
        return await work({ signal: stopping.signal, onProgress: setDone })
      } finally {
        setDone(undefined)
      }
    },
    stop: () => {
      setStopping(true)
      running.current?.abort()
    },
  }
}

/** Shows new values in the rows, where they stand, and in pages of the artifacts. */
export const useRefresh = (tracker: Tracker): ((ids: readonly number[]) => Promise<void>) => {
  const queries = useQueryClient()
  return async ids => {
    await Promise.all([
      ...ids.map(id => queries.invalidateQueries({ queryKey: artifactKey(id) })),
      queries.refetchQueries({ queryKey: ['tracker', tracker.id, 'rows'], type: 'active' }),
      queries.invalidateQueries({ queryKey: ['tracker', tracker.id, 'totals'] }),
      queries.resetQueries({ queryKey: listChangesKey(tracker.id) }),
      queries.invalidateQueries({ queryKey: ['projects', tracker.project.id, 'tracker sizes'] }),
    ])
  }
}

/** Tells of a change of many artifacts, with a button and `Ctrl+Z` to take it back. */
export const useReport = (tracker: Tracker): ((changed: readonly PlannedChange[]) => void) => {
  const { t } = useLingui()
  const refresh = useRefresh(tracker)
  return changed => {
    const count = changed.length
    const undo = async (): Promise<boolean> => {
      const { changed: undone, refused, left, error } = await undoChanges(changed, NO_PROGRESS())
      await refresh(undone.map(({ id }) => id))
      if (error) toastError(error)
      const kept = refused.length + left.length
      if (kept > 0 && undone.length > 0)
        toast(
          t`${plural(kept, { one: '# artifact was changed again since and stays.', other: '# artifacts were changed again since and stay.' })}`,
        )
      return undone.length > 0
    }
    const isUndoable = changed.some(({ before }) => before.length > 0)
    if (isUndoable) noteChange({ object: t`${plural(count, { one: '# artifact', other: '# artifacts' })}`, undo })
    toast(t`${plural(count, { one: '# artifact is changed', other: '# artifacts are changed' })}`, {
      ...(isUndoable && {
        action: {
          label: t`Undo`,
          run: () =>
            void undo().then(
              isUndone =>
                toast(
                  isUndone
                    ? t`${plural(count, { one: 'The change of # artifact is undone', other: 'The change of # artifacts is undone' })}`
                    : t`Nothing was undone: the artifacts were changed again since.`,
                ),
              toastError,
            ),
        },
      }),
    })
  }
}

/** An undo goes on to its end. */
const NO_PROGRESS = (): Progress => ({ signal: new AbortController().signal, onProgress: () => undefined })
