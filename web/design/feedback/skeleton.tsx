import { Trans } from '@lingui/react/macro'
import './skeleton.css'

/** A placeholder for loading content. It appears only after a delay. */
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
