import type {
  BindValue,
  DescribeContext,
  ExportContext,
  Field,
  GroupBindValue,
  ImportContext,
  LinkTarget,
  OpenValue,
  ParseContext,
  RepresentContext,
  StoredFile,
} from '../../src/modules/fields/index.ts'
import type { MinimalUserGroup } from '../../src/modules/projects/index.ts'
import { anonymous, type User } from '../../src/modules/users/index.ts'
import type { XmlElement, XmlNode } from '../../src/platform/xml/node.ts'

// A small world for tests of field types: project 101, three accounts, two groups of its own, some files and artifacts.

export const aField = (type: Field['type'], given: Partial<Field> = {}): Field => ({
  id: 7,
  trackerId: 3,
  projectId: 101,
  parentId: null,
  type,
  name: 'a_field',
  label: 'A field',
  description: '',
  rank: 1,
  isRequired: false,
  isUsed: true,
  hasNotifications: false,
  settings: {},
  bind: null,
  noneColorName: null,
  noneLegacyColor: null,
  permissions: { read: new Set([1]), submit: new Set([2]), update: new Set([2]) },
  ...given,
})

export const staticBind = (
  values: readonly (Partial<BindValue> & { id: number; label: string })[],
  openValues: readonly OpenValue[] = [],
) => {
  const all = values.map(value => ({
    description: '',
    isHidden: false,
    isDefault: false,
    colorName: null,
    legacyColor: null,
    ...value,
  }))
  return {
    type: 'static' as const,
    isRankAlpha: false,
    values: all,
    byId: new Map(all.map(value => [value.id, value])),
    openValues,
    openById: new Map(openValues.map(value => [value.id, value])),
  }
}

export const usersBind = (
  functions: readonly string[] = ['group_members'],
  defaultUserIds: readonly number[] = [],
) => ({
  type: 'users' as const,
  functions,
  defaultUserIds,
})

export const groupsBind = (values: readonly (Partial<GroupBindValue> & { id: number; groupId: number })[]) => {
  const all = values.map(value => ({ isHidden: false, isDefault: false, ...value }))
  return { type: 'ugroups' as const, values: all, byGroupId: new Map(all.map(value => [value.groupId, value])) }
}

const user = (id: number, login: string, realName: string): User => ({
  id,
  login,
  realName,
  email: `${login}@example.com`,
  ldapId: '',
  status: 'A',
  language: '',
  timezone: null,
  nameStyle: 'real-name-and-login',
})
/** ann and ben are members of the project, kim is not. */
export const people = [user(102, 'ann', 'Ann Lee'), user(103, 'ben', 'Ben Kay'), user(104, 'kim', 'Kim Ode')] as const
const isMember = (id: number): boolean => id === 102 || id === 103

export const fullUser = (id: number, email: string | null = null) => {
  const found = people.find(known => known.id === id)
  return found
    ? {
        id,
        username: found.login,
        display_name: `${found.realName} (${found.login})`,
        email: found.email,
        is_anonymous: false,
      }
    : { id: null, username: null, display_name: email ?? 'Anonymous', email, is_anonymous: true }
}

const groupNames = new Map([
  [1, 'all_users'],
  [2, 'registered_users'],
  [3, 'project_members'],
  [4, 'project_admins'],
  [105, 'keepers'],
  [106, 'painters'],
])
const groupLabels = new Map([
  [3, 'Project members'],
  [4, 'Project administrators'],
])
export const userGroup = (id: number): MinimalUserGroup => {
  const name = groupNames.get(id)
  if (name === undefined) throw new Error(`no group ${id} here`)
  const restId = id > 2 && id < 100 ? `101_${id}` : String(id)
  return {
    id: restId,
    uri: `user_groups/${restId}`,
    label: groupLabels.get(id) ?? name,
    users_uri: `user_groups/${restId}/users`,
    short_name: name,
    key: name,
  }
}
const groupOf = (reference: string | number): number | undefined => {
  for (const [id, name] of groupNames) if (userGroup(id).id === String(reference) || name === reference) return id
  return undefined
}

export const storedFile = (id: number, given: Partial<StoredFile> = {}): StoredFile => ({
  id,
  name: `file-${id}.txt`,
  size: 10 * id,
  type: 'text/plain',
  description: '',
  submittedBy: 102,
  ...given,
})

export const linkTarget = (id: number, given: Partial<LinkTarget> = {}): LinkTarget => ({
  id,
  trackerId: 3,
  canView: true,
  isProjectActive: true,
  hasLinkField: true,
  ...given,
})

