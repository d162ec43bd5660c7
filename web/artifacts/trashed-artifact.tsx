import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NotFoundPage } from '../app/not-found-page.tsx'
import { PendingPage } from '../app/pending-page.tsx'
import { Button } from '../design/controls/button.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { DateTime } from '../design/format.tsx'
import { Page } from '../design/layout/page.tsx'
import { trashedQuery } from '../trash/trash-queries.ts'
import { useRestore } from './use-restore.ts'
import { fullTitleOf } from './words.ts'

/** An address without an artifact. Readers who may see it in the trash of its tracker can restore it here. */
export const TrashedArtifact = ({ id }: { readonly id: number }) => {
  const { t } = useLingui()
  const { data, isPending } = useQuery({ ...trashedQuery(id), meta: { isSignedOutFine: true } })
  const restore = useRestore()
  const [isRestoring, setRestoring] = useState(false)
  if (isPending) return <PendingPage />
  if (!data) return <NotFoundPage />
  const { xref, title } = data
  return (
    <Page title={fullTitleOf(data)} isTitleHidden>
      <PageState
        title={t`${xref} was deleted`}
        action={
          <Button
            variant="primary"
            isPending={isRestoring}
            onPress={() => {
              setRestoring(true)
              void restore(id, xref).then(() => setRestoring(false))
            }}
          >
            <Trans>Restore</Trans>
          </Button>
        }
      >
        {title !== null && title !== '' && (
          <>
            <bdi>{title}</bdi>
            <br />
          </>
        )}
        <Trans>
          Deleted <DateTime value={data.deleted_at} as="relative" />. Administrators of the tracker can restore it until{' '}
          <DateTime value={data.purge_on} as="day" />.
        </Trans>
      </PageState>
    </Page>
  )
}
