import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { archiveFolder } from '../../../../test/harness/archives.ts'
import { anElement, aRichTracker, aTracker, aValue } from '../../../../test/harness/trackers.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { XmlElement } from '../../../platform/xml/node.ts'
import { writeXml } from '../../../platform/xml/write-xml.ts'
import { toNewTrackers } from '../model/to-new-trackers.ts'
import { createTrackers, setParents } from '../create/create-trackers.ts'
import { archiveGroupNames } from './export-names.ts'
import { exportTracker, loadTrackerExtras } from './export-tracker.ts'
import { loadTrackers } from '../store/load-trackers.ts'
import type { NewFormElement, NewTracker } from '../model/new-tracker.ts'
import type { Tracker } from '../model/tracker.ts'
import { listTrackerIds } from '../store/trackers.store.ts'

let crocus: TestApp
const actor = { userId: 101, means: 'command' } as const
const groupNames = ['crew', 'guests'] as const

const aProject = async (shortName: string): Promise<{ id: number; groups: [number, number] }> => {
  const { projects } = crocus.app.modules
  return inTransaction(crocus.db, async tx => {
    const id = await projects.createProject(
      tx,
      { shortName, label: shortName, description: '', access: 'public', creatorId: 101 },
      actor,
    )
    const [crew, guests] = groupNames
    return {
      id,
      groups: [
        await projects.createUserGroup(tx, id, { name: crew, description: '' }, actor),
        await projects.createUserGroup(tx, id, { name: guests, description: '' }, actor),
      ],
    }
  })
}

beforeAll(async () => {
  crocus = await testApp()
})

const trackersOf = async (projectId: number): Promise<Tracker[]> => {
  const ids = (await listTrackerIds(crocus.db.kysely, [projectId])).get(projectId) ?? []
  return [...(await loadTrackers(crocus.db.kysely, ids)).values()]
}

const exported = async (projectId: number): Promise<XmlElement[]> => {
  const trackers = await trackersOf(projectId)
  const ids = trackers.map(tracker => tracker.id)
  const extras = await loadTrackerExtras(crocus.db.kysely, ids)
  const groups = archiveGroupNames(await crocus.app.modules.projects.userGroups(projectId))
  return trackers.map(tracker =>
    exportTracker(
      { tracker, extras, artifacts: [] },
      {
        groups,
        isExported: id => ids.includes(id),
        userReference: () => ({ name: 'value', attributes: { format: 'username' }, text: 'admin' }),
      },
    ),
  )
}

const importTrackers = async (shortName: string, trackers: readonly XmlElement[]) => {
  const project: XmlElement = {
    name: 'project',
    attributes: { 'unix-name': shortName, 'full-name': shortName, description: '', access: 'public' },
    children: [
      { name: 'long-description' },
      { name: 'services' },
      {
        name: 'ugroups',
        children: groupNames.map(name => ({
          name: 'ugroup',
          attributes: { name, description: '' },
          children: [{ name: 'members' }],
        })),
      },
      { name: 'trackers', children: trackers },
    ],
  }
  const users = '<users><user><id>101</id><username>admin</username><realname/><email/><ldapid/></user></users>'
  const folder = await archiveFolder({ 'project.xml': writeXml(project), 'users.xml': users })
  const report = await crocus.app.modules.imports.importProject(folder, { automap: 'no-email,create:A' })
  expect(report.messages.filter(message => message.level === 'error')).toEqual([])
  expect(report.isImported).toBe(true)
  return { projectId: report.project?.id ?? 0, warnings: report.messages.map(message => message.text) }
}

