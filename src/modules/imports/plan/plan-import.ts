import { ownText, type XmlNode } from '../../../platform/xml/node.ts'
import { parseXml, XmlFault } from '../../../platform/xml/parse-xml.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { UsersModule } from '../../users/index.ts'
import { ArchiveFault, type Archive } from '../archive/archive.ts'
import { noArtifacts, PROJECT_DOCUMENT, readProject, type ArtifactSource } from '../archive/artifact-source.ts'
import { buildTracker, standInIds } from './build-tracker.ts'
import {
  artifactGrammar,
  checkGrammar,
  projectGrammar,
  testManagementGrammar,
  usersGrammar,
} from '../archive/grammar.ts'
import { planKanbans, type PlannedKanban } from './plan-kanbans.ts'
import { planCardwalls, type PlannedCardwall } from './plan-cardwalls.ts'
import { planAgile, type PlannedAgile } from './plan-planning.ts'
import { planRoadmaps, type PlannedRoadmap } from './plan-roadmaps.ts'
import { groupsOf, type Groups } from '../archive/archive-groups.ts'
import { Messages, type MessageLocation } from '../archive/import-messages.ts'
import { matchUsers, type MatchedUsers } from './match-users.ts'
import { planFiles } from './plan-files.ts'
import {
  planBanner,
  planIdentity,
  planLinkTypes,
  planMembership,
  planServices,
  type PlannedIdentity,
  type PlannedMembership,
  type PlannedServices,
} from './plan-project.ts'
import {
  planRepositories,
  planTestManagement,
  refuseContent,
  warnOfSkipped,
  type PlannedRepository,
  type PlannedTestManagement,
} from './plan-sections.ts'
import { planTrackers, type PlannedTracker, type PlannedTrigger } from './plan-trackers.ts'
import { readArtifacts, ReadProgress, type ReadContext, type UsedFile } from './read-artifacts.ts'
import { userReferencesOf, type UserReferences } from './user-references.ts'
import type { UserDecisions } from '../archive/user-map.ts'

/** All effects of an import as plain values: planning writes nothing and creates no ids. */
export interface ImportPlan {
  readonly people: MatchedUsers
  readonly references: UserReferences
  /** null = imports into an existing project. */
  readonly identity: PlannedIdentity | null
  readonly project: Project | null
  readonly services: PlannedServices | undefined
  readonly membership: PlannedMembership
  readonly groups: Groups
  readonly banner: string | undefined
  readonly trackers: readonly PlannedTracker[]
  readonly triggers: readonly PlannedTrigger[]
  readonly createdLinkTypes: readonly string[]
  readonly disabledLinkTypes: readonly string[]
  readonly linkTypes: ReadonlySet<string>
  readonly artifacts: ArtifactSource
  readonly usedFiles: readonly UsedFile[]
  /** New labels of open lists, in the order of their first use. */
  readonly openValues: readonly OpenValueKey[]
  readonly stepCount: number
  readonly repositories: readonly PlannedRepository[]
  readonly agile: PlannedAgile
  readonly kanbans: readonly PlannedKanban[]
  readonly cardwalls: readonly PlannedCardwall[]
  readonly roadmaps: readonly PlannedRoadmap[]
  readonly testManagement: PlannedTestManagement | undefined
  readonly wantedChangesets: ReadonlySet<string>
  readonly counts: ImportCounts
}

export interface OpenValueKey {
  readonly fieldKey: string
  readonly label: string
}

export interface ImportCounts {
  readonly usersCreated: number
  readonly usersMapped: number
  readonly usersReused: number
  readonly groups: number
  readonly trackers: number
  readonly fields: number
  readonly artifacts: number
  readonly changesets: number
  readonly files: number
  readonly repositories: number
}

export type ImportPhase = 'reading' | 'checking' | 'files' | 'repositories' | 'writing'
export type OnProgress = (phase: ImportPhase, done: number, total: number) => void

