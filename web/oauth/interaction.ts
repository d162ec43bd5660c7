import { api, bodyOf } from '../api/api.ts'

/** What an application asks for, while it waits for an answer. */
export const readInteraction = (uid: string) =>
  bodyOf(api.GET('/oauth2_interactions/{uid}', { params: { path: { uid } } }))

export type Interaction = Awaited<ReturnType<typeof readInteraction>>

export type Decision = 'allow' | 'deny'

/** Answers where the browser must go. */
export const decideInteraction = (uid: string, decision: Decision) =>
  bodyOf(api.POST('/oauth2_interactions/{uid}', { params: { path: { uid } }, body: { decision } }))