/** All data of the trackers of a project, with keys in order of appearance, and the groups of the first project. */
const described = async (projectId: number, groupIds: readonly number[]): Promise<unknown> => {
  const trackers = await trackersOf(projectId)
  const extras = await loadTrackerExtras(
    crocus.db.kysely,
    trackers.map(tracker => tracker.id),
  )
  const own = await crocus.app.modules.projects.userGroups(projectId)
  const groupMap = new Map(
    own.map(group => [group.id, groupIds[groupNames.findIndex(name => name === group.name)] ?? 0]),
  )
  const seen = new Map<string, string>()
  const parents = trackers.map(tracker => trackers.findIndex(other => other.id === tracker.parentId))
  return JSON.parse(
    JSON.stringify(
      { trackers: toNewTrackers(trackers, extras, { projectId: 0, groupMap }), parents },
      (name, value: unknown) => {
        // Parts of a set have no order.
        if (name === 'permissions')
          return Object.fromEntries(
            Object.entries(value as Record<string, number[]>).map(([right, ids]) => [
              right,
              ids.toSorted((a, b) => a - b),
            ]),
          )
        if (typeof value !== 'string' || !/^[A-Z]\d+$/.test(value)) return value
        if (!seen.has(value)) seen.set(value, `${value.slice(0, 1)}#${seen.size}`)
        return seen.get(value)
      },
    ),
  )
}

/** The tracker without data that the format cannot express: unused elements, and group numbers of the original platform. */
const exportable = (tracker: NewTracker, group: number): NewTracker => ({
  ...tracker,
  elements: tracker.elements.map((element): NewFormElement => ({
    ...element,
    isUsed: true,
    bind:
      element.bind?.type === 'users'
        ? { ...element.bind, functions: element.bind.functions.filter(name => name !== `ugroup_${group}`) }
        : element.bind,
  })),
})

