import { isOneLine } from '../../platform/single-line.ts'
import { Invalid } from '../../platform/errors.ts'
import { zoneNamed } from './time-zone.ts'

/** One setting of the platform: its meaning, its default and the texts that are valid values. */
interface SettingDefinition<Value> {
  readonly description: string
  readonly values: string
  readonly default: () => Value
  /** Text of the command line → value; undefined if the text is no value of this setting. */
  readonly parse: (text: string) => Value | undefined
  readonly format: (value: Value) => string
}

const defineSetting = <Value>(definition: SettingDefinition<Value>): SettingDefinition<Value> => definition

const choice = <const Choice extends string>(description: string, choices: readonly Choice[], fallback: Choice) =>
  defineSetting<Choice>({
    description,
    values: choices.join(', '),
    default: () => fallback,
    parse: text => choices.find(choice => choice === text),
    format: value => value,
  })

const flag = (description: string, fallback: boolean) =>
  defineSetting<boolean>({
    description,
    values: '1, 0',
    default: () => fallback,
    parse: text => (text === '1' ? true : text === '0' ? false : undefined),
    format: value => (value ? '1' : '0'),
  })

const count = (description: string, fallback: number, maximum = Number.MAX_SAFE_INTEGER) =>
  defineSetting<number>({
    description,
    values: maximum === Number.MAX_SAFE_INTEGER ? 'a number from 0' : `a number from 0 to ${maximum}`,
    default: () => fallback,
    parse: text => (/^\d{1,15}$/.test(text) && Number(text) <= maximum ? Number(text) : undefined),
    format: String,
  })

const parseUrl = (text: string): string | undefined => {
  if (text === '') return text
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '') return undefined
  return text.replace(/\/+$/, '')
}

const parseHosts = (text: string): readonly string[] | undefined => {
  const hosts = text.split(',').flatMap(part => (part.trim() === '' ? [] : [part.trim().toLowerCase()]))
  return hosts.every(host => /^([a-z\d.-]+|\[[a-f\d:]+\])(:\d{1,5})?$/.test(host)) ? hosts : undefined
}

/** Largest value that the maximum size of an upload may be set to (files.md §1). */
const TEN_GIB = 10 * 1024 ** 3
const MAX_PER_MINUTE = 1_000_000_000

