import type { ReactNode } from 'react'
import { IconWarning } from '../icons.tsx'
import './notice.css'

/** Information that the reader needs before continuing. */
export const Notice = ({
  kind = 'info',
  children,
}: {
  readonly kind?: 'info' | 'success' | 'warning' | 'danger'
  readonly children: ReactNode
}) => (
  <div className={`notice notice-${kind}`}>
    {(kind === 'warning' || kind === 'danger') && <IconWarning />}
    <div>{children}</div>
  </div>
)
