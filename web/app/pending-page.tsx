import { Skeleton } from '../design/feedback/skeleton.tsx'

/** Shown while the code of a page is loading. */
export const PendingPage = () => (
  <div className="page">
    <Skeleton lines={6} />
  </div>
)
