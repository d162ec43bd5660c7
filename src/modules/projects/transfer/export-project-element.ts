import type { ReadableDb } from '../../../platform/db/snapshot.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { StreamedElement, XmlElement } from '../../../platform/xml/node.ts'
import type { Project } from '../model/project.ts'
import { findLongDescription, loadProjects, loadRosters } from '../store/projects.store.ts'
import { rosterOfGroup, type Roster } from '../model/roster.ts'
import { alwaysEnabled, catalogue, type NewCustomService } from '../model/services.ts'
import { listCustomServices } from '../store/services.store.ts'
import { ADMINS_GROUP, FILE_MANAGER_ADMINS_GROUP, MEMBERS_GROUP, WIKI_ADMINS_GROUP } from '../model/user-group.ts'

/** The content of an archive about a project, without the sections of the modules above (import.md §2). */
export interface ProjectExport {
  readonly project: Project
  readonly longDescription?: string
  readonly customServices?: readonly NewCustomService[]
  /** `<ugroup>` elements. */
  readonly userGroups: readonly XmlElement[]
}

/** Reads the properties, services and members of a project for an archive. */
export const readExportedProject = async (
  snapshot: ReadableDb,
  projectId: number,
): Promise<Required<Omit<ProjectExport, 'userGroups'>> & { readonly roster: Roster }> => {
  const project = (await loadProjects(snapshot, [projectId])).get(projectId)
  const roster = (await loadRosters(snapshot, [projectId])).get(projectId)
  if (!project || !roster) throw new NotFound(`There is no project ${projectId}.`)
  return {
    project,
    roster,
    longDescription: await findLongDescription(snapshot.kysely, projectId),
    customServices: await listCustomServices(snapshot.kysely, projectId),
  }
}

/** Writes `<project>` around the sections of the modules above. */
export const exportProjectElement = (
  { project, longDescription, customServices = [], userGroups }: ProjectExport,
  sections: readonly StreamedElement[],
): StreamedElement => ({
  name: 'project',
  attributes: {
    'unix-name': project.shortName,
    'full-name': project.label,
    description: project.description,
    access: project.access,
    'icon-codepoint': project.icon === '' ? undefined : project.icon,
  },
  children: [
    { name: 'long-description', ...(longDescription === undefined ? {} : { text: longDescription }) },
    ...(project.banner === null ? [] : [{ name: 'banner', text: project.banner }]),
    {
      name: 'services',
      children: [
        ...catalogue
          .filter(({ shortName }) => !alwaysEnabled.includes(shortName))
          .map(({ shortName }) => ({
            name: 'service',
            attributes: { shortname: shortName, enabled: project.enabledServices.has(shortName) ? '1' : '0' },
          })),
        ...customServices.map(({ label, description, url, isEnabled, opensInNewTab }) => ({
          name: 'project-defined-service',
          attributes: {
            shortname: '',
            label,
            description,
            link: url,
            enabled: isEnabled ? '1' : '0',
            is_in_new_tab: opensInNewTab ? '1' : '0',
          },
        })),
      ],
    },
    ...(userGroups.length === 0
      ? []
      : [
          {
            name: 'ugroups',
            attributes: { mode: project.isMembershipSynchronized ? 'synchronized' : undefined },
            children: userGroups,
          },
        ]),
    ...sections,
  ],
})

const ugroup = (name: string, description: string, members: readonly XmlElement[]): XmlElement => ({
  name: 'ugroup',
  attributes: { name, description },
  children: [{ name: 'members', children: members }],
})

/** `<ugroup>` elements of a project: members, the groups of administrators, then the static groups (import.md §2.2). */
export const exportUserGroups = (roster: Roster, userReference: (userId: number) => XmlElement): XmlElement[] => {
  const members = (users: readonly { readonly userId: number }[]): XmlElement[] =>
    users.map(({ userId }) => ({ ...userReference(userId), name: 'member' }))
  const flags: readonly (readonly [name: string, users: readonly { readonly userId: number }[]])[] = [
    ['svn_admins', roster.members.filter(member => member.isSvnAdmin)],
    ['file_manager_admins', rosterOfGroup(roster, FILE_MANAGER_ADMINS_GROUP)],
    ['wiki_admins', rosterOfGroup(roster, WIKI_ADMINS_GROUP)],
  ]
  return [
    ugroup('project_admins', '', members(rosterOfGroup(roster, ADMINS_GROUP))),
    ugroup('project_members', '', members(rosterOfGroup(roster, MEMBERS_GROUP))),
    ...flags.filter(([, users]) => users.length > 0).map(([name, users]) => ugroup(name, '', members(users))),
    ...roster.groups.map(group => ugroup(group.name, group.description, members(rosterOfGroup(roster, group.id)))),
  ]
}

/** `<ugroup>` elements without members, for the groups to which rights are given. */
export const exportGroupNames = (
  groups: readonly { readonly name: string; readonly description: string }[],
): XmlElement[] => groups.map(({ name, description }) => ugroup(name, description, []))