export interface PlanInput {
  readonly archive: Archive
  readonly decisions: UserDecisions
  readonly actingUserId: number
  /** Target project; null = a new one. */
  readonly project: Project | null
  readonly name: string | undefined
  readonly isTemplate: boolean
  /** Creates missing link types that the archive names. */
  readonly createsLinkTypes: boolean
  readonly timezone: string
  /** Refuses users and content. */
  readonly isStructureOnly: boolean
  readonly onProgress: OnProgress
}

export interface PlanSources {
  readonly users: Pick<UsersModule, 'findByLogin' | 'findAll' | 'takenNames'>
  readonly projects: Pick<ProjectsModule, 'findByShortName' | 'linkTypes' | 'userGroups'>
  readonly trackers: {
    listOfProject(
      projectId: number,
    ): Promise<readonly { readonly name: string; readonly itemName: string; readonly isDeleted: boolean }[]>
  }
  readonly repositoryNames: (projectId: number) => Promise<string[]>
}

/** Documents of 100 MiB are ordinary. This limit protects the memory from a packed document that is larger. */
const MAX_DOCUMENT_BYTES = 2 ** 30
/** Limit of the document with the artifacts, which are not all in memory; exports of 2 GB exist. */
const MAX_PROJECT_BYTES = 2 ** 36
/** Limit of an archive without content, which any account may send: 64 MiB. */
const MAX_STRUCTURE_BYTES = 2 ** 26

const reporting = async <Read>(
  file: string,
  messages: Messages,
  read: () => Promise<Read>,
): Promise<Read | undefined> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof XmlFault) messages.error(error, error.message)
    else if (error instanceof ArchiveFault) messages.error({ file, line: 0 }, error.message)
    else if (isStreamFault(error)) messages.error({ file, line: 0 }, `the file cannot be read: ${error.message}`)
    else throw error
    return undefined
  }
}

/** Whether an error is damage that only reading shows: a broken zip entry, an unreadable file. */
const isStreamFault = (error: unknown): error is Error =>
  error instanceof Error && ('code' in error || error.constructor === Error)

const requiredDocument = async (
  archive: Archive,
  file: string,
  rootName: string,
  mostBytes: number,
  messages: Messages,
  read: () => Promise<XmlNode> = async () => parseXml(await archive.open(file), file),
): Promise<XmlNode | undefined> => {
  const size = await archive.sizeOf(file)
  if (size === undefined) {
    messages.error({ file, line: 0 }, `the archive has no ${file}`)
    return undefined
  }
  if (size > mostBytes) {
    messages.error({ file, line: 0 }, `the file is larger than ${mostBytes / 2 ** 20} MiB`)
    return undefined
  }
  const root = await reporting(file, messages, read)
  if (root && root.name !== rootName) {
    messages.error(root, `the root element is <${root.name}>, and must be <${rootName}>`)
    return undefined
  }
  return root
}

interface Documents {
  readonly root: XmlNode
  readonly users: XmlNode
  readonly tests: XmlNode | undefined
  readonly artifacts: ArtifactSource
  readonly mentioned: Mentions
}

/** Reads the documents of the archive and checks their grammar; undefined if one is missing. */
const readDocuments = async (
  { archive, isStructureOnly, onProgress }: PlanInput,
  messages: Messages,
): Promise<Documents | undefined> => {
  onProgress('reading', 0, 1)
  const most = isStructureOnly ? MAX_STRUCTURE_BYTES : MAX_DOCUMENT_BYTES
  const mostOfProject = isStructureOnly ? MAX_STRUCTURE_BYTES : MAX_PROJECT_BYTES
  const mentioned = new Mentions()
  const ofArtifacts = new Messages()
  let artifacts = noArtifacts(archive)
  const root = await requiredDocument(archive, PROJECT_DOCUMENT, 'project', mostOfProject, messages, async () => {
    const read = await readProject(archive, artifact => {
      checkGrammar(artifact, artifactGrammar, ofArtifacts)
      mentioned.visit(artifact)
    })
    artifacts = read.artifacts
    return read.root
  })
  const users = await requiredDocument(archive, 'users.xml', 'users', most, messages)
  const hasTests = (await archive.sizeOf('testmanagement.xml')) !== undefined
  const tests = hasTests
    ? await requiredDocument(archive, 'testmanagement.xml', 'testmanagement', most, messages)
    : undefined
  if (!root || !users) return undefined
  onProgress('reading', 1, 1)
  checkGrammar(root, projectGrammar, messages)
  messages.takeOver(ofArtifacts)
  mentioned.visit(root)
  checkGrammar(users, usersGrammar, messages)
  if (tests) checkGrammar(tests, testManagementGrammar, messages)
  return { root, users, tests, artifacts, mentioned }
}

