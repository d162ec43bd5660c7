import type { ReactNode } from 'react'
import './notice.css'

interface EmptyStateProps {
  readonly title: string
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** Replaces an empty list by one quiet line that says how to add to it. */
export const EmptyState = ({ title, action, children }: EmptyStateProps) => (
  <div className="empty">
    <p>
      {title}
      {children !== undefined && <span className="empty-more">{children}</span>}
    </p>
    {action}
  </div>
)

/** Replaces a whole page that cannot be shown: why, and the ways on. */
export const PageState = ({ title, action, children }: EmptyStateProps) => (
  <div className="page-state">
    <h2>{title}</h2>
    {children !== undefined && <p className="muted">{children}</p>}
    {action !== undefined && action !== false && <div className="row">{action}</div>}
  </div>
)
