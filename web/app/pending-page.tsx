import { Skeleton } from '../design/feedback/skeleton.tsx'

/** While the code of a page is on its way. */
export const PendingPage = () => (
  <div className="page">
    <Skeleton lines={6} />
  </div>
)
