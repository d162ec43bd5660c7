import { Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { openNewArtifact } from './new-artifact-state.ts'

export interface NewArtifactLinkProps {
  readonly trackerId: number
  readonly params: { readonly project: string; readonly tracker: string }
  readonly className: string
  readonly children: ReactNode
}

/** Opens the dialog for a new artifact; in another tab or window the page of its own. */
export const NewArtifactLink = ({ trackerId, params, className, children }: NewArtifactLinkProps) => {
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openNewArtifact(trackerId)
  }
  return (
    <Link to="/projects/$project/trackers/$tracker/new" params={params} className={className} onClick={onClick}>
      <span className="button-content">{children}</span>
    </Link>
  )
}
