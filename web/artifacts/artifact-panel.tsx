import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconButton } from '../design/controls/button.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { IconClose, IconExternal } from '../design/icons.tsx'
import { ArtifactProvider } from './artifact-context.tsx'
import { artifactQuery } from './artifact-queries.ts'
import { ArtifactView, type EditedFirst } from './artifact-view.tsx'
import './artifact.css'
import { trackerOf } from './writing/artifact-values.ts'

export interface ArtifactPanelProps {
  readonly id: number
  readonly onClose: () => void
  /** The editor that opens with the panel. */
  readonly edits?: EditedFirst | undefined
}

/** The artifact beside a table: the same parts as on its page. */
export const ArtifactPanel = ({ id, onClose, edits }: ArtifactPanelProps) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({ ...artifactQuery(id), retry: false })
  const tracker = data && trackerOf(data.artifact)
  return (
    <aside className="panel" aria-label={data ? data.artifact.xref : t`Artifact`}>
      <div className="panel-bar">
        <Link to="/artifacts/$id" params={{ id: String(id) }} className="button button-quiet button-small">
          <IconExternal />
          <Trans>Open the page</Trans>
        </Link>
        <IconButton label={t`Close the panel`} size="small" onPress={onClose}>
          <IconClose />
        </IconButton>
      </div>
      <div className="panel-body">
        {data && tracker ? (
          <ArtifactProvider key={data.artifact.id} loaded={data} tracker={tracker}>
            <ArtifactView isPanel edits={edits} />
          </ArtifactProvider>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={8} />
        )}
      </div>
    </aside>
  )
}
