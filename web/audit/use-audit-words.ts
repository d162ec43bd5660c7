import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AuditEntry, AuditPage } from './audit.ts'

type Names = AuditPage['names']

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : value === null || value === undefined
      ? ''
      : JSON.stringify(value)

/** Members of rows that hold accounts. */
const ACCOUNTS = new Set(['added', 'removed', 'new_members', 'no_longer_administrators', 'owner_id'])

const namesIn = (value: unknown, names: Names): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value])
    .filter(id => typeof id === 'number')
    .map(id => names[`user:${id}`] ?? `#${id}`)

/** A value of a row for people. */
const shownValue = (name: string, value: unknown, names: Names): string => {
  if (ACCOUNTS.has(name)) return namesIn(value, names).join(', ')
  if (Array.isArray(value)) return (value as unknown[]).map(text).join(', ')
  return text(value)
}

/** Sentences about rows of the audit. A kind that has none is shown as it is. */
export const useAuditWords = () => {
  const { t } = useLingui()
  const sentence = useSentences()
  const credentialOf = ({ credential: { type, label }, agent }: AuditEntry): string => {
    const kinds: Readonly<Record<AuditEntry['credential']['type'], string>> = {
      session: t`session`,
      access_key: label === null ? t`access key` : t`access key “${label}”`,
      oauth: t`application`,
      basic: t`password`,
      token: t`token`,
      command: t`command`,
      none: '',
    }
    return [kinds[type], ...(agent === null ? [] : [t`for ${agent}`])].filter(Boolean).join(', ')
  }
  const subjectTypes: Readonly<Record<string, string>> = {
    user: t`account`,
    session: t`session`,
    key: t`key`,
    application: t`application`,
    webhook: t`webhook`,
    artifact: t`artifact`,
    tracker: t`tracker`,
    project: t`project`,
    repository: t`repository`,
    setting: t`setting`,
    site_group: t`group`,
    user_group: t`group`,
    approval: t`approval`,
    command: t`command`,
    job: t`job`,
    link_type: t`link type`,
  }
  const members: Readonly<Record<string, string>> = {
    status: t`Status`,
    value: t`Value`,
    added: t`Added`,
    removed: t`Removed`,
    new_members: t`New members`,
    no_longer_administrators: t`No longer administrators`,
    name: t`Name`,
    description: t`Description`,
    scopes: t`Scopes`,
    methods: t`Signed in by`,
    count: t`Count`,
    operation: t`Operation`,
    permission: t`Permission`,
    changed: t`Changed`,
    touches: t`Concerns`,
    access: t`Visibility`,
    short_name: t`Short name`,
    label: t`Name`,
  }
  return {
    credential: credentialOf,
    value: (name: string, value: unknown, names: Names): string =>
      value === null ? t`default` : shownValue(name, value, names) || '–',
    sentence,
    subject: ({ subject, after }: AuditEntry, names: Names): string => {
      if (subject === null) return ''
      const known = names[subject]
      if (known !== undefined) return known
      const [type = '', id = ''] = subject.split(/:(.*)/su)
      const name = after['name'] ?? after['short_name']
      if (type === 'setting') return subjectTypes[type] ?? type
      if (typeof name === 'string') return name
      return `${subjectTypes[type] ?? type} ${id}`
    },
    who: ({ actor, means, kind }: AuditEntry, names: Names): string =>
      actor
        ? (names[`user:${actor.id}`] ?? actor.username ?? t`Account ${actor.id}`)
        : kind.endsWith('.refused')
          ? t`Not signed in`
          : means === 'command'
            ? t`Command line`
            : t`Crocus, by itself`,
    member: (name: string): string => members[name] ?? name.replaceAll('_', ' '),
  }
}

