import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf, done } from '../api/api.ts'

const KEY = 'web_shortcuts'
const self = { id: 'self' } as const

/** Whether single letters act as shortcuts (WCAG 2.1.4): an account can turn them off. */
export const shortcutsQuery = queryOptions({
  queryKey: ['preferences', KEY],
  queryFn: async ({ signal }): Promise<boolean> => {
    const { value } = await bodyOf(
      api.GET('/users/{id}/preferences', { params: { path: self, query: { key: KEY } }, signal }),
    )
    return value !== 'off'
  },
  staleTime: Infinity,
})

export const saveShortcuts = (isOn: boolean): Promise<void> =>
  done(api.PATCH('/users/{id}/preferences', { params: { path: self }, body: { key: KEY, value: isOn ? 'on' : 'off' } }))
