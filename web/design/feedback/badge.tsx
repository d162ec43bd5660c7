import type { ReactNode } from 'react'
import './badge.css'

/** A state in a word or two. The colour only repeats the word. */
export const Badge = ({
  kind = 'neutral',
  children,
}: {
  readonly kind?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info'
  readonly children: ReactNode
}) => <span className={`badge badge-${kind}`}>{children}</span>
