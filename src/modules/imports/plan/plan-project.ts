import { oneLine } from '../../../platform/single-line.ts'
import { childNamed, childrenNamed, childText, isTrue, type XmlNode } from '../../../platform/xml/node.ts'
import {
  linkTypeNameFault,
  userGroupNameFault,
  type NewCustomService,
  type ProjectAccess,
  type StaticUserGroup,
} from '../../projects/index.ts'
import { isReservedName } from '../../users/index.ts'
import type { PlannedGroup } from '../archive/archive-groups.ts'
import type { MessageLocation, Messages } from '../archive/import-messages.ts'
import type { MatchedUsers } from './match-users.ts'
import type { UserReferences } from './user-references.ts'

/** The initial properties of a new project. */
export interface PlannedIdentity {
  readonly shortName: string
  readonly label: string
  readonly description: string
  readonly longDescription: string
  readonly icon: string
  readonly access: ProjectAccess
  readonly isTemplate: boolean
}

export interface PlannedServices {
  readonly states: ReadonlyMap<string, boolean>
  readonly custom: readonly NewCustomService[]
}

type MemberFlag = 'isFileManagerAdmin' | 'isWikiAdmin' | 'isSvnAdmin'

export interface PlannedMembership {
  /** Requested by the archive; private projects always have it (projects.md §6). */
  readonly isSynchronized: boolean
  readonly members: readonly number[]
  readonly administrators: readonly number[]
  readonly flags: ReadonlyMap<MemberFlag, readonly number[]>
  readonly groups: readonly PlannedGroup[]
}

export interface NameRules {
  readonly isProjectName: (name: string) => Promise<boolean>
  readonly isLogin: (name: string) => Promise<boolean>
}

/** Names of projects and accounts share one space, so an archive must not contain a name twice. */
export const planIdentity = async (
  root: XmlNode,
  options: { readonly name: string | undefined; readonly isTemplate: boolean },
  people: MatchedUsers,
  rules: NameRules,
  messages: Messages,
): Promise<PlannedIdentity> => {
  const shortName = (options.name ?? root.attributes['unix-name'] ?? '').trim()
  const fault =
    shortNameFault(shortName) ??
    ((await rules.isProjectName(shortName)) ? 'there is a project of that name already' : undefined) ??
    ((await rules.isLogin(shortName)) ? 'there is a user of that name' : undefined) ??
    (people.created.some(account => account.login.toLowerCase() === shortName.toLowerCase())
      ? 'the archive brings a user of that name'
      : undefined)
  if (fault !== undefined) messages.error(root, `the project cannot be called "${shortName}": ${fault}`)
  if (isTrue(root.attributes['inherit-from-template']?.trim()))
    messages.warn(root, 'inherit-from-template: the site template here has no dashboards to take over')
  return {
    shortName,
    label: oneLine(root.attributes['full-name'] ?? ''),
    description: (root.attributes['description'] ?? '').trim(),
    longDescription: childNamed(root, 'long-description')?.text.trim() ?? '',
    icon: (root.attributes['icon-codepoint'] ?? '').trim(),
    access: (root.attributes['access'] ?? 'private').trim() as ProjectAccess,
    isTemplate: options.isTemplate,
  }
}

const shortNameFault = (name: string): string | undefined => {
  if (!/^[A-Za-z0-9_-]+$/.test(name)) return 'only letters without accents, digits, - and _ are allowed'
  if (!/^[A-Za-z0-9]/.test(name)) return 'it must begin with a letter or a digit'
  if (name.length < 3) return 'it is shorter than 3 characters'
  if (name.length > 30) return 'it is longer than 30 characters'
  if (isReservedName(name)) return 'the name is reserved'
  return undefined
}

export const planServices = (root: XmlNode): PlannedServices | undefined => {
  const node = childNamed(root, 'services')
  if (!node) return undefined
  return {
    states: new Map(
      childrenNamed(node, 'service').map(service => [
        (service.attributes['shortname'] ?? '').trim(),
        isTrue(service.attributes['enabled']?.trim()),
      ]),
    ),
    custom: childrenNamed(node, 'project-defined-service').map(service => ({
      label: (service.attributes['label'] ?? '').trim(),
      description: (service.attributes['description'] ?? '').trim(),
      url: (service.attributes['link'] ?? '').trim(),
      isEnabled: isTrue(service.attributes['enabled']?.trim()),
      opensInNewTab: isTrue(service.attributes['is_in_new_tab']?.trim()),
    })),
  }
}

/** `message` of the banner; older archives have it as the text of the element. */
export const planBanner = (root: XmlNode): string | undefined => {
  const node = childNamed(root, 'banner')
  if (!node) return undefined
  const message = (node.attributes['message'] ?? (childText(node, 'message') || node.text)).trim()
  return message === '' ? undefined : message
}

const flagGroups: ReadonlyMap<string, MemberFlag> = new Map([
  ['file_manager_admins', 'isFileManagerAdmin'],
  ['wiki_admins', 'isWikiAdmin'],
  ['svn_admins', 'isSvnAdmin'],
])

export interface MembershipContext {
  readonly references: UserReferences
  readonly people: MatchedUsers
  readonly messages: Messages
  readonly access: ProjectAccess
  /** Existing static groups, which stay unchanged. */
  readonly existing: readonly StaticUserGroup[]
}

