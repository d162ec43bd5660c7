import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, useState, type PointerEvent } from 'react'
import { IconButton } from '../design/controls/button.tsx'
import { FaultList } from '../design/feedback/error-state.tsx'
import { FormattedNumber } from '../design/format.tsx'
import { IconCheck, IconChevronDown, IconChevronRight, IconMore } from '../design/icons.tsx'
import { TrackerSquare, ValueBadge } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { childrenQuery, type Item, type ListKey } from './planning-queries.ts'

export interface RowActions {
  readonly onPointerDown: (event: PointerEvent, item: Item, list: ListKey) => void
  readonly onFocusRow: (id: number) => void
  readonly onMenu: (item: Item, list: ListKey) => void
}

export interface ItemRowProps {
  readonly item: Item
  readonly list: ListKey
  readonly projectId: number
  readonly mayPlan: boolean
  /** It takes part in the order of the tab key: one row of a list does. */
  readonly isFirst: boolean
  readonly isChosen: boolean
  readonly isOpen: boolean
  readonly isHeld: boolean
  readonly isMenuOpen: boolean
  /** The artifact in the hand would land before it. */
  readonly isDropPlace: boolean
  readonly actions: RowActions
}

/** An artifact of a plan. */
export const ItemRow = memo((props: ItemRowProps) => {
  const { item, list, projectId, mayPlan, isFirst, isChosen, isOpen, isHeld, isMenuOpen, isDropPlace, actions } = props
  const { t } = useLingui()
  const [isUnfolded, setUnfolded] = useState(false)
  const classes = [
    'plan-row',
    isChosen && 'plan-row-chosen',
    isOpen && 'plan-row-open',
    isHeld && 'plan-row-held',
    isDropPlace && 'plan-row-drop',
    item.status === 'Closed' && 'plan-row-closed',
  ]
  return (
    <li className={classes.filter(Boolean).join(' ')} data-item={item.id}>
      <div
        className="plan-row-line"
        onPointerDown={event => actions.onPointerDown(event, item, list)}
        onFocus={() => actions.onFocusRow(item.id)}
      >
        <span className="plan-row-fold">
          {item.has_children && (
            <button
              type="button"
              className="plan-fold"
              tabIndex={-1}
              aria-expanded={isUnfolded}
              aria-label={t`Children of ${item.label}`}
              onClick={() => setUnfolded(!isUnfolded)}
            >
              {isUnfolded ? <IconChevronDown /> : <IconChevronRight />}
            </button>
          )}
        </span>
        <TrackerSquare colour={valueColour(item.color)} />
        <span className="plan-row-number">
          <span className="visually-hidden">{item.short_type} #</span>
          {item.id}
        </span>
        <Link
          to="/artifacts/$id"
          params={{ id: String(item.id) }}
          className="plan-row-title"
          draggable={false}
          tabIndex={isFirst ? 0 : -1}
          dir="auto"
          aria-keyshortcuts="Shift+ArrowUp Shift+ArrowDown m t x Space"
        >
          {item.label === '' ? `${item.short_type} #${item.id}` : item.label}
        </Link>
        {isChosen && (
          <span className="plan-row-mark" title={t`Chosen`}>
            <IconCheck />
            <span className="visually-hidden">
              <Trans>Chosen</Trans>
            </span>
          </span>
        )}
        {item.parent && (
          <span className="plan-row-parent cut" title={item.parent.label}>
            <span className="visually-hidden">
              <Trans>Part of</Trans>{' '}
            </span>
            <bdi>{item.parent.label}</bdi>
          </span>
        )}
        {list !== 'backlog' && item.full_status.value !== '' && (
          <span className="plan-row-status">
            <ValueBadge colour={valueColour(item.full_status.color)}>{item.full_status.value}</ValueBadge>
          </span>
        )}
        <span className="plan-row-effort">
          {item.initial_effort !== null && (
            <>
              <FormattedNumber value={item.initial_effort} />
              <span className="visually-hidden">
                {' '}
                <Trans>points</Trans>
              </span>
            </>
          )}
        </span>
        {mayPlan && (
          <span className="plan-row-move">
            <button
              type="button"
              className="button button-quiet button-icon button-small"
              aria-label={t`Move ${`${item.short_type} #${item.id}`} to…`}
              aria-haspopup="menu"
              aria-expanded={isMenuOpen}
              tabIndex={-1}
              onClick={() => actions.onMenu(item, list)}
            >
              <IconMore />
            </button>
          </span>
        )}
      </div>
      {isUnfolded && <Children projectId={projectId} id={item.id} onClose={() => setUnfolded(false)} />}
    </li>
  )
})

interface ChildrenProps {
  readonly projectId: number
  readonly id: number
  readonly onClose: () => void
}

const Children = ({ projectId, id, onClose }: ChildrenProps) => {
  const { t } = useLingui()
  const { data, error } = useQuery(childrenQuery(projectId, id))
  if (error && !data)
    return (
      <div className="plan-children">
        <FaultList error={error} />
        <IconButton label={t`Close`} size="small" onPress={onClose}>
          <IconChevronDown />
        </IconButton>
      </div>
    )
  return (
    <ul className="plan-children" aria-label={t`Children`} aria-busy={!data}>
      {data?.items.map(child => (
        <li key={child.id} className="plan-child">
          <TrackerSquare colour={valueColour(child.color)} />
          <span className="plan-row-number">{child.id}</span>
          <Link to="/artifacts/$id" params={{ id: String(child.id) }} className="plan-row-title" dir="auto">
            {child.label}
          </Link>
          {child.full_status.value !== '' && (
            <ValueBadge colour={valueColour(child.full_status.color)}>{child.full_status.value}</ValueBadge>
          )}
          <span className="plan-row-effort">
            {child.initial_effort !== null && <FormattedNumber value={child.initial_effort} />}
          </span>
        </li>
      ))}
    </ul>
  )
}
