import path from 'node:path'
import type { Tx } from '../../../platform/db/db.ts'
import { moveDurably } from '../../../platform/durable-files.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { ArtifactsModule } from '../../artifacts/index.ts'
import type { Content } from '../../files/index.ts'
import type { KanbansModule } from '../../kanbans/index.ts'
import type { PlanningModule } from '../../planning/index.ts'
import type { RoadmapsModule } from '../../roadmaps/index.ts'
import type { ProjectsModule, UserGroupId } from '../../projects/index.ts'
import type { StagedImport } from '../../svn/index.ts'
import type { CreatedTrackers, NewFormElement, NewTracker, TrackersModule } from '../../trackers/index.ts'
import type { UsersModule, Viewer } from '../../users/index.ts'
import type { Archive } from '../archive/archive.ts'
import { buildTracker, type PlanIds } from '../plan/build-tracker.ts'
import { attachFiles, insertImportedOpenValues } from './imports.store.ts'
import { planFiles } from '../plan/plan-files.ts'
import { artifactNumbers, type ImportPlan, type OnProgress } from '../plan/plan-import.ts'
import type { PlannedIdentity } from '../plan/plan-project.ts'
import { readArtifacts, ReadProgress, type ReadContext } from '../plan/read-artifacts.ts'
import { Messages } from '../archive/import-messages.ts'
import { userReferencesOf } from '../plan/user-references.ts'

export interface CommitModules {
  readonly users: Pick<UsersModule, 'createMany'>
  readonly projects: Pick<
    ProjectsModule,
    | 'createProject'
    | 'setServices'
    | 'addMembers'
    | 'removeMembers'
    | 'removeAdministrators'
    | 'createUserGroup'
    | 'addUserGroupMembers'
    | 'synchronizeMembership'
    | 'setBanner'
    | 'addLinkTypes'
    | 'disableLinkTypes'
    | 'deferSection'
  >
  readonly trackers: Pick<TrackersModule, 'createTrackers' | 'setParents' | 'addTriggers'>
  readonly planning: Pick<PlanningModule, 'addToProject'>
  readonly kanbans: Pick<KanbansModule, 'addKanbans'>
  readonly roadmaps: Pick<RoadmapsModule, 'add'>
  readonly artifacts: Pick<ArtifactsModule, 'allocateArtifactIds' | 'allocateStepIds' | 'importArtifacts'>
  /** Stored paths of waiting dumps are relative to this folder. */
  readonly sharedFolder: string
}

export interface StoredFile extends Content {
  readonly id: number
}

/** A dump that is safe on the disk, but not in its final place. */
export interface StagedDump extends Content {
  readonly path: string
}

export interface CommitInput {
  readonly plan: ImportPlan
  readonly archive: Archive
  /** Allocated before; undefined = this transaction allocates them. */
  readonly artifactIds: readonly number[] | undefined
  readonly viewer: Viewer
  readonly timezone: string
  /** Reserved files with stored contents, in the order of `plan.usedFiles`. */
  readonly files: readonly StoredFile[]
  /** By the name of the repository. */
  readonly dumps: ReadonlyMap<string, StagedDump>
  /** The loaded repositories; undefined if Subversion is not installed. */
  readonly repositories: StagedImport | undefined
  /** Paths of the files that were moved into place, for removal after a failure. */
  readonly placed: string[]
  readonly onProgress: OnProgress
}

