import { useLingui } from '@lingui/react/macro'
import { Badge } from '../design/feedback/badge.tsx'
import type { AccountStatus, JobState, ProjectStatus } from './states.ts'

export const useAccountStatusNames = (): Readonly<Record<AccountStatus, string>> => {
  const { t } = useLingui()
  return {
    A: t`Active`,
    R: t`Restricted`,
    S: t`Suspended`,
    P: t`Pending`,
    V: t`Validated`,
    W: t`Validated, restricted`,
    D: t`Deleted`,
  }
}

const accountKinds = {
  A: 'success',
  R: 'info',
  S: 'warning',
  P: 'accent',
  V: 'accent',
  W: 'accent',
  D: 'danger',
} as const

export const AccountStatusBadge = ({ status }: { readonly status: string }) => {
  const names = useAccountStatusNames()
  return <Badge kind={accountKinds[status as AccountStatus]}>{names[status as AccountStatus] ?? status}</Badge>
}

export const useProjectStatusNames = (): Readonly<Record<ProjectStatus, string>> => {
  const { t } = useLingui()
  return {
    active: t`Active`,
    pending: t`Pending`,
    suspended: t`Suspended`,
    deleted: t`Deleted`,
    system: t`Of the platform`,
  }
}

const projectKinds = {
  active: 'success',
  pending: 'accent',
  suspended: 'warning',
  deleted: 'danger',
  system: 'neutral',
} as const

export const ProjectStatusBadge = ({ status }: { readonly status: string }) => {
  const names = useProjectStatusNames()
  return <Badge kind={projectKinds[status as ProjectStatus]}>{names[status as ProjectStatus] ?? status}</Badge>
}

export const useJobStateNames = (): Readonly<Record<JobState, string>> => {
  const { t } = useLingui()
  return { failed: t`Failed`, running: t`Running`, waiting: t`Waiting` }
}

const jobKinds = { failed: 'danger', running: 'info', waiting: 'neutral' } as const

export const JobStateBadge = ({ state }: { readonly state: JobState }) => {
  const names = useJobStateNames()
  return <Badge kind={jobKinds[state]}>{names[state]}</Badge>
}
