import { Type, type Static } from 'typebox'
import { Choice, EmptyArrayOrObject, Id, IsoDate, Nullable, Uri } from '../../platform/http/schemas/schema.ts'
import { ProjectReference, TrackerReference } from '../trackers/index.ts'
import { timeScales } from './roadmap.ts'

const MAX_TITLE = 255
const MAX_TRACKERS = 100

const text = (description: string) => Type.String({ description })
const TIME_SCALE = 'Unit of the time axis with which the page begins.'
const level = (number: number) =>
  Nullable(TrackerReference, { description: `Tracker of the iterations of level ${number}, if the caller sees it.` })

export const RoadmapSchema = Type.Object(
  {
    id: Id('Id of the roadmap.'),
    uri: Uri('`roadmaps/{id}`'),
    title: text('Title of the roadmap.'),
    project: ProjectReference,
    trackers: Type.Array(TrackerReference, { description: 'Trackers of the tasks, as far as the caller sees them.' }),
    report: Nullable(
      Type.Object(
        { id: Id('Id of the report.'), uri: Uri('`tracker_reports/{id}`'), label: text('Name of the report.') },
        { description: 'A report.' },
      ),
      { description: 'Public report that filters the tasks.' },
    ),
    level_1_tracker: level(1),
    level_2_tracker: level(2),
    default_time_scale: Choice(timeScales, { description: TIME_SCALE }),
  },
  { $id: 'Roadmap', description: 'A roadmap of a project.' },
)
export type RoadmapRepresentation = Static<typeof RoadmapSchema>

const levelId = (number: number) =>
  Type.Optional(
    Nullable(Id('Id of the tracker.'), {
      description: `Tracker of the iterations of level ${number}; null: none.`,
    }),
  )

export const RoadmapBody = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: MAX_TITLE, description: 'Title of the roadmap.' }),
    tracker_ids: Type.Array(Id('Id of a tracker of the project.'), {
      minItems: 1,
      maxItems: MAX_TRACKERS,
      description: 'Trackers whose artifacts are the tasks.',
    }),
    report_id: Type.Optional(
      Nullable(Id('Id of the report.'), {
        description: 'Public report that filters the tasks of a roadmap of one tracker; null: all tasks.',
      }),
    ),
    level_1_tracker_id: levelId(1),
    level_2_tracker_id: levelId(2),
    default_time_scale: Choice(timeScales, { default: 'month', description: TIME_SCALE }),
  },
  { $id: 'RoadmapBody', description: 'A roadmap. Members that are left out are empty.' },
)
export type RoadmapInput = Static<typeof RoadmapBody>

const dateOrNull = (description: string) => Nullable(IsoDate('The day.'), { description })

export const RoadmapTask = Type.Object(
  {
    id: Id('Id of the task, which is an artifact.'),
    xref: text('Reference to the artifact, as texts hold it.'),
    html_url: Uri('Address of the artifact.'),
    title: text('Title.'),
    color_name: text('Colour of its tracker.'),
    progress: Nullable(Type.Number({ description: 'From 0 to 1.' }), { description: 'Progress, if it is known.' }),
    progress_error_message: text('Reason of an unknown progress; otherwise empty.'),
    start: dateOrNull('First day.'),
    end: dateOrNull('Last day.'),
    are_dates_implied: Type.Boolean({ description: 'Whether the dates are those of an artifact that links to it.' }),
    is_open: Type.Boolean({ description: 'Whether the status is an open one.' }),
    time_period_error_message: text('Fault of the dates; otherwise empty.'),
    dependencies: EmptyArrayOrObject(
      Type.Array(Id('Id of an artifact.'), { description: 'Linked artifacts that can be tasks.' }),
      'Forward links that the caller sees, by type.',
    ),
    subtasks_uri: Uri('`roadmap_tasks/{id}/subtasks`'),
    project: ProjectReference,
  },
  { $id: 'RoadmapTask', description: 'An artifact on a roadmap.' },
)
export type RoadmapTaskRepresentation = Static<typeof RoadmapTask>

export const RoadmapIteration = Type.Object(
  {
    id: Id('Id of the iteration, which is an artifact.'),
    html_url: Uri('Address of the artifact.'),
    title: text('Title.'),
    start: IsoDate('First day.'),
    end: IsoDate('Last day.'),
  },
  { $id: 'RoadmapIteration', description: 'A period on a roadmap, such as a release or a sprint.' },
)
export type RoadmapIterationRepresentation = Static<typeof RoadmapIteration>
