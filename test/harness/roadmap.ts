import type { FieldTypeName } from '../../src/modules/fields/index.ts'
import type { NewFormElement, NewTracker } from '../../src/modules/trackers/index.ts'
import type { TestApp } from './app.ts'
import { givenArtifact, readProject, type Credentials, type FixtureProject } from './fixture.ts'
import { anElement, aTracker, aValue, createTrackersOf } from './trackers.ts'
import { givenWorks } from './workflows.ts'

/** Semantics by names of fields. */
interface TaskSemantics {
  readonly timeframe?: { readonly duration: string } | { readonly impliedFrom: string } | 'none'
  readonly progress?: NewTracker['semantics']['progress'] | 'efforts'
}

/** A tracker with a title, dates, efforts, a status and links. Its timeframe has an end date unless told. */
export const aTaskTracker = (
  projectId: number,
  itemName: string,
  { timeframe, progress, ...given }: TaskSemantics & Partial<NewTracker> = {},
): NewTracker => {
  const key = (name: string): string => `${itemName}.${name}`
  const element = (type: FieldTypeName, name: string, rest: Partial<NewFormElement> = {}) =>
    anElement(type, name, { key: key(name), ...rest })
  const startDateField = key('start')
  return aTracker(projectId, itemName, {
    elements: [
      element('fieldset', 'box', { permissions: {}, children: [element('string', 'title')] }),
      element('date', 'start', { settings: { default_value_type: 1 } }),
      element('date', 'end', { settings: { default_value_type: 1 } }),
      element('int', 'days'),
      element('float', 'total'),
      element('float', 'remaining'),
      element('sb', 'state', {
        bind: {
          type: 'static',
          isRankAlpha: false,
          values: ['open', 'done'].map(label => aValue(key(label), { label })),
        },
      }),
      element('art_link', 'links'),
    ],
    semantics: {
      title: { field: key('title') },
      status: { field: key('state'), openValues: [key('open')] },
      ...(timeframe !== 'none' && {
        timeframe:
          timeframe === undefined
            ? { startDateField, endDateField: key('end') }
            : 'duration' in timeframe
              ? { startDateField, durationField: key(timeframe.duration) }
              : { impliedFromTracker: timeframe.impliedFrom },
      }),
      ...(progress && {
        progress:
          progress === 'efforts'
            ? { totalEffortField: key('total'), remainingEffortField: key('remaining') }
            : progress,
      }),
    },
    ...given,
  })
}

/** A value of an artifact of the harness. */
export interface GivenTask {
  readonly start?: string
  readonly end?: string
  readonly days?: number
  readonly total?: number
  readonly remaining?: number
  readonly isDone?: boolean
  readonly links?: readonly (readonly [id: number, type?: string])[]
}

/** A project with trackers for roadmaps: epics (progress by children), tasks (by effort), sprints (with durations), and others. */
export interface RoadmapTeam {
  readonly owner: Credentials
  readonly member: Credentials
  readonly stranger: Credentials
  readonly hiddenProjectId: number
  readonly project: FixtureProject
  make(title: string, tracker: string, given?: GivenTask): Promise<number>
  values(tracker: string, given: GivenTask): object[]
}

export const givenRoadmapTeam = async (crocus: TestApp): Promise<RoadmapTeam> => {
  const { projectId, ...people } = await givenWorks(crocus)
  await createTrackersOf(
    crocus,
    aTaskTracker(projectId, 'epic', {
      instantiateForNewProjects: true,
      color: 'deep-blue',
      progress: { linkType: '_is_child' },
    }),
    aTaskTracker(projectId, 'work', { instantiateForNewProjects: true, progress: 'efforts' }),
    aTaskTracker(projectId, 'sprint', { instantiateForNewProjects: true, timeframe: { duration: 'days' } }),
    aTaskTracker(projectId, 'heir', { timeframe: { impliedFrom: 'sprint' } }),
    aTaskTracker(projectId, 'secret', { permissions: { full: [4], admin: [4] } }),
    aTaskTracker(projectId, 'plain', { timeframe: 'none' }),
  )
  const project = await readProject(crocus, projectId, people.owner)
  const values: RoadmapTeam['values'] = (trackerName, { isDone, links, ...given }) => {
    const tracker = project.tracker(trackerName)
    return [
      ...Object.entries(given).map(([name, value]: [string, unknown]) => ({ field_id: tracker.field(name), value })),
      { field_id: tracker.field('state'), bind_value_ids: [tracker.value('state', isDone ? 'done' : 'open')] },
      ...(links ? [{ field_id: tracker.field('links'), links: links.map(([id, type = '']) => ({ id, type })) }] : []),
    ]
  }
  return {
    ...people,
    project,
    values,
    make: (title, tracker, given = {}) =>
      givenArtifact(crocus, project.tracker(tracker), title, { as: people.owner, values: values(tracker, given) }),
  }
}
