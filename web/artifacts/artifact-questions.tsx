import { Suspense } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { useArtifact } from './artifact-context.tsx'

const TransitionDialog = lazyPart(() => import('./form/transition-dialog.tsx'), 'TransitionDialog')
const MergeDialog = lazyPart(() => import('./merging/merge-dialog.tsx'), 'MergeDialog')

/** Dialogs of a write: for the values that a step of the workflow needs, and for two changes of which one stays. */
export const ArtifactQuestions = () => {
  const { openTransition, state } = useArtifact()
  return (
    <Suspense fallback={null}>
      {openTransition && <TransitionDialog />}
      {state.conflict && <MergeDialog />}
    </Suspense>
  )
}
