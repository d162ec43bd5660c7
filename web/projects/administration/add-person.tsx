import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf } from '../../api/api.ts'
import { Form } from '../../design/controls/form.tsx'
import { TextField } from '../../design/controls/text-field.tsx'
import { toast } from '../../design/feedback/toast.tsx'

/** Adds a user, by login or e-mail address, to the members of a project or to one of its user groups. */
export const AddPerson = ({ groupId, submitLabel }: { readonly groupId: string; readonly submitLabel: string }) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [who, setWho] = useState('')
  const add = useMutation({
    mutationFn: () => {
      const name = who.trim()
      return bodyOf(
        api.POST('/user_groups/{id}/members', {
          params: { path: { id: groupId } },
          body: name.includes('@') ? { email: name } : { username: name },
        }),
      )
    },
    onSuccess: async user => {
      setWho('')
      const name = user.real_name ?? ''
      toast(t`${name} was added`)
      await queries.invalidateQueries({ queryKey: ['projects'] })
    },
  })
  return (
    <Form onSubmit={() => add.mutate()} isPending={add.isPending} error={add.error} submitLabel={submitLabel} isLine>
      <TextField
        name="username"
        label={t`Login or e-mail address`}
        value={who}
        onChange={setWho}
        isRequired
        autoComplete="off"
        isCode
      />
    </Form>
  )
}