describe('an exported tracker (import.md §13)', () => {
  it('is equal after an import, with its whole configuration', async () => {
    const { id, groups } = await aProject('lighthouse')
    const rich = exportable(aRichTracker(id, 'lamp', groups), groups[0])
    const child = aTracker(id, 'job', {
      semantics: { timeframe: { impliedFromTracker: 'lamp' } },
      permissions: {},
      elements: [
        anElement('ttmstepdef', 'steps'),
        anElement('staticrichtext', 'hint', { permissions: {}, settings: { static_value: '<p>a "b" &\n c</p>' } }),
        anElement('art_link', 'links', { rank: 3 }),
        anElement('subby', 'by', { rank: 4, permissions: { read: [1] } }),
        anElement('rb', 'phase', {
          rank: 5,
          bind: { type: 'static', isRankAlpha: false, values: [aValue('Start'), aValue('Stop')] },
        }),
        anElement('string', 'unreachable', { rank: 6, permissions: {} }),
      ],
      workflow: {
        field: 'phase',
        isUsed: false,
        isLegacy: false,
        isAdvanced: true,
        transitions: [
          {
            fromValue: 'Start',
            toValue: 'Stop',
            authorizedUserGroupIds: [3],
            notEmptyFields: ['links'],
            isCommentRequired: true,
            actions: [{ type: 'run_job', jobUrl: 'https://ci.example/?a=1&b=2' }, { type: 'add_to_top_backlog' }],
          },
          {
            fromValue: null,
            toValue: 'Stop',
            authorizedUserGroupIds: [1, groups[1]],
            notEmptyFields: [],
            isCommentRequired: false,
            actions: [],
          },
        ],
      },
    })
    await inTransaction(crocus.db, async tx => {
      const created = await createTrackers(tx, [rich, child], actor)
      const of = (key: string): number => created.trackerIds.get(key) ?? 0
      await setParents(tx, [{ trackerId: of('job'), parentId: of('lamp') }])
    })

    const { projectId, warnings } = await importTrackers('lighthouse2', await exported(id))
    expect(await described(projectId, groups)).toEqual(await described(id, groups))
    expect(warnings).toEqual([expect.stringContaining('nobody has a right on the field "unreachable"') as string])

    // The bytes must be equal, too: only numbers may differ.
    const canonical = (elements: readonly XmlElement[]): string => {
      const seen = new Map<string, number>()
      return elements
        .map(writeXml)
        .join('')
        .replace(/"((?:[TFVR]|REPORT_)\d+)"/g, (_whole, key: string) => {
          if (!seen.has(key)) seen.set(key, seen.size)
          return `"${seen.get(key)}"`
        })
    }
    const [one, two] = [await exported(id), await exported(projectId)]
    expect(canonical(two)).toBe(canonical(one))
  })

  it('never opens a hidden tracker: without any right it says so (import.md §5.5)', async () => {
    const { id } = await aProject('closed')
    await inTransaction(crocus.db, tx => createTrackers(tx, [aTracker(id, 'vault', { permissions: {} })], actor))
    const { projectId } = await importTrackers('closed2', await exported(id))
    const [tracker] = await trackersOf(projectId)
    expect(Object.values(tracker?.permissions ?? {}).map(groups => groups.size)).toEqual([0, 0, 0, 0, 0])
  })

  it('leaves out unused elements and all references to them', async () => {
    const { id, groups } = await aProject('sparse')
    const rich = aRichTracker(id, 'lamp', groups, { shouldSendEventInNotification: true })
    const unused = ['title', 'state', 'late', 'tags']
    await inTransaction(crocus.db, tx =>
      createTrackers(
        tx,
        [
          {
            ...rich,
            elements: rich.elements.map(element => ({ ...element, isUsed: !unused.includes(element.name) })),
          },
        ],
        actor,
      ),
    )
    const { projectId, warnings } = await importTrackers('sparse2', await exported(id))
    expect(warnings.filter(text => !text.includes(`ugroup_${groups[0]}`))).toEqual([])
    const [tracker] = await trackersOf(projectId)
    // The content of the unused container takes its position.
    expect(
      tracker?.fields
        .filter(field => field.parentId === null)
        .map(field => field.name)
        .sort(),
    ).toEqual(['effort', 'left', 'secret', 'story', 'teams', 'who'])
    expect(tracker).toMatchObject({ workflow: null, listRules: [], shouldSendEventInNotification: false })
    expect(Object.keys(tracker?.semantics ?? {}).sort()).toEqual(
      [
        'description',
        'contributor',
        'initialEffort',
        'velocity',
        'tooltip',
        'timeframe',
        'progress',
        'cardFields',
      ].sort(),
    )
    expect(tracker?.semantics.cardFields).toMatchObject({ backgroundColorFieldId: null })
  })

  it('keeps the keys of group values apart from those of static values', async () => {
    const { id } = await aProject('keys')
    await inTransaction(crocus.db, tx =>
      createTrackers(
        tx,
        [
          aTracker(id, 'note', {
            elements: [
              anElement('sb', 'state', { bind: { type: 'static', isRankAlpha: false, values: [aValue('One')] } }),
              anElement('cb', 'teams', {
                bind: { type: 'ugroups', values: [{ key: 'g', groupId: 3, isHidden: true, isDefault: true }] },
              }),
            ],
          }),
        ],
        actor,
      ),
    )
    // Simulates equal numbers of both kinds of values.
    const [tracker] = await trackersOf(id)
    const state = tracker?.fieldByName.get('state')?.bind
    const teams = tracker?.fieldByName.get('teams')?.bind
    if (!tracker || state?.type !== 'static' || teams?.type !== 'ugroups') throw new Error('a list is missing')
    const sameNumber = teams.values.map(value => ({ ...value, id: state.values[0]?.id ?? 0 }))
    const fields = tracker.fields.map(field =>
      field.bind?.type === 'ugroups' ? { ...field, bind: { ...field.bind, values: sameNumber } } : field,
    )
    const extras = await loadTrackerExtras(crocus.db.kysely, [tracker.id])
    const element = exportTracker(
      { tracker: { ...tracker, fields }, extras, artifacts: [] },
      { groups: archiveGroupNames([]), isExported: () => true, userReference: () => ({ name: 'value' }) },
    )
    const { projectId } = await importTrackers('keys2', [element])
    const [copy] = await trackersOf(projectId)
    expect(copy?.fieldByName.get('teams')?.bind).toMatchObject({
      values: [{ groupId: 3, isHidden: true, isDefault: true }],
    })
    expect(copy?.fieldByName.get('state')?.bind).toMatchObject({ values: [{ label: 'One', isDefault: false }] })
  })
})
