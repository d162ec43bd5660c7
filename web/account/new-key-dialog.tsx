import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/contract.ts'
import { Button } from '../design/controls/button.tsx'
import { Checkbox, CheckboxGroup, Radio, RadioGroup } from '../design/controls/checkbox.tsx'
import { CopyField } from '../design/controls/copy-field.tsx'
import { Dialog, DialogActions } from '../design/feedback/dialog.tsx'
import { Form } from '../design/controls/form.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { Select } from '../design/controls/select.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { myProjectsQuery } from '../projects/project-queries.ts'
import { useKeyScopeText } from './keys.ts'
import './new-key-dialog.css'

interface Scope {
  readonly identifier: string
  readonly label: string
  readonly description: string
}

const DAY_MS = 86_400_000

/** The API takes dates with an offset and without fractions of a second. */
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().replace(/\.\d+Z$/, '+00:00')

/** Creates a key, then shows it this one time. */
export const NewKeyDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui()
  const [key, setKey] = useState<string>()
  return (
    <Dialog
      title={key === undefined ? t`New access key` : t`Your new access key`}
      isOpen
      onClose={onClose}
      isKept={key !== undefined}
    >
      {key === undefined ? (
        <KeyForm onCreated={setKey} onCancel={onClose} />
      ) : (
        <CreatedKey value={key} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface KeyFormProps {
  readonly onCreated: (identifier: string) => void
  readonly onCancel: () => void
}

const KeyForm = ({ onCreated, onCancel }: KeyFormProps) => {
  const { t } = useLingui()
  const scopeText = useKeyScopeText()
  const [description, setDescription] = useState('')
  const [scopes, setScopes] = useState<string[]>(['write:rest'])
  const [reach, setReach] = useState('all')
  const [projects, setProjects] = useState<string[]>([])
  const [days, setDays] = useState('90')
  const known = useQuery({
    queryKey: ['access-key-scopes'],
    queryFn: () => call<readonly Scope[]>('GET', '/access_key_scopes'),
    staleTime: Infinity,
  })
  const mine = useQuery(myProjectsQuery)
  const create = useMutation({
    mutationFn: () =>
      call<{ identifier: string }>('POST', '/access_keys', {
        description: description.trim(),
        scopes,
        expiration_date: days === '' ? null : inDays(Number(days)),
        ...(reach === 'all' ? {} : { projects: projects.map(Number) }),
      }),
    onSuccess: ({ identifier }) => onCreated(identifier),
  })
  return (
    <Form
      onSubmit={() => create.mutate()}
      isPending={create.isPending}
      error={create.error ?? known.error}
      submitLabel={t`Create the key`}
      secondary={<Button onPress={onCancel}>{t`Cancel`}</Button>}
    >
      <TextField
        name="description"
        label={t`Purpose`}
        description={t`So that you know it again: “build server”.`}
        value={description}
        onChange={setDescription}
        maxLength={200}
        isRequired
        autoFocus
      />
      <CheckboxGroup name="scopes" label={t`Good for`} value={scopes} onChange={setScopes} isRequired>
        {known.data?.map(scope => {
          const { label, description: detail } = scopeText(scope.identifier, scope)
          return <Checkbox key={scope.identifier} value={scope.identifier} label={label} description={detail} />
        })}
      </CheckboxGroup>
      {mine.data && mine.data.items.length > 0 && (
        <RadioGroup label={t`Projects`} value={reach} onChange={setReach}>
          <Radio value="all" label={t`All that you can reach`} />
          <Radio value="some" label={t`Only some`} />
        </RadioGroup>
      )}
      {reach === 'some' && (
        <div className="new-key-projects">
          <CheckboxGroup name="projects" label={t`Which ones`} value={projects} onChange={setProjects} isRequired>
            {mine.data?.items.map(project => (
              <Checkbox key={project.id} value={String(project.id)} label={project.label} />
            ))}
          </CheckboxGroup>
        </div>
      )}
      <Select
        label={t`Ends`}
        value={days}
        onChange={setDays}
        options={[
          { value: '30', label: t`in 30 days` },
          { value: '90', label: t`in 90 days` },
          { value: '365', label: t`in a year` },
          { value: '', label: t`never` },
        ]}
      />
    </Form>
  )
}

const CreatedKey = ({ value, onClose }: { readonly value: string; readonly onClose: () => void }) => {
  const { t } = useLingui()
  const sample = `curl -H 'X-Auth-AccessKey: ${value}' \\\n  ${window.location.origin}/api/users/self`
  return (
    <>
      <Notice kind="warning">
        <Trans>Copy it now: it is not shown again.</Trans>
      </Notice>
      <CopyField label={t`Access key`} value={value} />
      <CopyField label={t`Try it`} value={sample} isBlock />
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          <Trans>I have copied it</Trans>
        </Button>
      </DialogActions>
    </>
  )
}
