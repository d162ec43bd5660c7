import { Trans } from '@lingui/react/macro'
import './skeleton.css'

/** Where content will be in a moment. It shows only when that moment is long. */
export const Skeleton = ({ lines = 3 }: { readonly lines?: number }) => (
  <div className="skeleton">
    <span className="visually-hidden" role="status">
      <Trans>Loading</Trans>
    </span>
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} className="skeleton-line" aria-hidden="true" />
    ))}
  </div>
)