/** Reads and checks the whole archive. If `messages` has errors, the result is undefined or must not be used. */
export const planImport = async (
  input: PlanInput,
  sources: PlanSources,
  messages: Messages,
): Promise<ImportPlan | undefined> => {
  const documents = await readDocuments(input, messages)
  if (!documents) return undefined
  const { root, users, tests, artifacts } = documents
  const { archive, project, timezone } = input
  const structure = await planStructure(documents, input, sources, messages)
  const { people, references, groups, linkTypes, membership, trackers } = structure

  const taken = new Set(project ? await sources.repositoryNames(project.id) : [])
  const repositories = await planRepositories(root, archive, taken, messages)
  const agile = planAgile(root, new Set(trackers.map(tracker => tracker.key)), groups, messages)
  const kanbans = planKanbans(root, trackers, messages)
  const planned = new Set(agile.plannings.map(({ planningTracker }) => planningTracker))
  const cardwalls = planCardwalls(root, trackers, planned, messages)
  const roadmaps = planRoadmaps(root, trackers, messages)
  const testManagement = planTestManagement(tests, trackers, messages)
  const wantedChangesets = new Set(testManagement?.pins.map(pin => pin.changeset))
  await warnOfSkipped(root, archive, messages)
  if (input.isStructureOnly) refuseContent(root, users, firstArtifactsOf(trackers, artifacts), messages)

  const content = await checkArtifacts(
    { trackers, artifacts, archive, people, references, groups, linkTypes, wantedChangesets, timezone },
    messages,
    input.onProgress,
  )
  return {
    ...structure,
    project,
    services: planServices(root),
    banner: planBanner(root),
    artifacts,
    usedFiles: content.usedFiles,
    openValues: content.openValues,
    stepCount: content.stepCount,
    repositories,
    agile,
    kanbans,
    cardwalls,
    roadmaps,
    testManagement,
    wantedChangesets,
    counts: countsOf({ people, membership, trackers, repositories }, content),
  }
}

/** Plans people, groups and trackers: all that the contents of an archive refer to. */
const planStructure = async (documents: Documents, input: PlanInput, sources: PlanSources, messages: Messages) => {
  const { root, users, mentioned } = documents
  const { project, decisions, actingUserId } = input
  const people = await matchUsers({ users, decisions, actingUserId, mentioned }, sources.users, messages)
  const references = userReferencesOf(people, messages)
  const identity = project ? null : await planNewProject(root, input, people, sources, messages)
  const existingGroups = project ? await sources.projects.userGroups(project.id) : []
  const membership = planMembership(root, {
    references,
    people,
    messages,
    access: project?.access ?? identity?.access ?? 'private',
    existing: existingGroups,
  })
  const groups = groupsOf(membership.groups, existingGroups)
  const links = await planLinks(documents, input, sources, messages)
  const { linkTypes, disabledLinkTypes } = links
  const { trackers, triggers } = planTrackers(root, {
    messages,
    groups,
    references,
    linkTypes,
    disabledLinkTypes: new Set(disabledLinkTypes),
    existing: await liveTrackersOf(project, sources),
  })
  return { people, references, identity, membership, groups, ...links, trackers, triggers }
}

const liveTrackersOf = async (project: PlanInput['project'], { trackers }: PlanSources) =>
  project ? (await trackers.listOfProject(project.id)).filter(tracker => !tracker.isDeleted) : []

const firstArtifactsOf = (trackers: readonly PlannedTracker[], artifacts: ArtifactSource): MessageLocation[] =>
  trackers.flatMap(tracker => artifacts.listOf(tracker.node).first ?? [])