/** Writes a plan, in the order of import.md §11, in the caller's transaction. */
export const commitImport = async (tx: Tx, input: CommitInput, modules: CommitModules): Promise<number> => {
  const { plan, viewer } = input
  const linkTypes = plan.createdLinkTypes.map(name => ({ shortName: name, forwardLabel: name, reverseLabel: name }))
  await modules.projects.addLinkTypes(tx, linkTypes, viewer)
  const user = await createAccounts(tx, plan, viewer, modules)
  const projectId = await createOrTakeProject(tx, plan, viewer, modules)
  if (plan.services)
    await modules.projects.setServices(
      tx,
      projectId,
      { ...plan.services, others: plan.project ? 'off' : 'kept' },
      viewer,
    )
  const group = await fillGroups(tx, projectId, plan, user, viewer, modules)
  if (plan.project && plan.banner !== undefined) await modules.projects.setBanner(tx, projectId, plan.banner, viewer)

  const values = plan.trackers.map(tracker => numbered({ ...tracker.value, projectId }, user, group))
  const created: CreatedTrackers = await modules.trackers.createTrackers(tx, values, viewer)
  const changesetIds = await writeArtifacts(tx, values, { projectId, created, user, group }, input, modules)

  await modules.projects.disableLinkTypes(tx, projectId, plan.disabledLinkTypes, viewer)
  await writeHierarchy(tx, plan, created, modules)
  await writePlanning(tx, projectId, created, changesetIds, group, input, modules)
  await writeKanbans(tx, created, plan, modules)
  await writeRoadmaps(tx, projectId, created, input, modules)
  await writeSections(tx, projectId, created, changesetIds, input, modules)
  await appendEvents(tx, [
    {
      kind: 'project.imported',
      actorId: viewer.userId,
      means: 'import',
      projectId,
      payload: { ...plan.counts, is_new: plan.project === null },
    },
  ])
  return projectId
}

type Renumber = (id: number) => number

const renumber = (what: string, numbers: ReadonlyMap<number, number>): Renumber => {
  return id => {
    // Negative ids of a plan are provisional: replaces them by the created ids.
    if (id >= 0) return id
    const number = numbers.get(id)
    if (number === undefined) throw new Error(`the plan has no id for a ${what}`)
    return number
  }
}

const createAccounts = async (
  tx: Tx,
  { people }: ImportPlan,
  viewer: Viewer,
  { users }: CommitModules,
): Promise<Renumber> => {
  const byLogin = await users.createMany(
    tx,
    people.created.map(account => ({
      login: account.login,
      realName: account.realName,
      email: account.email,
      ldapId: account.ldapId,
      status: account.status,
      language: 'en_US',
      timezone: 'GMT',
      wantsSiteMail: false,
      isAnyLength: true,
    })),
    viewer,
  )
  const numbers = new Map(people.created.map(account => [account.provisionalId, byLogin.get(account.login) ?? 0]))
  return renumber('user', numbers)
}

const createOrTakeProject = async (
  tx: Tx,
  plan: ImportPlan,
  viewer: Viewer,
  { projects }: CommitModules,
): Promise<number> => {
  if (plan.project) return plan.project.id
  const identity = plan.identity as PlannedIdentity
  return projects.createProject(
    tx,
    {
      shortName: identity.shortName,
      label: identity.label,
      description: identity.description,
      longDescription: identity.longDescription === '' ? null : identity.longDescription,
      icon: identity.icon,
      access: identity.access,
      isTemplate: identity.isTemplate,
      creatorId: viewer.userId,
      banner: plan.banner ?? null,
    },
    viewer,
  )
}

/** import.md §2.2; returns the mapping from ids of groups in the plan to created ids. */
const fillGroups = async (
  tx: Tx,
  projectId: number,
  { membership, project }: ImportPlan,
  user: Renumber,
  viewer: Viewer,
  { projects }: CommitModules,
): Promise<Renumber> => {
  const members = membership.members.map(user)
  const administrators = membership.administrators.map(user)
  if (membership.isSynchronized && project?.isMembershipSynchronized !== true)
    await projects.synchronizeMembership(tx, projectId, viewer)
  if (members.length > 0) await projects.addMembers(tx, projectId, members, {}, viewer)
  if (administrators.length > 0) await projects.addMembers(tx, projectId, administrators, { isAdmin: true }, viewer)
  for (const [flag, ids] of membership.flags)
    if (ids.length > 0) await projects.addMembers(tx, projectId, ids.map(user), { [flag]: true }, viewer)

  // The account that runs the import leaves a new project that gets members from the archive. This runs before the other groups, because a
  // group may contain that account.
  if (!project) {
    const isListed = [...members, ...administrators].includes(viewer.userId)
    if (members.length > 0 && !isListed) await projects.removeMembers(tx, projectId, [viewer.userId], viewer)
    else if (administrators.length > 0 && !administrators.includes(viewer.userId))
      await projects.removeAdministrators(tx, projectId, [viewer.userId], viewer)
  }

  const numbers = new Map<number, UserGroupId>()
  for (const group of membership.groups) {
    const { name, description } = group
    const id = await projects.createUserGroup(tx, projectId, { name, description }, viewer)
    numbers.set(group.provisionalId, id)
  }
  for (const group of membership.groups)
    if (group.memberIds.length > 0)
      await projects.addUserGroupMembers(
        tx,
        projectId,
        numbers.get(group.provisionalId) ?? 0,
        group.memberIds.map(user),
        viewer,
      )
  return renumber('user group', numbers)
}

