import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Button } from '../design/controls/button.tsx'
import { DialogActions } from '../design/feedback/dialog.tsx'
import { FaultList, useFaults } from '../design/feedback/error-state.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import type { RefusedChange, Written } from './bulk-write.ts'

/** Refused artifacts by reason: the same sentence stands once. */
export const RefusedList = ({ refused }: { readonly refused: readonly RefusedChange[] }) => {
  const sentencesOf = useFaults()
  const byReason = Map.groupBy(refused, ({ error }) => sentencesOf(error).join(' '))
  return (
    <ul className="bulk-refused">
      {[...byReason].map(([reason, artifacts]) => (
        <li key={reason}>
          <span>{reason}</span>{' '}
          <span className="bulk-refused-ids">
            {artifacts.slice(0, SHOWN).map(({ id }) => (
              <Link key={id} to="/artifacts/$id" params={{ id: String(id) }} target="_blank">
                #{id}
              </Link>
            ))}
            {artifacts.length > SHOWN && (
              <span className="muted">
                <Plural value={artifacts.length - SHOWN} one="and # more" other="and # more" />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

const SHOWN = 20

interface WorkBarProps {
  readonly done: number
  readonly total: number
  readonly isStopping: boolean
  /** Undefined: the work cannot be stopped. */
  readonly onStop?: () => void
}

/** How far the work is. */
export const WorkBar = ({ done, total, isStopping, onStop }: WorkBarProps) => {
  const { t } = useLingui()
  return (
    <div className="bulk-progress">
      <progress max={total} value={done} aria-label={t`Progress`} />
      <span role="status">
        <Trans>
          {done} of {total}
        </Trans>
      </span>
      {onStop && (
        <Button size="small" onPress={onStop} isPending={isStopping}>
          <Trans>Stop</Trans>
        </Button>
      )}
    </div>
  )
}

interface ResultProps {
  readonly written: Written
  /** New artifacts. */
  readonly created?: number
  /** New artifacts that were asked for and are not there. */
  readonly missing?: number
  /** The artifacts that were left are still chosen in the table. */
  readonly isChosen?: boolean
  readonly onClose: () => void
}

/** Shown when something was left: otherwise a message says that all is done. */
export const Result = ({ written, created = 0, missing = 0, isChosen = true, onClose }: ResultProps) => {
  const { changed, refused, left, error } = written
  const done = changed.length + created
  const unreached = left.length + missing
  return (
    <>
      {error ? <FaultList error={error} /> : null}
      <Notice kind={done > 0 ? 'success' : 'warning'}>
        <Plural value={done} one="# artifact is done." other="# artifacts are done." />
      </Notice>
      {refused.length > 0 && (
        <>
          <p>
            <Plural value={refused.length} one="# was refused:" other="# were refused:" />
          </p>
          <RefusedList refused={refused} />
        </>
      )}
      {unreached > 0 && (
        <p>
          <Plural value={unreached} one="# was not reached." other="# were not reached." />
        </p>
      )}
      {isChosen && (
        <p className="muted">
          <Trans>They stay chosen.</Trans>
        </p>
      )}
      <DialogActions>
        <Button variant="primary" autoFocus onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </>
  )
}
