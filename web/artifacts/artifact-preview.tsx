import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { listedArtifact, trackerQuery, type ListedArtifact, type Tracker } from '../trackers/tracker-queries.ts'
import { ArtifactFacts, type ArtifactFactsProps } from './artifact-head.tsx'
import './artifact.css'
import { titleOf } from './words.ts'

export interface KnownArtifact {
  readonly row: ArtifactFactsProps['artifact'] & Pick<ListedArtifact, 'id' | 'title' | 'project' | 'tracker'>
  readonly tracker: Pick<Tracker, 'color_name' | 'item_name'>
}

/** The artifact as the table knows it from which the reader came. */
export const useKnownArtifact = (id: number | undefined): KnownArtifact | undefined => {
  const queries = useQueryClient()
  const [known, setKnown] = useState<{ readonly id: number | undefined; readonly found: KnownArtifact | undefined }>()
  if (known && known.id === id) return known.found
  const row = id === undefined ? undefined : listedArtifact(queries, id)
  const tracker = row && queries.getQueryData(trackerQuery(row.tracker.id).queryKey)
  const found = row && tracker && { row, tracker }
  // The table takes its rows along when it leaves.
  setKnown({ id, found })
  return found
}

/**
 * Whether all parts of a loaded artifact are rendered. The preview is painted first, and the browser renders the parts in slices between
 * its frames, also if the artifact is there already.
 */
export const useIsReady = (loadedId: number | undefined): boolean =>
  useDeferredValue(loadedId ?? null, null) === loadedId

/** Title and facts, until the artifact itself is there. */
export const ArtifactPreview = ({ row, tracker, isPanel = false }: KnownArtifact & { readonly isPanel?: boolean }) => {
  const Heading = isPanel ? 'h2' : 'h1'
  return (
    <div className="artifact" aria-busy="true">
      <header className="artifact-head">
        <div className="artifact-top">
          <div className="artifact-title">
            <div className="field-value">
              <Heading>
                <bdi>{titleOf(row)}</bdi>
              </Heading>
            </div>
          </div>
        </div>
        <ArtifactFacts artifact={row} tracker={tracker} isPanel={isPanel} />
      </header>
      <div className="artifact-main">
        <Skeleton lines={8} />
      </div>
    </div>
  )
}