/** Computed once: creating the format costs more than the rest of a request. */
const ownTimezone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The settings of http.md §13, and those that an operator may change while the server runs. */
export const definitions = {
  access_mode: choice(
    'Who may read without signing in, and whether restricted accounts are in use',
    ['anonymous', 'regular', 'restricted'],
    'anonymous',
  ),
  timezone: defineSetting<string>({
    description: 'Zone of the dates in answers, and of calendar days',
    values: 'an IANA name such as Europe/Paris',
    default: () => ownTimezone,
    parse: zoneNamed,
    format: value => value,
  }),
  public_url: defineSetting<string>({
    description:
      'Address under which clients reach the platform; empty: the one of CROCUS_PUBLIC_URL, else where it listens',
    values: 'an http or https address',
    default: () => '',
    parse: parseUrl,
    format: value => value,
  }),
  platform_name: defineSetting<string>({
    description: 'Name of the platform in pages and mails',
    values: '1 to 80 characters in one line',
    default: () => 'Crocus',
    parse: text => (text.trim().length > 0 && text.length <= 80 && isOneLine(text.trim()) ? text.trim() : undefined),
    format: value => value,
  }),
  mail_sender: defineSetting<string>({
    description: 'Address that mails of the platform come from; empty: noreply@ the host of its public address',
    values: 'an e-mail address',
    default: () => '',
    parse: text => (text === '' || /^[^\s@<>,"]+@[^\s@<>,"]+$/.test(text) ? text : undefined),
    format: value => value,
  }),
  internal_hosts: defineSetting<readonly string[]>({
    description:
      'Hosts inside that jobs of workflows and webhooks may call, whatever address the name has when they do, private ones too; ' +
      'no link-local one and none where a cloud answers its machines; all other hosts only if their address is public',
    values: 'hosts separated by commas, each with or without a port: ci.example, 10.0.0.7:8080',
    default: () => [],
    parse: parseHosts,
    format: value => value.join(', '),
  }),
  sys_cookie_prefix: defineSetting<string>({
    description: 'Prefix in the name of the session cookie; with another one everybody has to sign in again',
    values: '1 to 40 letters, digits and underscores',
    default: () => 'TULEAP',
    parse: text => (/^\w{1,40}$/.test(text) ? text : undefined),
    format: value => value,
  }),
  session_days: count('Days after which whoever signed in has to do it again; 0 counts as 1', 14, 365),
  passwords_beside_second_factors: flag(
    '1: programs may use the password of an account that has a second factor, for the API and Subversion; 0: they need an access key',
    false,
  ),
  sys_use_project_registration: flag('1: every account may create projects; 0: only site administrators', true),
  max_invitations_by_day: count('Invitations that one account may send in a day', 20),
  artifacts_deletion_limit: count('Artifacts that one account may delete in 24 hours; 0: nobody deletes', 5),
  archive_deleted: flag('1: an archive of each deleted artifact is kept in the data folder', true),
  query_complexity_limit: count(
    'Comparisons, relations and operators in a query of artifacts; 0: any number',
    30,
    10_000,
  ),
  query_timeout: count('Seconds after which a query of artifacts is given up; 0: never', 30, 3_600),
  requests_per_minute: count(
    'Calls of the API that one account may make in a minute; 0: any number',
    0,
    MAX_PER_MINUTE,
  ),
  writes_per_minute: count(
    'Calls that may change something, of one account in a minute; 0: any number',
    0,
    MAX_PER_MINUTE,
  ),
  anonymous_requests_per_minute: count(
    'Calls in a minute from one address, of those who do not sign in; 0: any number',
    0,
    MAX_PER_MINUTE,
  ),
  require_if_match: flag(
    '1: changes, moves and deletions of artifacts need `If-Match`, or are refused (428); 0: only those that have it are compared',
    false,
  ),
  idempotency_hours: defineSetting<number>({
    description: 'Hours for which a write that repeats an Idempotency-Key gets the answer of the first one',
    values: 'a number from 1 to 168',
    default: () => 24,
    parse: text => (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 168 ? Number(text) : undefined),
    format: String,
  }),
  event_retention_days: defineSetting<number>({
    description: 'Days for which the event log is kept: a reader of the feed that stays away longer begins anew',
    values: 'a number from 7 to 3650',
    default: () => 90,
    parse: text => (/^\d{1,4}$/.test(text) && Number(text) >= 7 && Number(text) <= 3650 ? Number(text) : undefined),
    format: String,
  }),
  audit_retention_days: defineSetting<number>({
    description: 'Days for which the audit is kept, at least as long as the event log',
    values: 'a number from 7 to 36500',
    default: () => 365,
    parse: text => (/^\d{1,5}$/.test(text) && Number(text) >= 7 && Number(text) <= 36_500 ? Number(text) : undefined),
    format: String,
  }),
  event_cursors_survive_failover: flag(
    '1: cursors of the feed stay good when another database server takes over, which needs synchronous replication; 0: readers begin anew',
    false,
  ),
  oauth_dynamic_registration: flag(
    '1: programs register themselves for OAuth2, by a request or a metadata document, as many agents do; 0: administrators register them',
    false,
  ),
  trash_days: count('Days for which a deleted artifact can be restored; 0: a deletion is for good', 30, 3650),
  svn_trash_days: count('Days for which a deleted Subversion repository can be restored', 3, 3650),
  max_upload_size: count('Largest attachment, in bytes', 64 * 1024 ** 2, TEN_GIB),
  file_deletion_delay: count(
    'Days after which a file that was sent in pieces and never attached is erased; 0 counts as 1',
    3,
    365,
  ),
  max_pending_uploads: count(
    'Bytes that one account may have in files that are not attached to anything yet',
    2 * TEN_GIB,
  ),
  svn_allow_empty_message: flag('1: commits to Subversion repositories may have no message', true),
  svn_max_file_size: count('Largest file in a commit to a Subversion repository, in bytes; 0: any', 50 * 1024 ** 2),
} as const

export type SettingName = keyof typeof definitions
export type SettingValue<Name extends SettingName> =
  (typeof definitions)[Name] extends SettingDefinition<infer Value> ? Value : never

export const settingNames = Object.keys(definitions) as SettingName[]

export const findSettingName = (name: string): SettingName => {
  const found = settingNames.find(known => known === name)
  if (!found)
    throw new Invalid(`There is no setting \`${name}\`; the settings are ${settingNames.join(', ')}.`, {
      reason: 'parameter.range',
      parameter: name.slice(0, 100),
    })
  return found
}

/** Text → value of a setting; throws Invalid with the valid values. */
export const parseSetting = <Name extends SettingName>(name: Name, text: string): SettingValue<Name> => {
  const value = definitions[name].parse(text)
  if (value === undefined)
    throw new Invalid(`\`${text}\` is not a value of \`${name}\`, which takes ${definitions[name].values}.`, {
      reason: 'parameter.range',
      parameter: name,
    })
  return value as SettingValue<Name>
}

export const formatSetting = (name: SettingName, value: unknown): string =>
  (definitions[name].format as (value: unknown) => string)(value)
