import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TrackerSquare } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'

export const WorkList = ({ children }: { readonly children: ReactNode }) => <ul className="work-list">{children}</ul>

export interface WorkRowProps {
  readonly id: number
  /** The title, or the reference of an artifact without one. */
  readonly label: string
  /** Colour of the tracker, as the API names it. */
  readonly colourName: string
  readonly children: ReactNode
}

/** A row for an artifact; its link covers the row. The children tell where the artifact is, or when it changed. */
export const WorkRow = ({ id, label, colourName, children }: WorkRowProps) => (
  <li>
    <TrackerSquare colour={valueColour(colourName)} />
    <span className="work-number">{id}</span>
    <Link to="/artifacts/$id" params={{ id: String(id) }} className="work-link cut" dir="auto">
      {label}
    </Link>
    {children}
  </li>
)
