import { Trans, useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import type { ListPage } from '../api/api.ts'
import { FaultList } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { isShown } from './plan-filter.ts'
import { ItemRow, type RowActions } from './item-row.tsx'
import type { Item, ListKey } from './planning-queries.ts'

export interface PlanListProps {
  readonly list: ListKey
  readonly name: string
  readonly projectId: number
  readonly page: ListPage<Item> | undefined
  readonly error: unknown
  readonly mayPlan: boolean
  /** Words of titles. */
  readonly filter: string
  readonly chosen: ReadonlySet<number>
  readonly focusId: number | undefined
  readonly openId: number | undefined
  readonly menuId: number | undefined
  readonly heldId: number | undefined
  /** Key of the place under the artifact in the hand. */
  readonly drop: string | undefined
  readonly empty: string
  readonly actions: RowActions
}

/** The place before an artifact of a list, or at its end, as an attribute. */
export const dropKey = (list: ListKey, before: number | undefined): string => `${list}:${before ?? ''}`

/** The artifacts of a list by rank. */
export const PlanList = memo((props: PlanListProps) => {
  const { list, name, projectId, page, error, mayPlan, filter, chosen, focusId, heldId, drop, empty, actions } = props
  const { t } = useLingui()
  if (error && !page) return <FaultList error={error} />
  if (!page) return <Skeleton lines={3} />
  const shown = page.items.filter(item => isShown(item, filter))
  const tabStop = shown.some(({ id }) => id === focusId) ? focusId : shown[0]?.id
  return (
    <>
      <ul className="plan-list" aria-label={name} data-list={list}>
        {shown.map(item => (
          <ItemRow
            key={item.id}
            item={item}
            list={list}
            projectId={projectId}
            mayPlan={mayPlan}
            isFirst={item.id === tabStop}
            isChosen={chosen.has(item.id)}
            isOpen={item.id === props.openId}
            isHeld={item.id === heldId}
            isMenuOpen={item.id === props.menuId}
            isDropPlace={drop === dropKey(list, item.id)}
            actions={actions}
          />
        ))}
        {drop === dropKey(list, undefined) && <li className="plan-drop-end" aria-hidden="true" />}
        {shown.length === 0 && (
          <li className="plan-empty">{page.items.length === 0 ? empty : t`Nothing matches the filter.`}</li>
        )}
      </ul>
      {page.total > page.items.length && (
        <p className="plan-more">
          <Trans>
            The first {page.items.length} of {page.total} are shown.
          </Trans>
        </p>
      )}
    </>
  )
})