/** import.md §2.2 */
export const planMembership = (root: XmlNode, context: MembershipContext): PlannedMembership => {
  const { messages } = context
  const node = childNamed(root, 'ugroups')
  const members = new Set<number>()
  const administrators = new Set<number>()
  const flags = new Map<MemberFlag, number[]>()
  const groups: PlannedGroup[] = []
  const taken = new Set(context.existing.map(group => group.name.toLowerCase()))

  for (const group of childrenNamed(node ?? root, 'ugroup')) {
    const name = (group.attributes['name'] ?? '').trim()
    const memberIds = membersOf(group, context)
    const flag = flagGroups.get(name)
    if (name === 'project_members') for (const id of memberIds) members.add(id)
    else if (name === 'project_admins') for (const id of memberIds) administrators.add(id)
    else if (flag) flags.set(flag, [...(flags.get(flag) ?? []), ...memberIds])
    else if (name === 'document_techs' || name === 'document_admins')
      messages.warn(group, `there is no document component here: the group ${name} was skipped`)
    else if (taken.has(name.toLowerCase()))
      messages.warn(group, `the project has a user group "${name}" already: this one was skipped`)
    else {
      const fault = userGroupNameFault(name)
      if (fault === undefined) {
        const description = (group.attributes['description'] ?? '').trim()
        groups.push({ provisionalId: -1 - groups.length, name, description, memberIds, node: group })
        taken.add(name.toLowerCase())
      } else messages.warn(group, `the user group "${name}" was not created: ${fault}`)
    }
  }
  const isSynchronized = node?.attributes['mode']?.trim() === 'synchronized'
  return { isSynchronized, members: [...members], administrators: [...administrators], flags, groups }
}

const membersOf = (group: XmlNode, context: MembershipContext): number[] => {
  const ids = new Set<number>()
  for (const member of childNamed(group, 'members')?.children ?? []) {
    if (member.name !== 'member') continue
    const id = context.references.userOf(member)
    const restricted = id === undefined ? undefined : context.people.restricted.get(id)
    if (id === undefined) {
      if (member.attributes['format'] === 'email')
        context.messages.warn(
          member,
          `no account has the address "${member.text.trim()}": it was left out of the group`,
        )
    } else if (restricted !== undefined && context.access === 'private-wo-restr')
      context.messages.warn(
        member,
        `the restricted user "${restricted}" cannot belong to this project: left out of "${(group.attributes['name'] ?? '').trim()}"`,
      )
    else ids.add(id)
  }
  return [...ids]
}

export interface PlannedLinkTypes {
  /** Created first, for the whole platform. */
  readonly created: readonly string[]
  /** Types that the project forbids. */
  readonly disabled: readonly string[]
}

export interface LinkTypesContext {
  /** Types of the platform. */
  readonly known: ReadonlySet<string>
  /** Types that the archive gives to links, each with the place of its first link. */
  readonly used: ReadonlyMap<string, MessageLocation>
  /** Types that a component needs, with the name of the component. */
  readonly needed: ReadonlyMap<string, string>
  readonly canCreate: boolean
  readonly messages: Messages
}

/**
 * Link types of the archive: types that must exist or, if requested, are created, and types that the project forbids (import.md §5). A type
 * that only links use need not exist: such links become untyped.
 */
export const planLinkTypes = (
  root: XmlNode,
  { known, used, needed, canCreate, messages }: LinkTypesContext,
): PlannedLinkTypes => {
  const disabled = new Set<string>()
  const created = new Map<string, string>()
  const isTaken = (name: string): boolean =>
    [...known].some(other => other.toLowerCase() === name.toLowerCase()) ||
    (created.get(name.toLowerCase()) ?? name) !== name
  const create = (name: string, place: MessageLocation): void => {
    if (created.has(name.toLowerCase())) return
    created.set(name.toLowerCase(), name)
    messages.warn(place, `the link type "${name}" is made, with its name for both labels: archives do not hold these`)
  }
  for (const node of childNamed(root, 'natures')?.children ?? []) {
    if (node.name !== 'nature') continue
    const name = node.text.trim()
    const isUsed = node.attributes['is_used'] === undefined || isTrue(node.attributes['is_used'].trim())
    const component = needed.get(name)
    if (!known.has(name)) {
      const fault = linkTypeNameFault(name) ?? (isTaken(name) ? 'another differs by capitals only' : undefined)
      if (fault !== undefined)
        messages.error(node, `there is no link type "${name}" on this platform, and it cannot be made: ${fault}`)
      else if (!canCreate)
        messages.error(
          node,
          `there is no link type "${name}" on this platform; crocus link-type create makes it, --create-link-types all that are missing`,
        )
      else create(name, node)
      if (fault === undefined && !isUsed) disabled.add(name)
    } else if (!isUsed && component !== undefined)
      messages.warn(node, `the link type "${name}" stays enabled: ${component} needs it`)
    else if (!isUsed) disabled.add(name)
  }
  for (const [name, place] of canCreate ? used : [])
    if (!known.has(name) && linkTypeNameFault(name) === undefined && !isTaken(name)) create(name, place)
  return { created: [...created.values()], disabled: [...disabled] }
}
