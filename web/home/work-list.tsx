import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TrackerSquare, ValueBadge } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import './work-list.css'

export interface WorkListProps {
  readonly label?: string
  readonly children: ReactNode
}

export const WorkList = ({ label, children }: WorkListProps) => (
  <ul className="work-list" aria-label={label}>
    {children}
  </ul>
)

export interface WorkRowProps {
  readonly id: number
  /** The title, or the reference of an artifact without one. */
  readonly label: string
  /** Colour of the tracker, as the API names it. */
  readonly colourName: string
  readonly status?: { readonly label: string; readonly colourName: string | null } | undefined
  /** Key of the list, for the previous and the next one on the page of the artifact. */
  readonly list?: string
  readonly onFollow?: () => void
  readonly isOpen?: boolean
  readonly place: string
  /** A date or a time, at the end. */
  readonly children?: ReactNode
}

/** A row for an artifact; its link covers the row. */
export const WorkRow = (props: WorkRowProps) => {
  const { id, label, colourName, status, list, onFollow, isOpen = false, place, children } = props
  return (
    <li className={isOpen ? 'work-row work-row-open' : 'work-row'} data-artifact={id}>
      <TrackerSquare colour={valueColour(colourName)} />
      <span className="work-number">{id}</span>
      <Link
        to="/artifacts/$id"
        params={{ id: String(id) }}
        search={list === undefined ? {} : { list }}
        onClick={onFollow}
        className="row-link work-link cut"
        dir="auto"
      >
        {label}
      </Link>
      <span className="work-place cut" dir="auto">
        {place}
      </span>
      <span className="work-status">
        {status && status.label !== '' && (
          <ValueBadge colour={valueColour(status.colourName)}>{status.label}</ValueBadge>
        )}
      </span>
      <span className="work-date">{children}</span>
    </li>
  )
}
