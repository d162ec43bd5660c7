import { useLingui } from '@lingui/react/macro'
import { Badge } from '../design/feedback/badge.tsx'

/** Readable texts for the visibilities of the API. */
export const useVisibilityLabel = (): ((access: string) => string) => {
  const { t } = useLingui()
  return access => {
    switch (access) {
      case 'public':
        return t`Public`
      case 'unrestricted':
        return t`Public, restricted users included`
      case 'private':
        return t`Private`
      case 'private-wo-restr':
        return t`Private, without restricted users`
      default:
        return access
    }
  }
}

export const VisibilityBadge = ({ access }: { readonly access: string }) => {
  const label = useVisibilityLabel()
  return <Badge kind={access.startsWith('private') ? 'warning' : 'info'}>{label(access)}</Badge>
}

const useStatusLabel = (): ((status: string) => string) => {
  const { t } = useLingui()
  return status => {
    switch (status) {
      case 'active':
        return t`Active`
      case 'pending':
        return t`Waiting for approval`
      case 'suspended':
        return t`Suspended`
      case 'deleted':
        return t`Deleted`
      default:
        return status
    }
  }
}

/** Shows nothing for an active project, because that is the normal state. */
export const StatusBadge = ({ status }: { readonly status: string | null }) => {
  const label = useStatusLabel()
  return status === null || status === 'active' ? null : <Badge kind="danger">{label(status)}</Badge>
}
