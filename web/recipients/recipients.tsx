import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { api, bodyOf } from '../api/api.ts'
import { Checkbox, CheckboxGroup } from '../design/controls/checkbox.tsx'
import { TextArea } from '../design/controls/text-field.tsx'
import { useGroupLabel } from '../projects/administration/group-label.ts'
import { groupsQuery, hasChangeableMembers } from '../projects/administration/group-queries.ts'
import { useCurrentProject } from '../projects/project-frame.tsx'

/** Recipients of mails, as the server describes them. */
export interface Recipients {
  readonly emails: readonly string[]
  readonly users: readonly { readonly username: string | null; readonly real_name: string | null }[]
  readonly user_groups: readonly { readonly id: string; readonly short_name: string; readonly label: string }[]
}

/** Recipients of mails by ids, as the server takes them. */
export interface RecipientIds {
  readonly emails: string[]
  readonly users: number[]
  readonly user_groups: string[]
}

/** Names of recipients, groups first. */
export const useRecipientNames = (): ((recipients: Recipients) => readonly string[]) => {
  const labelOf = useGroupLabel()
  return ({ emails, users, user_groups: groups }) => [
    ...groups.map(labelOf),
    // An account may have no real name.
    ...users.map(user => user.real_name || (user.username ?? '')),
    ...emails,
  ]
}

interface WrittenRecipients {
  /** Logins and addresses, one a line. */
  readonly people: string
  readonly groupIds: readonly string[]
}

/** The recipients that a form has: what is written, and a look-up of the accounts, which refuses unknown logins. */
export const useRecipients = (recipients: Recipients | undefined) => {
  const { t } = useLingui()
  const [written, setWritten] = useState<WrittenRecipients>({
    people: [...(recipients?.users.map(user => user.username ?? '') ?? []), ...(recipients?.emails ?? [])].join('\n'),
    groupIds: recipients?.user_groups.map(group => group.id) ?? [],
  })
  const find = async (): Promise<RecipientIds> => {
    const names = written.people.split(/[\s,;]+/).filter(name => name !== '')
    const logins = names.filter(name => !name.includes('@'))
    const users = await Promise.all(logins.map(findUser))
    const unknown = logins.filter((_login, index) => users[index] === undefined)
    if (unknown.length > 0) throw new ApiError(400, [t`There is no account with the login ${unknown.join(', ')}.`])
    return {
      emails: names.filter(name => name.includes('@')),
      users: users.flatMap(id => id ?? []),
      user_groups: [...written.groupIds],
    }
  }
  return { written, setWritten, find }
}

const findUser = async (login: string): Promise<number | undefined> => {
  const query = JSON.stringify({ username: login })
  const [user] = await bodyOf(api.GET('/users', { params: { query: { query } } }))
  return user?.id ?? undefined
}

/** Fields for people, addresses and groups. */
export const RecipientFields = ({ written, setWritten }: ReturnType<typeof useRecipients>) => {
  const { t } = useLingui()
  const { project } = useCurrentProject()
  const { data: groups } = useQuery(groupsQuery(project.id))
  const labelOf = useGroupLabel()
  return (
    <>
      <TextArea
        name="emails"
        label={t`Logins and e-mail addresses`}
        description={t`One a line.`}
        value={written.people}
        onChange={people => setWritten({ ...written, people })}
        isOptional
        isCode
        rows={3}
      />
      {groups && (
        <CheckboxGroup
          label={t`User groups`}
          value={[...written.groupIds]}
          onChange={groupIds => setWritten({ ...written, groupIds })}
        >
          {groups
            .filter(group => hasChangeableMembers(group.id))
            .map(group => (
              <Checkbox key={group.id} value={group.id} label={labelOf(group)} />
            ))}
        </CheckboxGroup>
      )}
    </>
  )
}
