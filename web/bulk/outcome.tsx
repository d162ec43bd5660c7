import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Button } from '../design/controls/button.tsx'
import { useFaults } from '../design/feedback/error-state.tsx'
import type { RefusedChange } from './bulk-write.ts'

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