/** A tracker of the plan, with the created ids of users and groups. */
const numbered = (tracker: NewTracker, user: Renumber, group: Renumber): NewTracker => ({
  ...tracker,
  elements: tracker.elements.map(element => numberedElement(element, user, group)),
  permissions: Object.fromEntries(
    Object.entries(tracker.permissions).map(([right, groups]) => [right, groups.map(group)]),
  ),
  workflow: tracker.workflow && {
    ...tracker.workflow,
    transitions: tracker.workflow.transitions.map(transition => ({
      ...transition,
      authorizedUserGroupIds: transition.authorizedUserGroupIds.map(group),
    })),
  },
})

const numberedElement = (element: NewFormElement, user: Renumber, group: Renumber): NewFormElement => {
  const { bind } = element
  return {
    ...element,
    bind:
      bind?.type === 'users'
        ? { ...bind, defaultUserIds: bind.defaultUserIds.map(user) }
        : bind?.type === 'ugroups'
          ? { ...bind, values: bind.values.map(value => ({ ...value, groupId: group(value.groupId) })) }
          : bind,
    permissions: Object.fromEntries(
      Object.entries(element.permissions).map(([right, groups]) => [right, groups.map(group)]),
    ),
    children: element.children.map(child => numberedElement(child, user, group)),
  }
}

interface CreatedParts {
  readonly projectId: number
  readonly created: CreatedTrackers
  readonly user: Renumber
  readonly group: Renumber
}

