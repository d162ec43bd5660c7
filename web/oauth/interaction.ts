import { api, bodyOf } from '../api/api.ts'

/** The scopes and application of a request that waits for the user. */
export const readInteraction = (uid: string) =>
  bodyOf(api.GET('/oauth2_interactions/{uid}', { params: { path: { uid } } }))

export type Interaction = Awaited<ReturnType<typeof readInteraction>>

export type Decision = 'allow' | 'deny'

/** Returns the next address of the browser. */
export const decideInteraction = (uid: string, decision: Decision) =>
  bodyOf(api.POST('/oauth2_interactions/{uid}', { params: { path: { uid } }, body: { decision } }))
