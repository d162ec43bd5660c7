import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../client/index.ts'
import { api, bodyOf } from '../api/api.ts'

export type Policy = components['schemas']['AgentPolicy']
export type PolicyMode = Policy['mode']
export type PolicyValues = Omit<Policy, 'app' | 'is_default'>
export type Tool = NonNullable<Policy['tools']>[number]

export const TOOLS: readonly Tool[] = ['create_artifact', 'update_artifact', 'comment', 'link', 'undo']

/** Access keys first, then each application that the account allowed. */
export const policiesQuery = queryOptions({
  queryKey: ['agent-policies'],
  queryFn: ({ signal }) => bodyOf(api.GET('/users/{id}/agent_policies', { params: { path: { id: 'self' } }, signal })),
})

export const setPolicy = ({ app }: Pick<Policy, 'app'>, body: PolicyValues): Promise<Policy> => {
  const agent = app ? String(app.id) : 'access_keys'
  return bodyOf(api.PUT('/users/{id}/agent_policies/{agent}', { params: { path: { id: 'self', agent } }, body }))
}
