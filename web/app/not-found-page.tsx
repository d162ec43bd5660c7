import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { lazyPart } from './lazy-part.ts'
import { Page } from '../design/layout/page.tsx'
import { projectQuery } from '../projects/project-queries.ts'

// Few readers come here: neither the page nor the frame of projects comes with the shell.
const NotFound = lazyPart(() => import('./not-found.tsx'), 'NotFound')
const ProjectFrame = lazyPart(() => import('../projects/project-frame.tsx'), 'ProjectFrame')

/** For an unknown address, and for things that do not exist or that the reader may not see: the server does not distinguish them. */
export const NotFoundPage = (): ReactNode => {
  const { t } = useLingui()
  const { project } = useParams({ strict: false })
  // Within a project that the reader sees, its navigation stays.
  const isInProject = useQueryClient().getQueryData(projectQuery(project ?? '').queryKey) !== undefined
  const Frame = isInProject ? ProjectFrame : Page
  return (
    <Suspense fallback={null}>
      <Frame title={t`Not found`} isTitleHidden>
        <NotFound />
      </Frame>
    </Suspense>
  )
}
