import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, done } from '../../api/api.ts'
import { Switch } from '../../design/controls/checkbox.tsx'
import { EmptyState } from '../../design/feedback/empty-state.tsx'
import { ErrorState } from '../../design/feedback/error-state.tsx'
import { Section } from '../../design/layout/page.tsx'
import { Skeleton } from '../../design/feedback/skeleton.tsx'
import { toastError } from '../../design/feedback/toast.tsx'
import '../projects.css'
import { useCurrentProject } from '../project-frame.tsx'
import { servicesQuery } from '../project-queries.ts'
import { AdministrationFrame } from './administration-frame.tsx'

interface Service {
  readonly id: number
  readonly name: string
  readonly label: string
  readonly is_enabled: boolean
}

/** Services that every project has: they are always on. */
const ALWAYS = ['admin', 'summary']
/** Services that the platform provides itself; custom ones have no name. */
const OWN = ['plugin_tracker', 'plugin_svn', '']

/** The services that a project uses. */
export const ServicesPage = () => {
  const { t } = useLingui()
  const { project } = useCurrentProject()
  const { data, error, refetch } = useQuery(servicesQuery(project.id))
  const services = data?.filter(service => !ALWAYS.includes(service.name))
  return (
    <AdministrationFrame
      title={t`Services`}
      description={<Trans>What is switched off is hidden, and nothing of it is lost.</Trans>}
    >
      {services ? (
        <>
          <ServiceList projectId={project.id} services={services.filter(({ name }) => OWN.includes(name))} />
          <Section
            title={t`For other programs`}
            description={
              <Trans>The platform has no pages for these; clients of its API ask whether they are on.</Trans>
            }
          >
            <ServiceList projectId={project.id} services={services.filter(({ name }) => !OWN.includes(name))} />
          </Section>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </AdministrationFrame>
  )
}

const ServiceList = ({
  projectId,
  services,
}: {
  readonly projectId: number
  readonly services: readonly Service[]
}) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const label = useServiceLabel()
  const change = useMutation({
    mutationFn: ({ service, isEnabled }: { readonly service: Service; readonly isEnabled: boolean }) =>
      done(
        api.PUT('/project_services/{id}', { params: { path: { id: service.id } }, body: { is_enabled: isEnabled } }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: servicesQuery(projectId).queryKey }),
    onError: toastError,
  })
  if (services.length === 0) return <EmptyState title={t`There is no service to switch`} />
  const changing = change.isPending ? change.variables : undefined
  return (
    <ul className="plain-list">
      {services.map(service => (
        <li key={service.id}>
          <Switch
            label={label(service)}
            isSelected={changing?.service.id === service.id ? changing.isEnabled : service.is_enabled}
            onChange={isEnabled => change.mutate({ service, isEnabled })}
          />
        </li>
      ))}
    </ul>
  )
}

/** The name of a service in the page's language; an unknown service has the server's label. */
const useServiceLabel = (): ((service: Service) => string) => {
  const { t } = useLingui()
  return ({ name, label }) => {
    switch (name) {
      case 'plugin_tracker':
        return t`Trackers`
      case 'plugin_svn':
        return t`Subversion repositories`
      case 'file':
        return t`Files`
      default:
        return label
    }
  }
}