/** The context of parsers. `questions` counts the expensive calls. */
export const parseContext = (given: Partial<ParseContext> = {}) => {
  const questions: string[] = []
  const openValues = new Map<string, number>()
  const context: ParseContext = {
    viewer: anonymous,
    operation: 'update',
    now: new Date('2024-05-06T07:08:09Z'),
    timezone: 'Europe/Paris',
    defaultTextFormat: 'commonmark',
    current: undefined,
    artifactId: 12,
    findUser: by =>
      Promise.resolve(
        people.find(known =>
          'id' in by ? known.id === by.id : 'login' in by ? known.login === by.login : known.email === by.email,
        ),
      ),
    isBoundUser: (_field, id) => Promise.resolve(isMember(id)),
    findUserGroup: reference => Promise.resolve(groupOf(reference)),
    openValueIds: (_field, labels) => {
      questions.push('openValueIds')
      for (const label of labels) if (!openValues.has(label)) openValues.set(label, 50 + openValues.size)
      return Promise.resolve(new Map(labels.map(label => [label, openValues.get(label)!])))
    },
    // The requester has sent the files 30 to 39.
    findAttachableFiles: (_field, ids) => {
      questions.push('findAttachableFiles')
      return Promise.resolve(new Map(ids.filter(id => id >= 30 && id < 40).map(id => [id, storedFile(id)])))
    },
    isFileOfOtherField: id => id === 90,
    // Artifacts 1 to 20; 18 cannot be seen, 19 is of a suspended project, 20 is in a tracker without links.
    findLinkTargets: ids => {
      questions.push('findLinkTargets')
      return Promise.resolve(
        new Map(
          ids
            .filter(id => id >= 1 && id <= 20)
            .map(id => [
              id,
              linkTarget(id, { canView: id !== 18, isProjectActive: id !== 19, hasLinkField: id !== 20 }),
            ]),
        ),
      )
    },
    linkTypes: () =>
      new Map([
        ['_is_child', { isSystem: false }],
        ['fixed_in', { isSystem: false }],
        ['_in_folder', { isSystem: true }],
      ]),
    findReverseLinks: () => {
      questions.push('findReverseLinks')
      return Promise.resolve([])
    },
    nextStepIds: count => Promise.resolve(Array.from({ length: count }, (_, i) => i + 1)),
    ...given,
  }
  return { ...context, questions }
}

export const representContext = (given: Partial<RepresentContext> = {}): RepresentContext => ({
  artifact: {
    id: 12,
    number: 2,
    submittedBy: 102,
    submittedByEmail: null,
    submittedOn: new Date('2024-01-01T10:00:00Z'),
    updatedBy: 103,
    updatedByEmail: null,
    updatedOn: new Date('2024-02-01T10:00:00Z'),
  },
  rank: 5,
  isoDate: at => at.toISOString().replace('.000Z', '+00:00'),
  isoDay: day => `${day}T00:00:00+00:00`,
  fullUser,
  userGroup,
  renderText: content => content,
  forwardLinks: [],
  reverseLinks: [],
  crossReferences: [],
  computedSum: () => null,
  chart: () => ({}),
  ...given,
})

export const describeContext = (given: Partial<DescribeContext> = {}): DescribeContext => ({
  viewer: anonymous,
  now: new Date('2024-05-06T07:08:09Z'),
  timezone: 'Europe/Paris',
  defaultTextFormat: 'commonmark',
  fullUser: id => fullUser(id),
  userGroup,
  boundUsers: () => people.filter(({ id }) => isMember(id)),
  projectUserGroups: () => [3, 4, 105, 106].map(userGroup),
  userReference: ({ id, login }) => ({ id, username: login }),
  allowedLinkTypes: () => [{ shortname: '_is_child', forward_label: 'Child', reverse_label: 'Parent' }],
  maxUploadSize: 67_108_864,
  ...given,
})

/** Keys of the archive: `V<n>` is the bind value n, `fileinfo_<n>` the file n, `a<n>` the artifact n. `warnings` says what was told. */
export const importContext = (given: Partial<ImportContext> = {}) => {
  const warnings: string[] = []
  const numberAfter = (prefix: string, key: string): number | undefined =>
    key.startsWith(prefix) && /^\d+$/.test(key.slice(prefix.length)) ? Number(key.slice(prefix.length)) : undefined
  const context: ImportContext = {
    findBindValue: key => numberAfter('V', key),
    findUserByReference: node => people.find(({ login }) => login === node.text.trim())?.id,
    findUserGroup: name => groupOf(name),
    findFile: key => {
      const id = numberAfter('fileinfo_', key)
      return id === undefined || id === 99 ? undefined : storedFile(id)
    },
    findArtifact: key => numberAfter('a', key) ?? (/^\d+$/.test(key) && Number(key) < 900 ? Number(key) : undefined),
    findUser: by => people.find(known => ('login' in by ? known.login === by.login : known.email === by.email))?.id,
    openValueId: (_field, label) => 1000 + label.length,
    hasLinkType: name => name === '_is_child' || name === 'fixed_in',
    nextStepId: () => 1,
    current: undefined,
    warn: (_node, message) => warnings.push(message),
    ...given,
  }
  return { ...context, warnings }
}

export const exportContext: ExportContext = {
  userReference: id => ({
    name: 'user',
    attributes: { format: 'username' },
    text: people.find(known => known.id === id)?.login ?? '',
  }),
  userGroupName: id => groupNames.get(id) ?? '',
  isArtifact: () => true,
  fileKey: id => `fileinfo_${id}`,
}

/** An element of an archive. */
export const xmlNode = (
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  content: string | readonly XmlNode[] = [],
): XmlNode => ({
  name,
  attributes,
  children: typeof content === 'string' ? [] : content,
  text: typeof content === 'string' ? content : '',
  file: 'project.xml',
  line: 1,
})

/** The input of an importer, from the output of an exporter. */
export const asNode = (element: XmlElement): XmlNode => ({
  ...xmlNode(element.name, Object.fromEntries(definedAttributes(element)), (element.children ?? []).map(asNode)),
  text: element.text ?? '',
})

const definedAttributes = ({ attributes }: XmlElement): [string, string][] =>
  Object.entries(attributes ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
