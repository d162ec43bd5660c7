import { useLingui } from '@lingui/react/macro'
import type { Setting, SettingGroup } from './settings.ts'

export interface SettingText {
  readonly label: string
  readonly description?: string
}

export const useGroupTitles = (): Readonly<Record<SettingGroup | 'other', string>> => {
  const { t } = useLingui()
  return {
    platform: t`Platform`,
    access: t`Access and accounts`,
    artifacts: t`Artifacts and queries`,
    files: t`Files`,
    svn: t`Subversion`,
    limits: t`Limits of calls`,
    network: t`Calls to other servers`,
    other: t`Others`,
  }
}

/** The server describes settings in English; these texts are translated. */
export const useSettingText = (): ((setting: Pick<Setting, 'name' | 'description'>) => SettingText) => {
  const { t } = useLingui()
  const texts: Readonly<Record<string, SettingText>> = {
    platform_name: { label: t`Name of the platform`, description: t`In pages and mails.` },
    public_url: {
      label: t`Public address`,
      description: t`Under which people and programs reach the platform. Empty: what the server was started with.`,
    },
    mail_sender: {
      label: t`Sender of mails`,
      description: t`Empty: noreply@ the host of the public address.`,
    },
    timezone: { label: t`Time zone`, description: t`Of dates in answers, and of calendar days.` },
    access_mode: { label: t`Who may read` },
    passwords_beside_second_factors: {
      label: t`Programs may use the password of an account with a second factor`,
      description: t`For the API and Subversion. Otherwise they need an access key.`,
    },
    session_days: {
      label: t`Days until people sign in again`,
      description: t`From 1 to 365.`,
    },
    sys_use_project_registration: {
      label: t`Every account may create projects`,
      description: t`Otherwise only site administrators do.`,
    },
    max_invitations_by_day: {
      label: t`Invitations that an account may send in a day`,
      description: t`0: nobody invites.`,
    },
    sys_cookie_prefix: {
      label: t`Prefix in the name of the session cookie`,
      description: t`When it changes everybody has to sign in again, you too.`,
    },
    oauth_dynamic_registration: {
      label: t`Programs register themselves`,
      description: t`Many agents do, by a request or a metadata document. People are told that nobody here has checked them. They go after 30 days without use.`,
    },
    artifacts_deletion_limit: {
      label: t`Artifacts that an account may delete in 24 hours`,
      description: t`0: nobody deletes.`,
    },
    archive_deleted: {
      label: t`Keep an archive of each deleted artifact`,
      description: t`In the data folder of the server.`,
    },
    trash_days: {
      label: t`Days that a deleted artifact stays in the trash`,
      description: t`Until then it can be restored. 0: a deletion is for good.`,
    },
    query_complexity_limit: {
      label: t`Parts that a query of artifacts may have`,
      description: t`Comparisons, relations and operators together. 0: any number.`,
    },
    query_timeout: {
      label: t`Seconds that a query of artifacts may take`,
      description: t`0: any time.`,
    },
    require_if_match: {
      label: t`Changes of artifacts name the version that they change`,
      description: t`Programs that send no If-Match are refused, so nobody overwrites what somebody else wrote meanwhile.`,
    },
    max_upload_size: { label: t`Largest attachment`, description: t`At most 10 GiB.` },
    max_pending_uploads: {
      label: t`Room for files that are not attached yet`,
      description: t`For each account.`,
    },
    file_deletion_delay: {
      label: t`Days that a file may wait to be attached`,
      description: t`Then it is erased. From 1 to 365.`,
    },
    svn_allow_empty_message: { label: t`Commits may have no message` },
    svn_max_file_size: { label: t`Largest file in a commit`, description: t`0: any size.` },
    svn_trash_days: {
      label: t`Days that a deleted repository can be restored`,
      description: t`From 0 to 3650.`,
    },
    requests_per_minute: {
      label: t`Calls of the API that an account may make in a minute`,
      description: t`Whatever its credentials, these pages too. More are refused for the rest of the minute. 0: any number.`,
    },
    writes_per_minute: {
      label: t`Calls that may change something, of an account in a minute`,
      description: t`They count as calls, too. 0: any number.`,
    },
    idempotency_hours: {
      label: t`Hours in which a repeated write gets the first answer`,
      description: t`For programs that send an Idempotency-Key. From 1 to 168.`,
    },
    event_retention_days: {
      label: t`Days for which changes are kept for programs`,
      description: t`A program that follows the changes and stays away longer reads everything anew. From 7 to 3650.`,
    },
    audit_retention_days: {
      label: t`Days for which the audit is kept`,
      description: t`Who changed rights, settings and keys, and what was refused. At least as long as changes are kept for programs.`,
    },
    event_cursors_survive_failover: {
      label: t`Programs go on reading changes after another database server took over`,
      description: t`Only if the database confirms each write on both servers (synchronous replication). Otherwise programs read everything anew.`,
    },
    anonymous_requests_per_minute: {
      label: t`Calls in a minute from one address, of those who do not sign in`,
      description: t`Wrong credentials count here, too. Behind a proxy that the server does not know (CROCUS_TRUSTED_PROXIES) all share one address. 0: any number.`,
    },
    internal_hosts: {
      label: t`Hosts inside that workflows may call`,
      description: t`Separated by commas, each with or without a port: ci.example, 10.0.0.7:8080. Others are called only if their address is public.`,
    },
  }
  return ({ name, description }) => texts[name] ?? { label: name, description }
}