/** First creates the ids of the artifacts of all trackers, so that links may have any target; then writes the histories. */
const writeArtifacts = async (
  tx: Tx,
  values: readonly NewTracker[],
  { projectId, created, user, group }: CreatedParts,
  input: CommitInput,
  { artifacts }: CommitModules,
): Promise<WrittenArtifacts> => {
  const { plan } = input
  const ids = artifactNumbers(
    plan.trackers,
    plan.artifacts,
    input.artifactIds ?? (await artifacts.allocateArtifactIds(tx, plan.counts.artifacts)),
  )
  const fieldId = (key: string): number => created.fieldIds.get(key) ?? 0
  const openRows = plan.openValues.map(value => ({ fieldId: fieldId(value.fieldKey), label: value.label }))
  const openIds = await insertImportedOpenValues(tx, openRows)
  const openByPlace = new Map(openRows.map((value, index) => [`${value.fieldId} ${value.label}`, openIds[index] ?? 0]))
  const openByField = new Map<string, { id: number; label: string }[]>()
  plan.openValues.forEach(({ fieldKey, label }, index) => {
    openByField.set(fieldKey, [...(openByField.get(fieldKey) ?? []), { id: openIds[index] ?? 0, label }])
  })
  const stepIds = await artifacts.allocateStepIds(tx, plan.stepCount)
  const fileIds = input.files.map(file => file.id)

  const numbers: PlanIds = { created, projectId, user: id => id, group: id => id, openValues: openByField }
  const trackers = values.map(value => buildTracker(value, numbers))
  const newNumbers = numbersOfFiles(plan, fileIds)
  let nextStep = 0
  const silent = new Messages()
  silent.close()
  const context: ReadContext = {
    messages: silent,
    references: userReferencesOf(plan.people, silent),
    people: plan.people,
    groups: plan.groups,
    filesOf: artifact => planFiles(artifact, input.archive, silent),
    timezone: input.timezone,
    isLinkType: name => plan.linkTypes.has(name),
    bindValue: key => created.valueIds.get(key) ?? created.groupValues.get(key)?.groupId,
    user,
    group,
    artifact: sourceId => ids.bySourceId.get(sourceId),
    fileId: index => fileIds[index] ?? 0,
    sha256Of: index => input.files[index]?.sha256.toString('hex'),
    openValue: (field, label) => openByPlace.get(`${field.id} ${label}`) ?? 0,
    stepId: () => stepIds[nextStep++] ?? 0,
    wantedChangesets: plan.wantedChangesets,
    newFileId: (tracker, number) => newNumbers.get(`${tracker.id} ${number}`),
  }
  const progress = new ReadProgress()
  const total = plan.counts.artifacts
  input.onProgress('writing', 0, total)
  const pass = plan.artifacts.openPass()
  const changesets = await artifacts
    .importArtifacts(tx, {
      trackers: trackers.map((tracker, index) => {
        const planned = plan.trackers[index]
        if (!planned) throw new Error('a tracker has no plan')
        const own = ids.ofTracker.get(planned.key) ?? []
        return { tracker, artifacts: readArtifacts(pass.elementsOf(planned.node), own, tracker, context, progress) }
      }),
      actorId: input.viewer.userId,
      onProgress: done => input.onProgress('writing', done, total),
    })
    .finally(() => pass.close())
  await attachFiles(
    tx,
    progress.usedFiles.map((file, index) => {
      const stored = input.files[index]
      if (!stored) throw new Error('an attachment has no content')
      const { name, type, description } = file.entry
      return { ...file, ...stored, name, type, description }
    }),
  )
  return { changesets, artifacts: ids.bySourceId }

  /** File ids by `fileinfo_<n>`, for each tracker. */
  function numbersOfFiles(of: ImportPlan, given: readonly number[]): Map<string, number> {
    const found = new Map<string, number>()
    const trackerIds = new Map(trackers.map(({ itemName, id }) => [itemName, id]))
    of.usedFiles.forEach(({ entry, itemName }, index) => {
      const number = /^fileinfo_(\d+)$/.exec(entry.key)?.[1]
      const tracker = trackerIds.get(itemName)
      const id = given[index]
      if (number !== undefined && tracker !== undefined && id !== undefined) found.set(`${tracker} ${number}`, id)
    })
    return found
  }
}

interface WrittenArtifacts {
  readonly changesets: ReadonlyMap<string, number>
  readonly artifacts: ReadonlyMap<string, number>
}

const writeHierarchy = async (
  tx: Tx,
  plan: ImportPlan,
  created: CreatedTrackers,
  { trackers }: CommitModules,
): Promise<void> => {
  const trackerId = (key: string): number => created.trackerIds.get(key) ?? 0
  await trackers.setParents(
    tx,
    plan.trackers.flatMap(({ key, parentKey }) =>
      parentKey === null ? [] : [{ trackerId: trackerId(key), parentId: trackerId(parentKey) }],
    ),
  )
  const place = (one: { tracker: string; field: string; value: string }) => ({
    trackerId: trackerId(one.tracker),
    fieldId: created.fieldIds.get(one.field) ?? 0,
    valueId: created.valueIds.get(one.value) ?? 0,
  })
  await trackers.addTriggers(
    tx,
    plan.triggers.map(({ target, condition, sources }) => {
      const { trackerId: targetTrackerId, fieldId: targetFieldId, valueId: targetValueId } = place(target)
      return { targetTrackerId, targetFieldId, targetValueId, condition, sources: sources.map(place) }
    }),
  )
}

const writePlanning = async (
  tx: Tx,
  projectId: number,
  created: CreatedTrackers,
  written: WrittenArtifacts,
  group: Renumber,
  { plan: { agile, cardwalls } }: CommitInput,
  { planning }: CommitModules,
): Promise<void> => {
  const trackerId = (key: string): number => created.trackerIds.get(key) ?? 0
  await planning.addToProject(tx, projectId, {
    plannings: agile.plannings.map(({ planningTracker, backlogTrackers, plannerGroups, ...titles }) => ({
      ...titles,
      projectId,
      planningTrackerId: trackerId(planningTracker),
      backlogTrackerIds: backlogTrackers.map(trackerId),
      plannerGroupIds: plannerGroups && plannerGroups.map(group),
    })),
    cardwalls: cardwalls.map(({ planningTracker, columns, mappings }) => ({
      planningTrackerId: trackerId(planningTracker),
      columns: columns.map(({ values, ...column }) => ({
        ...column,
        valueIds: values.flatMap(value => created.valueIds.get(value) ?? []),
      })),
      mappings: mappings.map(({ tracker, field }) => ({
        trackerId: trackerId(tracker),
        fieldId: created.fieldIds.get(field) ?? 0,
      })),
    })),
    hasExplicitBacklog: agile.hasExplicitBacklog,
    topBacklogIds: agile.topBacklog.flatMap(id => written.artifacts.get(id) ?? []),
  })
}

