import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/api.ts'

const readSettings = (signal: AbortSignal) => bodyOf(api.GET('/site/settings', { signal }))

export type Setting = Awaited<ReturnType<typeof readSettings>>[number]

export const settingsQuery = queryOptions({
  queryKey: ['site', 'settings'],
  queryFn: ({ signal }) => readSettings(signal),
})

/** By name; null: resets to the default. */
export type SettingChanges = Readonly<Record<string, string | null>>

export const changeSettings = (changes: SettingChanges) => bodyOf(api.PATCH('/site/settings', { body: changes }))

/** The kind of control for a setting. */
export type SettingKind = 'access' | 'flag' | 'count' | 'bytes' | 'zone' | 'text' | 'code'

/** The settings that the pages know, by group. Other settings of a newer server are shown with the server's texts. */
export const settingGroups = {
  platform: { platform_name: 'text', public_url: 'code', mail_sender: 'code', timezone: 'zone' },
  access: {
    access_mode: 'access',
    session_days: 'count',
    passwords_beside_second_factors: 'flag',
    sys_use_project_registration: 'flag',
    max_invitations_by_day: 'count',
    oauth_dynamic_registration: 'flag',
    sys_cookie_prefix: 'code',
  },
  artifacts: {
    artifacts_deletion_limit: 'count',
    archive_deleted: 'flag',
    trash_days: 'count',
    query_complexity_limit: 'count',
    query_timeout: 'count',
    require_if_match: 'flag',
  },
  files: { max_upload_size: 'bytes', max_pending_uploads: 'bytes', file_deletion_delay: 'count' },
  svn: { svn_allow_empty_message: 'flag', svn_max_file_size: 'bytes', svn_trash_days: 'count' },
  limits: {
    requests_per_minute: 'count',
    writes_per_minute: 'count',
    anonymous_requests_per_minute: 'count',
    idempotency_hours: 'count',
    event_retention_days: 'count',
    audit_retention_days: 'count',
    event_cursors_survive_failover: 'flag',
  },
  network: { internal_hosts: 'code' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, SettingKind>>>>

export type SettingGroup = keyof typeof settingGroups

const kinds: ReadonlyMap<string, SettingKind> = new Map(
  Object.values(settingGroups).flatMap(group => Object.entries<SettingKind>(group)),
)

export const kindOf = (name: string): SettingKind => kinds.get(name) ?? 'code'

export const isKnown = (name: string): boolean => kinds.has(name)
