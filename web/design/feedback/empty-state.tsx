import type { ReactNode } from 'react'
import './notice.css'

/** Replaces an empty list: what the list would show, and how to add to it. */
export const EmptyState = ({
  title,
  action,
  children,
}: {
  readonly title: string
  readonly action?: ReactNode
  readonly children?: ReactNode
}) => (
  <div className="state">
    <h2>{title}</h2>
    {children !== undefined && <p className="muted">{children}</p>}
    {action}
  </div>
)
