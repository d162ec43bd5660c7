import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { isApiError } from '../api/api-error.ts'
import { NotFound } from '../app/not-found.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { Page } from '../design/layout/page.tsx'
import type { Tracker } from '../trackers/tracker-queries.ts'
import { useLingui } from '@lingui/react/macro'
import { ChangesBar } from './changes-bar.tsx'
import { useNewWorkingCopy, WorkingCopyContext } from './model/use-working-copy.ts'
import { definitionQuery, type ReadDefinition } from './model/settings-queries.ts'
import { useSettingsTracker } from './settings-frame.tsx'
import './settings.css'

/** The settings of a tracker, for its administrators; for others there is nothing at the address. */
export const SettingsLayout = () => {
  const { t } = useLingui()
  const tracker = useSettingsTracker()
  const { data, error, refetch } = useQuery({ ...definitionQuery(tracker.id), retry: false })
  if (isApiError(error, 403) || isApiError(error, 404) || tracker.permissions_for_groups === null)
    return (
      <Page title={t`Nothing here`} isTitleHidden>
        <NotFound />
      </Page>
    )
  if (data) return <Settings key={tracker.id} tracker={tracker} read={data} />
  return (
    <Page title={t`Settings`}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}
    </Page>
  )
}

const Settings = ({ tracker, read }: { readonly tracker: Tracker; readonly read: ReadDefinition }) => (
  <WorkingCopyContext value={useNewWorkingCopy(tracker.id, read)}>
    <Outlet />
    <ChangesBar tracker={tracker} />
  </WorkingCopyContext>
)
