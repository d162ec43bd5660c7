import type { ReactNode } from 'react'
import './notice.css'

/** Where there is nothing (yet): what would be here, and how it comes to be. */
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
