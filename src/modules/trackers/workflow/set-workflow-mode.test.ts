import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/harness/database.ts'
import { anElement, aTracker, aValue } from '../../../../test/harness/trackers.ts'
import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { listEvents } from '../../../platform/events/event-log.store.ts'
import { createTrackers } from '../create/create-trackers.ts'
import { loadTrackers } from '../store/load-trackers.ts'
import type { NewTransition, NewWorkflowAction } from '../model/new-tracker.ts'
import { copiesToReference, referenceTransition, setWorkflowMode } from './set-workflow-mode.ts'
import type { Workflow } from '../model/tracker.ts'

const actor = { userId: null, means: 'command' } as const
const SITE_TEMPLATE = 100

describe('the reference transition of a state (trackers.md §6.2)', () => {
  const from = (id: number, fromValueId: number | null) => ({ id, fromValueId, toValueId: 1 })
  it.each([
    ['the earliest', [from(7, 2), from(5, 3)], 5],
    ['never that of a new artifact beside others', [from(4, null), from(7, 2), from(5, 3)], 5],
    ['that of a new artifact when it is alone', [from(4, null)], 4],
  ])('is %s', (_, transitions, expected) => {
    expect(referenceTransition(transitions)?.id).toBe(expected)
  })
  it('gives its settings to all others of the state, and to no other state', () => {
    expect(
      copiesToReference([
        { id: 1, fromValueId: null, toValueId: 10 },
        { id: 2, fromValueId: 11, toValueId: 10 },
        { id: 3, fromValueId: 12, toValueId: 10 },
        { id: 4, fromValueId: 10, toValueId: 11 },
      ]),
    ).toEqual([
      { fromId: 2, toId: 1 },
      { fromId: 2, toId: 3 },
    ])
  })
})

describe('setWorkflowMode (trackers.md §6.1)', () => {
  let db: Db
  let count = 0
  beforeAll(async () => {
    db = await testDatabase()
  })

  const step = (fromValue: string | null, toValue: string, given: Partial<NewTransition> = {}): NewTransition => ({
    fromValue,
    toValue,
    authorizedUserGroupIds: [3],
    notEmptyFields: [],
    isCommentRequired: false,
    actions: [],
    ...given,
  })
  const tracker = async (isAdvanced: boolean, transitions: NewTransition[] | null): Promise<number> => {
    const itemName = `flow${++count}`
    const created = await inTransaction(db, tx =>
      createTrackers(
        tx,
        [
          aTracker(SITE_TEMPLATE, itemName, {
            elements: [
              anElement('fieldset', 'box'),
              anElement('string', 'title'),
              anElement('int', 'effort'),
              anElement('sb', 'state', {
                bind: { type: 'static', isRankAlpha: false, values: ['a', 'b', 'c'].map(key => aValue(key)) },
              }),
            ],
            workflow: transitions && { field: 'state', isUsed: true, isLegacy: false, isAdvanced, transitions },
          }),
        ],
        actor,
      ),
    )
    return created.trackerIds.get(itemName) ?? 0
  }
  const workflow = async (id: number): Promise<Workflow> => {
    const found = (await loadTrackers(db.kysely, [id])).get(id)?.workflow
    if (!found) throw new Error('no workflow')
    return found
  }
  const settings = (flow: Workflow) =>
    flow.transitions.map(transition => [
      transition.authorizedUserGroupIds,
      transition.notEmptyFieldIds.length,
      transition.isCommentRequired,
      transition.actions.map(action => action.type),
    ])
  const frozen: NewWorkflowAction = { type: 'frozen_fields', fields: ['title'] }
  const hidden: NewWorkflowAction = { type: 'hidden_fieldsets', fieldsets: ['box'] }
  const effort: NewWorkflowAction = { type: 'set_field_value', field: 'effort', fieldType: 'int', value: 3 }

  it('to advanced: frozen fields and hidden fieldsets are lost, all else stays', async () => {
    const id = await tracker(false, [step('a', 'b', { actions: [frozen, effort, hidden], isCommentRequired: true })])
    expect(await setWorkflowMode(db)(id, 'advanced', actor)).toBe(true)
    const flow = await workflow(id)
    expect(flow.isAdvanced).toBe(true)
    expect(settings(flow)).toEqual([[[3], 0, true, ['set_field_value']]])
  })

  it('to simple: all transitions to a state get the settings of its reference transition', async () => {
    const id = await tracker(true, [
      step(null, 'a', { authorizedUserGroupIds: [4] }),
      step('b', 'a', {
        authorizedUserGroupIds: [2, 4],
        notEmptyFields: ['title'],
        isCommentRequired: true,
        actions: [effort, { type: 'run_job', jobUrl: 'https://ci.example' }],
      }),
      step('c', 'a', { actions: [effort, effort, effort] }),
      step('a', 'b', { authorizedUserGroupIds: [14] }),
    ])
    expect(await setWorkflowMode(db)(id, 'simple', actor)).toBe(true)
    const flow = await workflow(id)
    const reference = [[2, 4], 1, true, ['set_field_value', 'run_job']]
    expect(flow.isAdvanced).toBe(false)
    // A comment cannot be required for a new artifact (trackers.md §6.2).
    expect(settings(flow)).toEqual([[[2, 4], 1, false, reference[3]], reference, reference, [[14], 0, false, []]])
    const ids = flow.transitions.flatMap(transition => transition.actions.map(action => action.id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('in the mode already: changes nothing and adds no event', async () => {
    const id = await tracker(false, [step('a', 'b', { actions: [frozen] }), step('c', 'b')])
    const before = await workflow(id)
    expect(await setWorkflowMode(db)(id, 'simple', actor)).toBe(false)
    expect(await workflow(id)).toEqual(before)
    const events = (await listEvents(db.kysely, '', 1000)).filter(event => event.kind === 'workflow.mode_changed')
    expect(events.map(event => event.trackerId)).not.toContain(id)
  })

  it('without workflow: refused', async () => {
    await expect(setWorkflowMode(db)(await tracker(false, null), 'simple', actor)).rejects.toMatchObject({
      status: 400,
    })
  })

  it('adds an event and invalidates the caches of every process', async () => {
    const id = await tracker(false, [step('a', 'b')])
    const heard = new Promise<string | null>(resolve => {
      db.invalidations.on('tracker', key => key === String(id) && resolve(key))
    })
    await setWorkflowMode(db)(id, 'advanced', actor)
    expect(await heard).toBe(String(id))
    const event = (await listEvents(db.kysely, '', 1000)).find(
      candidate => candidate.kind === 'workflow.mode_changed' && candidate.trackerId === id,
    )
    expect(event).toMatchObject({ projectId: SITE_TEMPLATE, payload: { mode: 'advanced' }, means: 'command' })
  })
})
