import { Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import type { NewArtifactSearch } from './new-artifact-search.ts'
import { openNewArtifact } from './new-artifact-state.ts'

export interface NewArtifactLinkProps {
  readonly trackerId: number
  readonly params: { readonly project: string; readonly tracker: string }
  /** Values that the form begins with. */
  readonly search?: NewArtifactSearch
  readonly className: string
  readonly children: ReactNode
}

/** Opens the dialog for a new artifact; in another tab or window the page of its own. */
export const NewArtifactLink = ({ trackerId, params, search, className, children }: NewArtifactLinkProps) => {
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openNewArtifact(trackerId, search)
  }
  return (
    <Link
      to="/projects/$project/trackers/$tracker/new"
      params={params}
      search={search ?? {}}
      className={className}
      onClick={onClick}
    >
      <span className="button-content">{children}</span>
    </Link>
  )
}
