import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '../../design/feedback/badge.tsx'
import { EmptyState } from '../../design/feedback/empty-state.tsx'
import { DateTime, FormattedNumber } from '../../design/format.tsx'
import { IconMore } from '../../design/icons.tsx'
import { Menu, MenuItem, MenuSection } from '../../design/layout/menu.tsx'
import { Pagination } from '../../design/layout/pagination.tsx'
import { Table } from '../../design/layout/table.tsx'
import { useSignedIn } from '../../session/account.ts'
import { AdministrationPage } from '../administration-page.tsx'
import { canChange } from '../areas.ts'
import { ListFilter } from '../list-filter.tsx'
import { DeleteProjectDialog, ProjectActionDialog, type ProjectAction } from './project-actions.tsx'
import { listProjects, PROJECTS_LIMIT, projectsKey, type AdministeredProject } from './projects.ts'
import { ProjectStatusBadge, useProjectStatusNames } from '../state-badges.tsx'
import { projectStatuses } from '../states.ts'

const route = getRouteApi('/shell/signed-in/administration/projects')

/** The site template and the project of the platform itself cannot be changed. */
const LAST_SYSTEM_PROJECT = 100

interface OpenDialog {
  readonly is: ProjectAction | 'delete'
  readonly project: AdministeredProject
}

/** All projects of the platform. */
export const ProjectsPage = () => {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayChange = canChange(useSignedIn(), 'projects')
  const names = useProjectStatusNames()
  const accessNames = useAccessNames()
  const [open, setOpen] = useState<OpenDialog>()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...projectsKey, search],
    queryFn: ({ signal }) => listProjects(search, PROJECTS_LIMIT, signal),
    placeholderData: keepPreviousData,
  })
  const close = () => setOpen(undefined)
  const isFiltered = search.query !== undefined || search.status !== undefined
  return (
    <AdministrationPage
      area="projects"
      title={t`Projects`}
      description={<Trans>All projects, whoever may see them.</Trans>}
    >
      <ListFilter
        key={search.query}
        label={t`Find projects by name`}
        search={search}
        onChange={next => void navigate({ search: next })}
        statusLabel={t`Status`}
        statuses={projectStatuses.map(value => ({ value, label: names[value] }))}
      />
      <div className="administration-list" aria-busy={isPlaceholderData}>
        <Table
          label={t`Projects`}
          rows={data?.items}
          error={error}
          onRetry={() => void refetch()}
          rowKey={project => project.id}
          empty={
            <EmptyState title={t`No project is found`}>
              {isFiltered && <Trans>Try other words, or another status.</Trans>}
            </EmptyState>
          }
          columns={[
            {
              id: 'name',
              header: t`Project`,
              isRowHeader: true,
              cell: project => (
                <>
                  <a href={`/projects/${project.shortname}`}>{project.label}</a>
                  <div className="muted small administration-plain">{project.shortname}</div>
                </>
              ),
            },
            {
              id: 'status',
              header: t`Status`,
              cell: project => (
                <div className="administration-badges">
                  <ProjectStatusBadge status={project.status ?? ''} />
                  {project.is_template && (
                    <Badge kind="accent">
                      <Trans>Template</Trans>
                    </Badge>
                  )}
                </div>
              ),
            },
            {
              id: 'access',
              header: t`Visible to`,
              isSecondary: true,
              cell: ({ access }) => accessNames[access] ?? access,
            },
            {
              id: 'members',
              header: t`Members`,
              align: 'end',
              isSecondary: true,
              cell: project => <FormattedNumber value={project.members_count} />,
            },
            {
              id: 'created',
              header: t`Created`,
              isSecondary: true,
              cell: project => <DateTime value={project.created_on} as="day" />,
            },
            ...(mayChange
              ? [
                  {
                    id: 'actions',
                    header: '',
                    isActions: true,
                    cell: (project: AdministeredProject) => <ProjectMenu project={project} onOpen={setOpen} />,
                  },
                ]
              : []),
          ]}
        />
        {data && (
          <Pagination
            offset={search.offset ?? 0}
            limit={PROJECTS_LIMIT}
            total={data.total}
            onChange={offset => void navigate({ search: { ...search, offset } })}
          />
        )}
      </div>
      {open?.is === 'delete' && <DeleteProjectDialog project={open.project} onClose={close} />}
      {open && open.is !== 'delete' && <ProjectActionDialog action={open.is} project={open.project} onClose={close} />}
    </AdministrationPage>
  )
}

const useAccessNames = (): Readonly<Record<string, string>> => {
  const { t } = useLingui()
  return {
    public: t`Everybody`,
    unrestricted: t`Everybody, restricted accounts too`,
    private: t`Its members`,
    'private-wo-restr': t`Its members, none restricted`,
  }
}

const ProjectMenu = ({
  project,
  onOpen,
}: {
  readonly project: AdministeredProject
  readonly onOpen: (open: OpenDialog) => void
}) => {
  const { t } = useLingui()
  const { is_site_administrator: isAdministrator } = useSignedIn()
  if (project.id <= LAST_SYSTEM_PROJECT || project.status === 'deleted') return null
  const open = (is: OpenDialog['is']) => () => onOpen({ is, project })
  return (
    <Menu label={t`Actions for ${project.label}`} icon={<IconMore />}>
      <MenuSection label={t`Project`} isLabelHidden>
        {project.is_template ? (
          <MenuItem onAction={open('ordinary')}>{t`Make an ordinary project`}</MenuItem>
        ) : (
          <MenuItem onAction={open('template')}>{t`Make a template`}</MenuItem>
        )}
        {project.status === 'active' ? (
          <MenuItem onAction={open('suspend')}>{t`Suspend`}</MenuItem>
        ) : (
          <MenuItem onAction={open('activate')}>{t`Activate`}</MenuItem>
        )}
      </MenuSection>
      {isAdministrator ? (
        <MenuSection label={t`Cannot be undone`} isLabelHidden>
          <MenuItem isDanger onAction={open('delete')}>{t`Delete`}</MenuItem>
        </MenuSection>
      ) : null}
    </Menu>
  )
}