const writeKanbans = (
  tx: Tx,
  { trackerIds, valueIds, reportIds }: CreatedTrackers,
  plan: ImportPlan,
  { kanbans }: CommitModules,
): Promise<void> =>
  kanbans.addKanbans(
    tx,
    plan.kanbans.map(({ name, isPromoted, tracker, limits, reports }) => ({
      name,
      isPromoted,
      trackerId: trackerIds.get(tracker) ?? 0,
      limits: limits.flatMap(({ column, limit }) => {
        const columnId = valueIds.get(column)
        return columnId === undefined ? [] : [{ columnId, limit }]
      }),
      reportIds: reports.flatMap(key => reportIds.get(key) ?? []),
    })),
  )

const writeRoadmaps = async (
  tx: Tx,
  projectId: number,
  { trackerIds, reportIds }: CreatedTrackers,
  { plan }: CommitInput,
  { roadmaps }: CommitModules,
): Promise<void> => {
  const trackerId = (key: string): number => trackerIds.get(key) ?? 0
  await roadmaps.add(
    tx,
    plan.roadmaps.map(({ title, trackers, report, level1Tracker, level2Tracker, timeScale }) => ({
      projectId,
      title,
      trackerIds: trackers.map(trackerId),
      reportId: report === null ? null : (reportIds.get(report) ?? null),
      level1TrackerId: level1Tracker === null ? null : trackerId(level1Tracker),
      level2TrackerId: level2Tracker === null ? null : trackerId(level2Tracker),
      timeScale,
    })),
  )
}

const writeSections = async (
  tx: Tx,
  projectId: number,
  created: CreatedTrackers,
  written: WrittenArtifacts,
  input: CommitInput,
  { projects, sharedFolder }: CommitModules,
): Promise<void> => {
  const { plan } = input
  const trackerId = (key: string): number => created.trackerIds.get(key) ?? 0
  const { testManagement } = plan
  if (testManagement)
    await projects.deferSection(tx, projectId, 'testmanagement', {
      issues: testManagement.issues === null ? null : trackerId(testManagement.issues),
      campaigns: trackerId(testManagement.campaigns),
      definitions: trackerId(testManagement.definitions),
      executions: trackerId(testManagement.executions),
      // §8: ignores unknown ids.
      pins: testManagement.pins.flatMap(pin => {
        const artifactId = written.artifacts.get(pin.artifact)
        const changesetId = written.changesets.get(pin.changeset)
        return artifactId === undefined || changesetId === undefined ? [] : [{ artifactId, changesetId }]
      }),
    })
  if (plan.repositories.length === 0) return
  if (input.repositories) {
    const { viewer } = input
    const hasCurrentMentions = input.artifactIds !== undefined
    await input.repositories.place(tx, { projectId, committerId: viewer.userId, actor: viewer, hasCurrentMentions })
    return
  }
  // Without Subversion the repositories wait in a deferred section.
  const repositories = []
  for (const { name, accessFile, notifications } of plan.repositories) {
    const staged = input.dumps.get(name)
    const relative = path.join('imported', 'svn', String(projectId), `${name}.dump`)
    if (staged) {
      const target = path.join(sharedFolder, relative)
      input.placed.push(target)
      await moveDurably(staged.path, target)
    }
    const dump = staged ? { path: relative, size: staged.size, sha256: staged.sha256.toString('hex') } : null
    repositories.push({ name, accessFile, notifications, dump })
  }
  await projects.deferSection(tx, projectId, 'svn', { committerId: input.viewer.userId, repositories })
}
