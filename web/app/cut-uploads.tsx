import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from './lazy-part.ts'

const CutUploadsBar = lazyPart(() => import('../artifacts/attachments/cut-uploads-bar.tsx'), 'CutUploadsBar')

/** Offers files that a closed page left on their way. Most browsers hold none: then nothing else is loaded. */
export const CutUploads = ({ accountId }: { readonly accountId: number }) => {
  const [holder, setHolder] = useState<number>()
  useEffect(() => {
    void import('../drafts/drafts.ts')
      .then(({ countUploads }) => countUploads(accountId))
      .then(count => {
        if (count > 0) setHolder(accountId)
      })
  }, [accountId])
  return holder === accountId ? (
    <Suspense fallback={null}>
      <CutUploadsBar />
    </Suspense>
  ) : null
}
