import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, bodyOf } from '../api/api.ts'
import { repositoryQuery, type RepositorySettings } from './svn-queries.ts'

/** Settings in the form of the request: all at once, recipients by their ids. */
export const settingsBody = (settings: RepositorySettings) => ({
  commit_rules: settings.commit_rules,
  immutable_tags: settings.immutable_tags,
  access_file: settings.access_file,
  has_default_permissions: settings.has_default_permissions,
  email_notifications: settings.email_notifications.map(({ path, emails, users, user_groups }) => ({
    path,
    emails,
    users: users.map(user => user.id ?? 0),
    user_groups: user_groups.map(group => group.id),
  })),
})

export type SettingsBody = ReturnType<typeof settingsBody>

/** Replaces the given settings. Keeps the others as they are on the server, not as they were when the page was opened. */
export const useSaveSettings = (repositoryId: number, onSaved: (settings: RepositorySettings) => void) => {
  const queries = useQueryClient()
  const { queryKey, queryFn } = repositoryQuery(repositoryId)
  return useMutation({
    mutationFn: async (changes: Partial<SettingsBody>) => {
      const { settings } = await queries.fetchQuery({ queryKey, queryFn, staleTime: 0 })
      if (!settings) throw new Error('Settings of a repository are for those who administer it')
      return bodyOf(
        api.PUT('/svn/{id}', {
          params: { path: { id: repositoryId } },
          body: { settings: { ...settingsBody(settings), ...changes } },
        }),
      )
    },
    onSuccess: async saved => {
      queries.setQueryData(queryKey, saved)
      await queries.invalidateQueries({ queryKey: ['repositories', repositoryId, 'versions'] })
      if (saved.settings) onSaved(saved.settings)
    },
  })
}
