import { Trans } from '@lingui/react/macro'
import { NewArtifactLink } from '../artifacts/new-artifact/new-artifact-link.tsx'
import { IconPlus } from '../design/icons.tsx'

/** Instead of rows, while the server refuses the query. */
export const RefusedQuery = ({ onAll }: { readonly onAll: () => void }) => (
  <div className="grid-empty">
    <p>
      <Trans>The query has a mistake and was not run.</Trans>
    </p>
    <button type="button" className="button button-secondary button-small" onClick={onAll}>
      <Trans>Show all artifacts</Trans>
    </button>
  </div>
)

interface EmptyTableProps {
  readonly isFiltered: boolean
  readonly canSubmit: boolean
  readonly trackerId: number
  readonly params: { readonly project: string; readonly tracker: string }
  readonly onAll: () => void
}

/** Instead of rows, of a list without artifacts. */
export const EmptyTable = ({ isFiltered, canSubmit, trackerId, params, onAll }: EmptyTableProps) =>
  isFiltered ? (
    <div className="grid-empty">
      <p>
        <Trans>No artifact matches the filters.</Trans>
      </p>
      <button type="button" className="button button-secondary button-small" onClick={onAll}>
        <Trans>Remove all filters</Trans>
      </button>
    </div>
  ) : (
    <div className="grid-empty">
      <p>
        <Trans>There is no artifact yet.</Trans>
      </p>
      {canSubmit && (
        <NewArtifactLink trackerId={trackerId} params={params} className="button button-secondary button-small">
          <IconPlus /> <Trans>New artifact</Trans>
        </NewArtifactLink>
      )}
    </div>
  )
