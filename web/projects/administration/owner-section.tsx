import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, bodyOf, done, pageOf } from '../../api/api.ts'
import { Select } from '../../design/controls/select.tsx'
import { toast, toastError } from '../../design/feedback/toast.tsx'
import { Section } from '../../design/layout/page.tsx'

const ownerQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'owner'],
    queryFn: async ({ signal }) => {
      const path = { project_id: projectId }
      return (await bodyOf(api.GET('/project_ownership/{project_id}', { params: { path }, signal }))).project_owner
    },
  })

const MAX_ADMINISTRATORS = 50

const administratorsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'administrators'],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/user_groups/{id}/users', {
          params: { path: { id: `${projectId}_4` }, query: { limit: MAX_ADMINISTRATORS } },
          signal,
        }),
      ),
  })

/** The administrator who answers for the project. Administrators of the platform choose. */
export const OwnerSection = ({ projectId }: { readonly projectId: number }) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const owner = useQuery(ownerQuery(projectId)).data
  const administrators = useQuery(administratorsQuery(projectId)).data?.items ?? []
  const change = useMutation({
    mutationFn: (id: number) =>
      done(
        api.PUT('/project_ownership/{project_id}', {
          params: { path: { project_id: projectId } },
          body: { project_owner: { id } },
        }),
      ),
    onSuccess: () => toast(t`The owner was changed`),
    onError: toastError,
    onSettled: () => queries.invalidateQueries({ queryKey: ownerQuery(projectId).queryKey }),
  })
  if (owner === undefined) return null
  const choices = [...administrators, ...(owner && administrators.every(({ id }) => id !== owner.id) ? [owner] : [])]
  return (
    <Section
      title={t`Owner`}
      description={<Trans>One of its administrators, who answers for the project to the platform.</Trans>}
    >
      <Select
        label={t`Owner of the project`}
        isLabelHidden
        value={String((change.isPending ? change.variables : owner?.id) ?? '')}
        options={[
          ...(owner ? [] : [{ value: '', label: t`nobody`, isDisabled: true }]),
          ...choices.map(({ id, real_name, username }) => ({
            value: String(id),
            label: real_name || (username ?? ''),
          })),
        ]}
        onChange={id => change.mutate(Number(id))}
      />
    </Section>
  )
}