const planNewProject = (
  root: XmlNode,
  { name, isTemplate }: PlanInput,
  people: MatchedUsers,
  { projects, users }: PlanSources,
  messages: Messages,
) =>
  planIdentity(
    root,
    { name, isTemplate },
    people,
    {
      isProjectName: async name => (await projects.findByShortName(name)) !== undefined,
      isLogin: async name => (await users.findByLogin(name)) !== undefined,
    },
    messages,
  )

/** The types of links that the platform has, or gets by this import. */
const planLinks = async (
  { root, tests, mentioned }: Documents,
  { createsLinkTypes }: PlanInput,
  { projects }: PlanSources,
  messages: Messages,
): Promise<Pick<ImportPlan, 'linkTypes' | 'createdLinkTypes' | 'disabledLinkTypes'>> => {
  const linkTypes = new Set((await projects.linkTypes()).keys())
  const needed = new Map(tests ? [['_covered_by', 'test management']] : [])
  const { disabled, created } = planLinkTypes(root, {
    known: linkTypes,
    used: mentioned.linkTypes,
    needed,
    canCreate: createsLinkTypes,
    messages,
  })
  for (const name of created) linkTypes.add(name)
  return { linkTypes, createdLinkTypes: created, disabledLinkTypes: disabled }
}

const countsOf = (
  {
    people,
    membership,
    trackers,
    repositories,
  }: Pick<ImportPlan, 'people' | 'membership' | 'trackers' | 'repositories'>,
  content: CheckedContent,
): ImportPlan['counts'] => ({
  usersCreated: people.counts.created,
  usersMapped: people.counts.mapped,
  usersReused: people.counts.reused,
  groups: membership.groups.length,
  trackers: trackers.length,
  fields: trackers.reduce((sum, tracker) => sum + countElements(tracker.elements), 0),
  artifacts: content.artifacts,
  changesets: content.changesets,
  files: content.usedFiles.length,
  repositories: repositories.length,
})

const countElements = (elements: readonly { readonly children: readonly unknown[] }[]): number =>
  elements.reduce((sum, element) => sum + 1 + countElements(element.children as typeof elements), 0)

/** Accounts that the document names by their address, or as plain text in open lists of users, and types of its links. */
class Mentions {
  readonly emails = new Set<string>()
  readonly logins = new Set<string>()
  /** Each with the place of its first link. */
  readonly linkTypes = new Map<string, MessageLocation>()

  visit(node: XmlNode, isOpenUserList = false): void {
    const text = node.text.trim()
    const linkType = node.name === 'value' ? (node.attributes['nature'] ?? '') : ''
    if (linkType !== '' && !this.linkTypes.has(linkType))
      this.linkTypes.set(ownText(linkType), { file: node.file, line: node.line })
    if (node.attributes['format'] === 'email' && text !== '') this.emails.add(ownText(text))
    if (isOpenUserList && node.name === 'value' && node.attributes['format'] === undefined && text !== '') {
      this.emails.add(ownText(text))
      this.logins.add(ownText(text))
    }
    const isList = node.attributes['type'] === 'open_list' && node.attributes['bind'] === 'users'
    for (const child of node.children) this.visit(child, isList)
  }
}

interface CheckInput {
  readonly trackers: readonly PlannedTracker[]
  readonly people: MatchedUsers
  readonly references: UserReferences
  readonly groups: Groups
  readonly artifacts: ArtifactSource
  readonly archive: Archive
  readonly linkTypes: ReadonlySet<string>
  readonly wantedChangesets: ReadonlySet<string>
  readonly timezone: string
}

interface CheckedContent {
  readonly artifacts: number
  readonly changesets: number
  readonly usedFiles: readonly UsedFile[]
  readonly openValues: readonly OpenValueKey[]
  readonly stepCount: number
}

