import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../client/index.ts'
import { api, bodyOf, pageOf } from '../api/api.ts'

export type Approval = components['schemas']['Approval']
export type Decision = 'allow' | 'refuse'

export const approvalsKey = ['approvals'] as const

export const approvalQuery = (id: number) =>
  queryOptions({
    queryKey: [...approvalsKey, id],
    queryFn: ({ signal }) => bodyOf(api.GET('/approvals/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
    retry: false,
  })

/** Writes of agents that wait for a decision. */
export const waitingQuery = queryOptions({
  queryKey: [...approvalsKey, 'waiting'],
  queryFn: ({ signal }) =>
    pageOf(api.GET('/approvals', { params: { query: { state: 'waiting', limit: 50 } }, signal })),
  staleTime: 0,
})

export const decide = (id: number, decision: Decision, comment: string): Promise<Approval> =>
  bodyOf(api.POST('/approvals/{id}', { params: { path: { id } }, body: { decision, comment } }))
