// A project with the trackers that a test of workflows needs, beyond those of the site template.
import type { NewTracker, NewTransition, NewWorkflow } from '../../src/modules/trackers/index.ts'
import type { TestApp } from './app.ts'
import { givenAccount, givenProject, type Credentials } from './fixture.ts'
import { anElement, aTracker, aValue } from './trackers.ts'

export const aStep = (
  fromValue: string | null,
  toValue: string,
  given: Partial<NewTransition> = {},
): NewTransition => ({
  fromValue,
  toValue,
  authorizedUserGroupIds: [3],
  notEmptyFields: [],
  isCommentRequired: false,
  actions: [],
  ...given,
})

export const aWorkflow = (transitions: readonly NewTransition[], given: Partial<NewWorkflow> = {}): NewWorkflow => ({
  field: 'state',
  isUsed: true,
  isLegacy: false,
  isAdvanced: true,
  transitions,
  ...given,
})

const staticList = (...values: string[]) =>
  ({ type: 'static', isRankAlpha: false, values: values.map(value => aValue(value)) }) as const

/** A fieldset with the title, and a field of each kind that a workflow or a rule may concern. Keys are names. */
export const aWorkTracker = (projectId: number, itemName: string, given: Partial<NewTracker> = {}): NewTracker =>
  aTracker(projectId, itemName, {
    elements: [
      anElement('fieldset', 'box', { permissions: {}, children: [anElement('string', 'title')] }),
      anElement('sb', 'state', { bind: staticList('new', 'busy', 'done') }),
      anElement('int', 'effort'),
      anElement('float', 'weight'),
      anElement('date', 'start', { settings: { default_value_type: 1 } }),
      anElement('date', 'end', { settings: { default_value_type: 1 } }),
      anElement('sb', 'country', { bind: staticList('France', 'Spain') }),
      anElement('msb', 'towns', { bind: staticList('Paris', 'Madrid') }),
      anElement('art_link', 'links'),
    ],
    semantics: { title: { field: 'title' } },
    ...given,
  })

/** People around a project of which one is the administrator, one a member and one nothing; and one more that only the first sees. */
export const givenWorks = async (
  crocus: TestApp,
): Promise<{
  readonly owner: Credentials
  readonly member: Credentials
  readonly stranger: Credentials
  readonly projectId: number
  readonly hiddenProjectId: number
}> => {
  const owner = (await givenAccount(crocus, 'owner')).as
  const member = (await givenAccount(crocus, 'member')).as
  const stranger = (await givenAccount(crocus, 'stranger')).as
  const projectId = (await givenProject(crocus, 'works', { as: owner, members: ['member'] })).id
  const hiddenProjectId = (await givenProject(crocus, 'hidden', { as: owner, isPublic: false })).id
  return { owner, member, stranger, projectId, hiddenProjectId }
}
