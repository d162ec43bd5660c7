import type { ReactNode } from 'react'
import type { ValueColour } from './value-colour.ts'
import './value-colour.css'
import './value.css'

interface ValueProps {
  readonly colour: ValueColour
  readonly children: ReactNode
}

/** A status as a tinted badge; no other value has a tint. */
export const ValueBadge = ({ colour, children }: ValueProps) => (
  <span className="value-badge" data-colour={colour}>
    <bdi>{children}</bdi>
  </span>
)

/** A value of any other list: a dot and a plain word. */
export const ValueDot = ({ colour, children }: ValueProps) => (
  <span className="value-dot" data-colour={colour}>
    <span className="dot" aria-hidden="true" />
    <bdi className="cut">{children}</bdi>
  </span>
)

/** The colour of a tracker, beside its name. */
export const TrackerSquare = ({ colour }: { readonly colour: ValueColour }) => (
  <span className="tracker-square" data-colour={colour} aria-hidden="true" />
)
