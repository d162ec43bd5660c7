import { useLingui as useLocale } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { operations } from '../../client/index.ts'
import { api, bodyOf, done } from '../api/api.ts'
import { Breadcrumbs } from '../design/layout/breadcrumbs.tsx'
import { LinkButton } from '../design/controls/button.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Form, FormSection } from '../design/controls/form.tsx'
import { Page } from '../design/layout/page.tsx'
import { Select } from '../design/controls/select.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { TextArea, TextField } from '../design/controls/text-field.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { platformQuery, useSignedIn } from '../session/account.ts'
import { formatLocale } from '../session/appearance.ts'
import { trackersQuery } from '../trackers/tracker-queries.ts'
import { projectFieldsQuery, SITE_TEMPLATE_ID, templatesQuery, type ProjectField } from './new-project-queries.ts'
import { MAX_SHORT_NAME, MIN_SHORT_NAME, SHORT_NAME, shortNameOf } from './short-name.ts'
import { VisibilityField } from './visibility-field.tsx'

export const NewProjectPage = () => {
  const { t } = useLingui()
  const { can_create_projects } = useSignedIn()
  return (
    <Page
      title={t`New project`}
      breadcrumbs={<Breadcrumbs items={[{ label: t`Projects`, link: { to: '/projects' } }]} />}
    >
      {can_create_projects ? (
        <NewProject />
      ) : (
        <PageState
          title={t`You cannot create projects`}
          action={
            <LinkButton to="/projects">
              <Trans>Go to the projects</Trans>
            </LinkButton>
          }
        >
          <Trans>Administrators of the platform decide who can; ask one of them.</Trans>
        </PageState>
      )}
    </Page>
  )
}

const NewProject = () => {
  const platform = useQuery(platformQuery)
  const fields = useQuery(projectFieldsQuery)
  const templates = useQuery(templatesQuery)
  if (platform.data && fields.data && templates.data)
    return (
      <NewProjectForm
        hasRestrictedUsers={platform.data.access_mode === 'restricted'}
        fields={fields.data}
        templates={templates.data}
      />
    )
  const failed = [platform, fields, templates].find(({ error }) => error)
  return failed ? <ErrorState error={failed.error} onRetry={() => void failed.refetch()} /> : <Skeleton lines={8} />
}

interface NamedProject {
  readonly id: number
  readonly label: string
}

interface NewProjectFormProps {
  readonly hasRestrictedUsers: boolean
  readonly fields: readonly ProjectField[]
  readonly templates: { readonly templates: readonly NamedProject[]; readonly own: readonly NamedProject[] }
}

const NewProjectForm = ({ hasRestrictedUsers, fields, templates }: NewProjectFormProps) => {
  const { t } = useLingui()
  const [label, setLabel] = useState('')
  const [ownShortName, setShortName] = useState<string>()
  const [description, setDescription] = useState('')
  const [access, setAccess] = useState('public')
  const [template, setTemplate] = useState(String(SITE_TEMPLATE_ID))
  const [values, setValues] = useState<ReadonlyMap<number, string>>(new Map())
  // Follows the name until the reader types another short name.
  const shortName = ownShortName ?? shortNameOf(label)
  const create = useCreateProject()
  const submit = () =>
    create.mutate({
      label: label.trim(),
      shortname: shortName,
      description: description.trim(),
      ...flagsOf(access),
      template_id: Number(template),
      fields: [...values].map(([field_id, value]) => ({ field_id, value })),
    })
  return (
    <Form onSubmit={submit} isPending={create.isPending} error={create.error} submitLabel={t`Create the project`}>
      <TextField
        name="label"
        label={t`Name`}
        value={label}
        onChange={setLabel}
        isRequired
        autoFocus
        minLength={3}
        maxLength={40}
      />
      <TextField
        name="shortname"
        label={t`Short name`}
        description={t`Stands in addresses and stays as it is: ${MIN_SHORT_NAME} to ${MAX_SHORT_NAME} letters without accents, digits and hyphens, the first no hyphen.`}
        value={shortName}
        onChange={setShortName}
        isRequired
        minLength={MIN_SHORT_NAME}
        maxLength={MAX_SHORT_NAME}
        pattern={SHORT_NAME}
        autoComplete="off"
        isCode
      />
      <TextArea name="description" label={t`Description`} value={description} onChange={setDescription} isOptional />
      <VisibilityField
        choices={hasRestrictedUsers ? ['public', 'unrestricted', 'private', 'private-wo-restr'] : ['public', 'private']}
        value={access}
        onChange={setAccess}
      />
      <Select
        name="template_id"
        label={t`Template`}
        description={<TemplateParts id={Number(template)} />}
        options={[
          { value: String(SITE_TEMPLATE_ID), label: t`The usual one of the platform` },
          ...templates.templates.map(({ id, label }) => ({ value: String(id), label })),
          ...templates.own.map(({ id, label }) => ({ value: String(id), label: t`${label} (your project)` })),
        ]}
        value={template}
        onChange={setTemplate}
      />
      {fields.length > 0 && (
        <FormSection title={t`About the project`}>
          {fields.map(field => (
            <CustomField
              key={field.id}
              field={field}
              value={values.get(field.id) ?? ''}
              onChange={value => setValues(before => new Map(before).set(field.id, value))}
            />
          ))}
        </FormSection>
      )}
    </Form>
  )
}

/** The parts that a new project gets from its template. */
const TemplateParts = ({ id }: { readonly id: number }) => {
  const locale = formatLocale(useLocale().i18n.locale)
  const trackers = useQuery(trackersQuery(id)).data?.items ?? []
  const names = new Intl.ListFormat(locale).format(trackers.map(({ label }) => label))
  return (
    <>
      {names !== '' && <Trans>Trackers: {names}.</Trans>}{' '}
      <Trans>The new project gets its trackers, services and user groups, but no artifacts and files.</Trans>
    </>
  )
}

interface CustomFieldProps {
  readonly field: ProjectField
  readonly value: string
  readonly onChange: (value: string) => void
}

const CustomField = ({ field, value, onChange }: CustomFieldProps) => {
  const Input = field.type === 'text' ? TextArea : TextField
  return (
    <Input
      label={field.name}
      description={field.description || undefined}
      value={value}
      onChange={onChange}
      isRequired={field.is_required}
      isOptional={!field.is_required}
    />
  )
}

/** The two flags of the API for the visibility of a new project. */
const flagsOf = (access: string) => ({
  is_public: access === 'public' || access === 'unrestricted',
  allow_restricted: access === 'unrestricted' || access === 'private',
})

type NewProjectBody = operations['createProject']['requestBody']['content']['application/json']

const useCreateProject = () => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (body: NewProjectBody) => {
      // Creating reports the first fault only; a dry run reports all.
      await done(api.POST('/projects', { params: { query: { dry_run: true } }, body }))
      return bodyOf(api.POST('/projects', { body }))
    },
    onSuccess: async ({ id, ...project }) => {
      await queries.invalidateQueries({ queryKey: ['projects'] })
      toast(t`The project was created`)
      await navigate({
        to: '/projects/$project',
        params: { project: 'shortname' in project ? project.shortname : String(id) },
      })
    },
  })
}
