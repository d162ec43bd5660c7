import { Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '../design/feedback/notice.tsx'
import type { Tracker } from '../trackers/tracker-queries.ts'
import type { LostPart } from './trash-queries.ts'

export interface LostPartsProps {
  readonly tracker: Tracker
  readonly lost: readonly LostPart[]
  /** The artifact is back already. */
  readonly isRestored?: boolean
}

/** Tells the parts of an artifact that have no place any more; nothing if all come back. */
export const LostParts = ({ tracker, lost, isRestored = false }: LostPartsProps) => {
  const sentence = useLostSentence(tracker)
  if (lost.length === 0) return null
  return (
    <Notice kind="warning">
      <p>
        {isRestored ? (
          <Trans>The artifact is back, without these parts:</Trans>
        ) : (
          <Trans>Not all of it comes back:</Trans>
        )}
      </p>
      <ul className="lost-parts">
        {lost.map(part => (
          <li key={JSON.stringify(part)}>{sentence(part)}</li>
        ))}
      </ul>
    </Notice>
  )
}

const useLostSentence = (tracker: Tracker): ((part: LostPart) => string) => {
  const { t } = useLingui()
  return ({ what, field_id, artifact_id, text }) => {
    const label = tracker.fields.find(field => field.field_id === field_id)?.label
    switch (what) {
      case 'link':
        return t`The link with artifact #${String(artifact_id)}: the other artifact is gone, or its links changed since.`
      case 'value':
        return t`A value of a field that the tracker does not have any more.`
      case 'list_value':
        return label === undefined
          ? t`A value that its list does not have any more.`
          : t`A value of “${label}” that the list does not have any more.`
      case 'number':
        return t`The number ${text} in the tracker: another artifact has it.`
      case 'external_id':
        return t`The id ${text} in another system: another artifact has it.`
    }
  }
}
