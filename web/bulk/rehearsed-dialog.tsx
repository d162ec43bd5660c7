import { Plural, Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Button } from '../design/controls/button.tsx'
import { Dialog, DialogActions } from '../design/feedback/dialog.tsx'
import type { Tracker } from '../trackers/tracker-queries.ts'
import { rehearseChanges, writeChanges, type ArtifactChange, type Rehearsal, type Written } from './bulk-write.ts'
import { RefusedList, Result, WorkBar } from './outcome.tsx'
import { useBulkWork, useRefresh, useReport, type BulkWork } from './use-bulk.ts'

export interface RehearsedDialogProps {
  readonly title: string
  readonly tracker: Tracker
  /** Number of artifacts. */
  readonly count: number
  /** Written with each change; '' for none. */
  readonly comment: string
  /** Only a comment is asked for. */
  readonly isComment: boolean
  /** Asks for the change. `rehearse` resolves with the preview in place of the form, or throws an ApiError. */
  readonly form: (
    rehearse: (changesOf: (signal: AbortSignal) => Promise<readonly ArtifactChange[]>) => Promise<void>,
    isBusy: boolean,
  ) => ReactNode
  /** The refused and the unreached artifacts stay chosen. */
  readonly onDone: (left: readonly number[]) => void
  readonly onClose: () => void
}

/** A change of many artifacts: a form, then what would happen, then the work, then what was left. */
export const RehearsedDialog = (props: RehearsedDialogProps) => {
  const { title, tracker, count, comment, isComment, form, onDone, onClose } = props
  const [rehearsal, setRehearsal] = useState<Rehearsal>()
  const [written, setWritten] = useState<Written>()
  const work = useBulkWork()
  const report = useReport(tracker)
  const refresh = useRefresh(tracker)
  const isBusy = work.done !== undefined
  const rehearse = async (changesOf: (signal: AbortSignal) => Promise<readonly ArtifactChange[]>) =>
    setRehearsal(await work.run(async progress => rehearseChanges(await changesOf(progress.signal), comment, progress)))
  const write = async ({ planned }: Rehearsal) => {
    const result = await work.run(progress => writeChanges(planned, comment, progress))
    await refresh(result.changed.map(({ id }) => id))
    if (result.changed.length > 0) report(result.changed)
    const left = [...result.refused.map(({ id }) => id), ...result.left]
    onDone(left)
    if (left.length === 0 && !result.error) onClose()
    else setWritten(result)
  }
  return (
    <Dialog title={title} isOpen onClose={onClose} isKept={isBusy} size="wide">
      {written ? (
        <Result written={written} onClose={onClose} />
      ) : rehearsal ? (
        <Preview
          rehearsal={rehearsal}
          work={work}
          isComment={isComment}
          onBack={() => setRehearsal(undefined)}
          onApply={() => void write(rehearsal)}
        />
      ) : (
        <>
          {form(rehearse, isBusy)}
          {work.done !== undefined && <WorkBar done={work.done} total={count} isStopping={false} />}
        </>
      )}
    </Dialog>
  )
}

interface PreviewProps {
  readonly rehearsal: Rehearsal
  readonly work: BulkWork
  readonly isComment: boolean
  readonly onBack: () => void
  readonly onApply: () => void
}

/** Numbers of a rehearsed change, and the refusals, before it is applied. */
const Preview = ({ rehearsal, work, isComment, onBack, onApply }: PreviewProps) => {
  const { planned, same, refused } = rehearsal
  const { done } = work
  return (
    <>
      <ul className="bulk-counts">
        <li>
          {isComment ? (
            <Plural value={planned.length} one="# artifact would get the comment" other="# artifacts would get it" />
          ) : (
            <Plural value={planned.length} one="# artifact would change" other="# artifacts would change" />
          )}
        </li>
        {same.length > 0 && (
          <li className="muted">
            <Plural value={same.length} one="# stays as it is" other="# stay as they are" />
          </li>
        )}
        {refused.length > 0 && (
          <li>
            <Plural value={refused.length} one="# is refused:" other="# are refused:" />
            <RefusedList refused={refused} />
          </li>
        )}
      </ul>
      {done !== undefined && (
        <WorkBar done={done} total={planned.length} isStopping={work.isStopping} onStop={work.stop} />
      )}
      <DialogActions>
        <Button onPress={onBack} isDisabled={done !== undefined}>
          <Trans>Back</Trans>
        </Button>
        <Button
          variant="primary"
          autoFocus
          isDisabled={planned.length === 0}
          isPending={done !== undefined}
          onPress={onApply}
        >
          <Trans>Apply to {planned.length}</Trans>
        </Button>
      </DialogActions>
    </>
  )
}