const useSentences = () => {
  const { t } = useLingui()
  const refused: Readonly<Record<string, string>> = {
    createArtifact: t`Tried to make an artifact`,
    updateArtifact: t`Tried to change an artifact`,
    moveArtifact: t`Tried to move an artifact`,
    deleteArtifact: t`Tried to delete an artifact`,
    restoreArtifact: t`Tried to restore an artifact`,
    purgeArtifact: t`Tried to purge an artifact`,
    editComment: t`Tried to change a comment`,
    replaceUserGroupMembers: t`Tried to change members of a group`,
    addUserGroupMember: t`Tried to change members of a group`,
    removeUserGroupMember: t`Tried to change members of a group`,
    applyTrackerDefinition: t`Tried to change the definition of a tracker`,
    updateTrackerField: t`Tried to change the definition of a tracker`,
    changeTrackerWorkflow: t`Tried to change a workflow`,
    changeProjectDetails: t`Tried to change a project`,
    changeProjectStatus: t`Tried to change a project`,
    createProject: t`Tried to make a project`,
    changeSettings: t`Tried to change settings`,
    createAccessKey: t`Tried to make an access key`,
    createWebhook: t`Tried to make a webhook`,
    setSiteAdministrator: t`Tried to make a site administrator`,
    patchAccount: t`Tried to change an account`,
  }
  return (entry: AuditEntry, names: Names): string => {
    const { kind, after, before, count } = entry
    const name = text(after['name'])
    const description = text(after['description'])
    const added = namesIn(after['added'], names).join(', ')
    const removed = namesIn(after['removed'], names).join(', ')
    const from = text(before['value']) || t`default`
    const to = text(after['value']) || t`default`
    const setting = entry.subject?.replace('setting:', '') ?? ''
    const operation = text(after['operation'])
    const command = entry.subject?.replace('command:', '') ?? ''
    const sentences: Readonly<Record<string, () => string>> = {
      'access_key.created': () => t`Made an access key “${description}”`,
      'access_key.deleted': () => t`Deleted an access key`,
      'agent.called': () => t`Used the tool ${text(after['tool'])}`,
      'artifact.deleted': () => t`Deleted an artifact`,
      'artifact.restored': () => t`Took an artifact back from the trash`,
      'artifact.purged': () => t`Purged an artifact from the trash`,
      'audit.read': () => t`Read the audit`,
      'backup.restored': () => t`Restored a backup`,
      'call.refused': () => refused[operation] ?? t`Tried a change that is not allowed`,
      'command.run': () => t`Ran crocus ${command}`,
      'import.cancelled': () => t`Stopped an import of artifacts`,
      'import.created': () => t`Began an import of artifacts`,
      'import.failed': () => t`An import of artifacts failed`,
      'import.finished': () => t`Imported artifacts`,
      'import.undone': () => t`Undid an import of artifacts`,
      'invitation.sent': () => t`Invited people`,
      'link_type.created': () => t`Made a link type`,
      'link_type.hidden': () => t`Hid a link type`,
      'link_type.relabelled': () => t`Renamed a link type`,
      'link_type.shown': () => t`Offered a link type again`,
      'oauth_app.changed': () => t`Changed an application`,
      'oauth_app.created': () => t`Made an application “${name}”`,
      'oauth_app.deleted': () => t`Deleted an application`,
      'oauth_app.secret_renewed': () => t`Made a new secret for an application`,
      'oauth_consent.given': () => t`Allowed an application to act`,
      'oauth_consent.revoked': () => t`Took an application’s rights back`,
      'password_reset.sent': () => t`Sent a mail to set a password`,
      'project.banner_changed': () => t`Changed the banner`,
      'project.created': () => t`Made the project`,
      'project.deleted': () => t`Deleted the project`,
      'project.details_changed': () => t`Changed details of the project`,
      'project.exported': () => t`Exported the project`,
      'project.field_changed': () => t`Changed a field of the project`,
      'project.imported': () => t`Imported a project`,
      'project.link_types_disabled': () => t`Switched link types off`,
      'project.owner_changed': () => t`Changed the owner of the project`,
      'project.plannings_changed': () => t`Changed the plannings`,
      'project.roadmaps_changed': () => t`Changed the roadmaps`,
      'project.references_changed': () => t`Changed references`,
      'project.services_changed': () => t`Changed services`,
      'project.suspended': () => t`Suspended the project`,
      'project.reactivated': () => t`Opened the project again`,
      'project.template_changed': () => t`Changed whether the project is a template`,
      'recovery_code.renewed': () => t`Made new recovery codes`,
      'recovery_code.used': () => t`Used a recovery code`,
      'second_factor.added': () => t`Added a second factor`,
      'second_factor.removed': () => t`Removed a second factor`,
      'second_factor.reset': () => t`Removed all second factors of an account`,
      'session.ended': () => t`Signed out`,
      'session.opened': () => t`Signed in`,
      'setting.changed': () => t`Changed ${setting}: ${from} → ${to}`,
      'sign_in.refused': () => t`Tried to sign in`,
      'site_administrator.added': () => t`Made a site administrator`,
      'site_administrator.removed': () => t`Took away site administration`,
      'site_permission.granted': () => t`Gave a permission of the platform`,
      'site_permission.revoked': () => t`Took back a permission of the platform`,
      'snapshot.exported': () => t`Took a copy of all visible artifacts`,
      'svn.administrators_changed': () => t`Changed who administers repositories`,
      'svn.commit_rules_changed': () => t`Changed rules for commits`,
      'svn.repository_created': () => t`Made a repository “${name}”`,
      'svn.repository_deleted': () => t`Deleted a repository “${name}”`,
      'svn.repository_deletion_requested': () => t`Asked to delete a repository “${name}”`,
      'svn.repository_purged': () => t`Purged a repository “${name}”`,
      'svn.repository_restored': () => t`Restored a repository “${name}”`,
      'token.created': () => t`Made a token`,
      'token.deleted': () => t`Deleted tokens`,
      'tracker.changed': () => t`Changed the definition of a tracker`,
      'tracker.created': () => t`Made a tracker “${name}”`,
      'tracker.deleted': () => t`Deleted a tracker “${name}”`,
      'tracker.kanbans_changed': () => t`Changed the kanban “${name}”`,
      'tracker.notification_recipients_changed': () => t`Changed who gets mails of a tracker`,
      'user.activated': () => t`Activated an account`,
      'user.created': () => t`Made an account`,
      'user.erased': () => t`Erased an account`,
      'user.invited': () => t`Invited an account’s owner`,
      'user.password_changed': () => t`Changed a password`,
      'user.status_changed': () => t`Changed the status of an account`,
      'user.updated': () => t`Changed an account`,
      'user_group.changed': () => t`Changed a group`,
      'user_group.created': () => t`Made a group “${name}”`,
      'user_group.deleted': () => t`Deleted a group “${name}”`,
      'user_group.members_changed': () =>
        [added && t`Added members: ${added}`, removed && t`Removed members: ${removed}`].filter(Boolean).join(' · ') ||
        t`Changed members`,
      'webhook.changed': () => t`Changed a webhook`,
      'webhook.created': () => t`Made a webhook`,
      'webhook.deleted': () => t`Deleted a webhook`,
      'webhook.paused': () => t`Paused a webhook`,
      'webhook.replayed': () => t`Told a webhook of changes again`,
      'webhook.resumed': () => t`Let a webhook go on`,
      'webhook.secret_changed': () => t`Made a new secret for a webhook`,
      'workflow.actions_changed': () => t`Changed actions of a transition`,
      'workflow.mode_changed': () => t`Changed the kind of a workflow`,
      'workflow.transition_changed': () => t`Changed who may make a transition`,
      'workflow.transition_created': () => t`Added a transition`,
      'workflow.transition_deleted': () => t`Removed a transition`,
    }
    const sentence = sentences[kind]?.() ?? kind
    return count > 1
      ? `${sentence} · ${plural(count, { one: '# time in a minute', other: '# times in a minute' })}`
      : sentence
  }
}