/** Source id → id. An archive may repeat an id: links then lead to the last artifact of that id (import.md §6). */
export const artifactNumbers = (
  trackers: readonly PlannedTracker[],
  artifacts: ArtifactSource,
  ids: readonly number[],
): { readonly bySourceId: ReadonlyMap<string, number>; readonly ofTracker: ReadonlyMap<string, readonly number[]> } => {
  const bySourceId = new Map<string, number>()
  const ofTracker = new Map<string, readonly number[]>()
  let next = 0
  for (const tracker of trackers) {
    const { sourceIds } = artifacts.listOf(tracker.node)
    const own = ids.slice(next, next + sourceIds.length)
    next += sourceIds.length
    ofTracker.set(tracker.key, own)
    sourceIds.forEach((sourceId, index) => bySourceId.set(sourceId, own[index] ?? 0))
  }
  return { bySourceId, ofTracker }
}

const unchanged = (id: number): number => id

/** Collects the ids that an import must create, and gives provisional ones meanwhile. */
class ProvisionalIds {
  readonly #openValues = new Map<string, OpenValueKey & { readonly id: number }>()
  readonly #fieldKeys: ReadonlyMap<number, string>
  #steps = 0

  constructor(fieldIds: ReadonlyMap<string, number>) {
    this.#fieldKeys = new Map([...fieldIds].map(([key, id]) => [id, key]))
  }

  readonly openValue: ReadContext['openValue'] = (field, label) => {
    const fieldKey = this.#fieldKeys.get(field.id) ?? ''
    const place = JSON.stringify([fieldKey, label])
    const known = this.#openValues.get(place)
    if (known) return known.id
    this.#openValues.set(place, { fieldKey, label: ownText(label), id: this.#openValues.size + 1 })
    return this.#openValues.size
  }

  readonly stepId = (): number => ++this.#steps

  get needed(): Pick<CheckedContent, 'openValues' | 'stepCount'> {
    return {
      openValues: [...this.#openValues.values()].map(({ fieldKey, label }) => ({ fieldKey, label })),
      stepCount: this.#steps,
    }
  }
}

/** Parses every value once with provisional ids, which finds faults and counts the ids to create. */
const checkArtifacts = async (
  input: CheckInput,
  messages: Messages,
  onProgress: OnProgress,
): Promise<CheckedContent> => {
  const created = standInIds(input.trackers.map(tracker => tracker.value))
  const count = input.trackers.reduce((sum, tracker) => sum + input.artifacts.listOf(tracker.node).sourceIds.length, 0)
  const numbers = artifactNumbers(
    input.trackers,
    input.artifacts,
    Array.from({ length: count }, (_, index) => index + 1),
  )
  const progress = new ReadProgress()
  const provisional = new ProvisionalIds(created.fieldIds)
  const context: ReadContext = {
    messages,
    references: input.references,
    people: input.people,
    groups: input.groups,
    filesOf: artifact => planFiles(artifact, input.archive, messages),
    timezone: input.timezone,
    isLinkType: name => input.linkTypes.has(name),
    bindValue: key => created.valueIds.get(key) ?? created.groupValues.get(key)?.groupId,
    user: unchanged,
    group: unchanged,
    artifact: sourceId => numbers.bySourceId.get(sourceId),
    fileId: index => index + 1,
    openValue: provisional.openValue,
    stepId: provisional.stepId,
    wantedChangesets: input.wantedChangesets,
    newFileId: () => undefined,
  }
  let done = 0
  onProgress('checking', 0, count)
  const pass = input.artifacts.openPass()
  try {
    for (const planned of input.trackers) {
      const people = { user: unchanged, group: unchanged }
      const tracker = buildTracker(planned.value, { created, projectId: 0, ...people, openValues: new Map() })
      const ids = numbers.ofTracker.get(planned.key) ?? []
      for await (const _artifact of readArtifacts(pass.elementsOf(planned.node), ids, tracker, context, progress)) {
        done++
        if (done % 500 === 0) onProgress('checking', done, count)
      }
    }
  } finally {
    await pass.close()
  }
  onProgress('checking', count, count)
  return {
    artifacts: count,
    changesets: progress.changesets,
    usedFiles: progress.usedFiles,
    ...provisional.needed,
  }
}
