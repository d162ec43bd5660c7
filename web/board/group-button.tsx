import { Trans } from '@lingui/react/macro'
import { lazyPart } from '../app/lazy-part.ts'
import { LateLayer } from '../design/layout/late-layer.tsx'
import type { Tracker } from '../trackers/tracker-queries.ts'
import { boardFieldOf, boardFields } from './board-columns.ts'

const GroupMenu = lazyPart(() => import('./group-menu.tsx'), 'GroupMenu')

export interface GroupButtonProps {
  readonly tracker: Tracker
  readonly group: string | undefined
  readonly onGroup: (name: string) => void
}

/** The list whose values are the columns. */
export const GroupButton = (props: GroupButtonProps) => {
  const field = boardFieldOf(props.tracker, props.group)
  return boardFields(props.tracker).length > 1 ? (
    <LateLayer
      kind="menu"
      className="button button-quiet button-small"
      layer={handle => <GroupMenu {...props} {...handle} />}
    >
      <Trans>Columns</Trans>
      {field && <strong>{field.label}</strong>}
    </LateLayer>
  ) : null
}
