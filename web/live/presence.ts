import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, bodyOf } from '../api/api.ts'
import { usePageValue } from '../design/page-value.ts'
import { useLive } from './live.ts'
import { edited, presenceKey } from './presence-state.ts'

const RENEW_MS = 20_000
/** The requests of the page itself come first. */
const FIRST_MS = 1_000

/** A name of this tab: two tabs of one person are told apart. */
const tab = Math.random().toString(36).slice(2)

type Presence = { readonly state: 'editing'; readonly field_id: number | null } | { readonly state: 'reading' | 'gone' }

/** Presence is a courtesy: where it cannot be told, nothing else fails. */
const tell = (artifactId: number, presence: Presence): void => {
  void bodyOf(
    api.PUT('/artifacts/{id}/presence', {
      params: { path: { id: artifactId } },
      body: { ...presence, tab },
      // The request outlives a page that is left.
      keepalive: presence.state === 'gone',
    }),
  ).catch(() => undefined)
}

/** Tells others that the reader looks at the artifact while the page is visible, and hears of them. */
export const usePresence = (artifactId: number, isSignedIn: boolean): void => {
  const queries = useQueryClient()
  const here = usePageValue(edited).findLast(each => each.artifactId === artifactId)
  const isEditing = here !== undefined
  const fieldId = here?.fieldId ?? null
  const isLive = useLive(isSignedIn ? { presence: [artifactId] } : undefined, ({ kind, data }) => {
    if (kind === 'presence' && data['artifact_id'] === artifactId)
      queries.setQueryData(presenceKey(artifactId), data['people'])
  })
  const isOn = isSignedIn && isLive
  useEffect(() => {
    if (!isOn) return undefined
    const renew = (): void => {
      if (document.visibilityState === 'visible')
        tell(artifactId, isEditing ? { state: 'editing', field_id: fieldId } : { state: 'reading' })
    }
    const onVisibility = (): void =>
      document.visibilityState === 'visible' ? renew() : tell(artifactId, { state: 'gone' })
    const first = setTimeout(renew, isEditing ? 0 : FIRST_MS)
    const timer = setInterval(renew, RENEW_MS)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [artifactId, isOn, isEditing, fieldId])
  useLeave(queries, artifactId, isOn)
}

/** The reader goes with the page, not with each editor that closes. */
const useLeave = (queries: QueryClient, artifactId: number, isOn: boolean): void => {
  useEffect(() => {
    if (!isOn) return undefined
    const leave = (): void => tell(artifactId, { state: 'gone' })
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
      queries.removeQueries({ queryKey: presenceKey(artifactId) })
    }
  }, [queries, artifactId, isOn])
}
