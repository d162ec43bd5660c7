import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isApiError } from '../api/api-error.ts'
import { IconButton } from '../design/controls/button.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { FormattedNumber } from '../design/format.tsx'
import { IconChevronDown, IconChevronUp, IconClose, IconExternal } from '../design/icons.tsx'
import { useArtifactRefresh } from '../live/use-artifact-refresh.ts'
import { ArtifactProvider } from './artifact-context.tsx'
import { ArtifactPreview, useIsReady, useKnownArtifact } from './artifact-preview.tsx'
import { artifactQuery } from './artifact-queries.ts'
import { ArtifactView, type EditedFirst } from './artifact-view.tsx'
import './artifact.css'
import { trackerOf } from './writing/artifact-values.ts'

export interface PanelPlace {
  /** Index of the artifact in the list beside the panel. */
  readonly row: number
  readonly total: number
  readonly onRow: (row: number) => void
}

export interface ArtifactPanelProps {
  readonly id: number
  readonly place?: PanelPlace | undefined
  readonly onClose: () => void
  /** The editor that opens with the panel. */
  readonly edits?: EditedFirst | undefined
}

/** The artifact beside a table: the same parts as on its page. */
export const ArtifactPanel = ({ id, place, onClose, edits }: ArtifactPanelProps) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({ ...artifactQuery(id), retry: false })
  const listed = useKnownArtifact(id)
  const isReady = useIsReady(data?.artifact.id)
  useArtifactRefresh(data?.artifact.id)
  const tracker = data && trackerOf(data.artifact)
  const known = data && tracker ? { row: data.artifact, tracker } : listed
  return (
    <aside className="panel" aria-label={data ? data.artifact.xref : t`Artifact`}>
      <div className="panel-bar">
        {place && <PanelPager {...place} />}
        <Link
          to="/artifacts/$id"
          params={{ id: String(id) }}
          className="button button-quiet button-small button-icon"
          aria-label={t`Open the page`}
          title={t`Open the page`}
        >
          <IconExternal />
        </Link>
        <IconButton label={t`Close the panel`} size="small" onPress={onClose}>
          <IconClose />
        </IconButton>
      </div>
      <div className="panel-body">
        {data && tracker && isReady ? (
          <ArtifactProvider
            key={data.artifact.id}
            loaded={data}
            tracker={tracker}
            isRefused={isApiError(error, 404) || isApiError(error, 403)}
          >
            <ArtifactView isPanel edits={edits} />
          </ArtifactProvider>
        ) : known && (data || !error) ? (
          <ArtifactPreview {...known} isPanel />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={8} />
        )}
      </div>
    </aside>
  )
}

const PanelPager = ({ row, total, onRow }: PanelPlace) => {
  const { t } = useLingui()
  return (
    <span className="panel-pager">
      <Trans>
        <FormattedNumber value={row + 1} /> of <FormattedNumber value={total} />
      </Trans>
      <IconButton label={t`Previous artifact`} size="small" isDisabled={row === 0} onPress={() => onRow(row - 1)}>
        <IconChevronUp />
      </IconButton>
      <IconButton label={t`Next artifact`} size="small" isDisabled={row >= total - 1} onPress={() => onRow(row + 1)}>
        <IconChevronDown />
      </IconButton>
    </span>
  )
}
