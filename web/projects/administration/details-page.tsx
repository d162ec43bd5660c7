import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, done, responseOf } from '../../api/api.ts'
import { Button } from '../../design/controls/button.tsx'
import { Checkbox } from '../../design/controls/checkbox.tsx'
import { ConfirmDialog } from '../../design/feedback/dialog.tsx'
import { ErrorState } from '../../design/feedback/error-state.tsx'
import { Form } from '../../design/controls/form.tsx'
import { Section } from '../../design/layout/page.tsx'
import { Skeleton } from '../../design/feedback/skeleton.tsx'
import { TextArea, TextField } from '../../design/controls/text-field.tsx'
import { toast } from '../../design/feedback/toast.tsx'
import { useCurrentProject } from '../project-frame.tsx'
import { useRights, type Project } from '../project-queries.ts'
import { VisibilityField } from '../visibility-field.tsx'
import { AdministrationFrame } from './administration-frame.tsx'
import { BannerSection } from './banner-section.tsx'
import { OwnerSection } from './owner-section.tsx'

const detailsQuery = (id: number) =>
  queryOptions({
    queryKey: ['projects', id, 'details'],
    queryFn: async ({ signal }) =>
      withEtag(await responseOf(api.GET('/projects/{id}/details', { params: { path: { id } }, signal }))),
  })

/** With the version that a change sends back. */
const withEtag = <Data,>({ data, response }: { readonly data: Data; readonly response: Response }) => ({
  details: data,
  etag: response.headers.get('etag') ?? '',
})

type LoadedDetails = Awaited<ReturnType<NonNullable<ReturnType<typeof detailsQuery>['queryFn']>>>
type Details = LoadedDetails['details']
type Access = Details['access']

const isPrivate = (access: string): boolean => access.startsWith('private')

/** Name, description and visibility of a project. */
export const DetailsPage = () => {
  const { t } = useLingui()
  const { project } = useCurrentProject()
  const { can_change_status } = useRights(project.id)
  const { data, error, refetch } = useQuery(detailsQuery(project.id))
  return (
    <AdministrationFrame title={t`Details`}>
      {data ? (
        <DetailsForm project={project} loaded={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
      <BannerSection projectId={project.id} />
      {can_change_status && <OwnerSection projectId={project.id} />}
      {can_change_status && <Status project={project} />}
    </AdministrationFrame>
  )
}

const DetailsForm = ({ project, loaded }: { readonly project: Project; readonly loaded: LoadedDetails }) => {
  const { t } = useLingui()
  const { details, etag } = loaded
  const queries = useQueryClient()
  const [label, setLabel] = useState(details.label)
  const [description, setDescription] = useState(details.description)
  const [access, setAccess] = useState<string>(details.access)
  const [isSynchronized, setSynchronized] = useState(details.is_membership_synchronized)
  // Newer versions that the page reads meanwhile are not what the person sees in the form.
  const [seenEtag, setSeenEtag] = useState(etag)
  const [isAsking, setAsking] = useState(false)
  const save = useMutation({
    mutationFn: async () =>
      withEtag(
        await responseOf(
          api.PATCH('/projects/{id}/details', {
            params: { path: { id: project.id } },
            headers: { 'If-Match': seenEtag },
            body: {
              label,
              description,
              access: access as Access,
              // Private projects always synchronise memberships; the stored choice for open projects stays.
              ...(isPrivate(access) ? {} : { is_membership_synchronized: isSynchronized }),
            },
          }),
        ),
      ),
    onSuccess: async saved => {
      queries.setQueryData(detailsQuery(project.id).queryKey, saved as LoadedDetails)
      setSeenEtag(saved.etag)
      setSynchronized((saved as LoadedDetails).details.is_membership_synchronized)
      await queries.invalidateQueries({ queryKey: ['projects'] })
      toast(t`The project was saved`)
    },
  })
  const isOpened = isPrivate(details.access) && !isPrivate(access)
  return (
    <>
      <Form
        onSubmit={() => (isOpened ? setAsking(true) : save.mutate())}
        isPending={save.isPending}
        error={save.error}
        submitLabel={t`Save`}
      >
        <TextField
          name="label"
          label={t`Name`}
          value={label}
          onChange={setLabel}
          isRequired
          minLength={3}
          maxLength={40}
        />
        <TextArea name="description" label={t`Description`} value={description} onChange={setDescription} isOptional />
        <VisibilityField choices={details.access_choices} value={access} onChange={setAccess} />
        <Checkbox
          name="is_membership_synchronized"
          label={t`Whoever gets into a user group becomes a member of the project`}
          description={isPrivate(access) ? t`In private projects it is always so.` : undefined}
          isSelected={isPrivate(access) || isSynchronized}
          onChange={setSynchronized}
          isDisabled={isPrivate(access)}
        />
      </Form>
      <ConfirmDialog
        title={t`Open the project to everybody?`}
        confirmLabel={t`Open the project`}
        isDanger={false}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          // The form shows the refusal.
          await save.mutateAsync().catch(() => undefined)
        }}
      >
        <Trans>People who are not its members will see its trackers, artifacts and repositories.</Trans>
      </ConfirmDialog>
    </>
  )
}

const Status = ({ project }: { readonly project: Project }) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const isSuspended = project.status === 'suspended'
  const change = async () => {
    await done(
      api.PATCH('/projects/{id}', {
        params: { path: { id: project.id } },
        body: { status: isSuspended ? 'active' : 'suspended' },
      }),
    )
    await queries.invalidateQueries({ queryKey: ['projects'] })
    toast(isSuspended ? t`The project is active again` : t`The project is suspended`)
  }
  if (project.status !== 'active' && !isSuspended) return null
  return (
    <Section
      title={isSuspended ? t`The project is suspended` : t`Suspend the project`}
      description={
        isSuspended ? (
          <Trans>Nobody but administrators of the platform sees it, and nothing can be changed in it.</Trans>
        ) : (
          <Trans>
            It is kept as it is, but its members do not see it and nothing can be changed until it is active again.
          </Trans>
        )
      }
    >
      <div>
        <Button variant={isSuspended ? 'secondary' : 'danger'} onPress={() => setAsking(true)}>
          {isSuspended ? <Trans>Make it active again</Trans> : <Trans>Suspend</Trans>}
        </Button>
      </div>
      <ConfirmDialog
        title={isSuspended ? t`Make the project active again?` : t`Suspend the project?`}
        confirmLabel={isSuspended ? t`Make it active` : t`Suspend`}
        isDanger={!isSuspended}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={change}
      >
        {isSuspended ? (
          <Trans>Its members can work in it as before.</Trans>
        ) : (
          <Trans>Its members cannot read it or work in it from now on.</Trans>
        )}
      </ConfirmDialog>
    </Section>
  )
}
