import { Type, type Static } from 'typebox'
import { MAX_COUNTED_EVENTS } from '../../platform/events/consumers.store.ts'
import { paginationQuery } from '../../platform/http/routes/pagination.ts'
import { Choice, Id, IsoDate, Nullable, VerbatimText } from '../../platform/http/schemas/schema.ts'
import { jobStates } from '../../platform/jobs/jobs.store.ts'

export const MAX_JOBS = 100

export const SettingsResponse = Type.Array(
  Type.Object(
    {
      name: Type.String({ description: 'Name of the setting.' }),
      description: Type.String({ description: 'Meaning of the setting.' }),
      values: Type.String({ description: 'Which texts are values of it, in words.' }),
      default: Type.String({ description: 'Its value where nobody set it.' }),
      value: Type.String({ description: 'Its value now.' }),
      is_default: Type.Boolean({ description: 'Whether nobody set it.' }),
    },
    { description: 'A setting of the platform.' },
  ),
  { description: 'All settings, in the order of the documentation.' },
)
export type SettingsResponse = Static<typeof SettingsResponse>

export const SettingsBody = Type.Record(
  Type.String(),
  Nullable(VerbatimText('Its new value.'), { description: 'Null: as where nobody set it.' }),
  { description: 'New values by the names of the settings; those that are left out stay as they are.' },
)

export const JobsQuery = Type.Object(
  {
    state: Type.Optional(Choice(jobStates, { description: 'Only jobs in this state.' })),
    ...paginationQuery({ default: 50, max: MAX_JOBS }),
  },
  { description: 'Which jobs, and which page of them.' },
)

const count = (description: string) => Type.Integer({ description })

export const JobsResponse = Type.Object(
  {
    waiting: count('How many wait: for their time, or to be tried again.'),
    running: count('How many are being done.'),
    failed: count('How many failed as often as they may be tried.'),
    jobs: Type.Array(
      Type.Object(
        {
          id: Id('Id of the job.'),
          task: Type.String({ description: 'Kind of the work.' }),
          state: Choice(jobStates, { description: 'State of the job.' }),
          attempts: count('How often it was tried.'),
          max_attempts: count('How often it may be tried.'),
          run_at: IsoDate('When it is due.'),
          last_error: Nullable(Type.String({ description: 'Why it failed the last time.' }), {
            description: 'Null: it has not failed.',
          }),
        },
        { description: 'A piece of work in the background.' },
      ),
      { description: 'Failed ones, running ones, waiting ones; each by the time when they are due.' },
    ),
  },
  { description: 'The work in the background that is not done.' },
)

const bytes = (description: string) => Type.Integer({ description: `${description}, in bytes.` })

const Disk = {
  free_bytes: bytes('Room that is left on it'),
  used_bytes: bytes('Room that is taken on it, by anything'),
}

export const HealthRepresentation = Type.Object(
  {
    svn: Type.String({ description: 'Hosting of Subversion repositories: `on`, or `off: ` and why.' }),
    versions: Type.Object(
      {
        crocus: Type.String({ description: 'Version of this product.' }),
        node: Type.String({ description: 'Version of Node.' }),
        postgresql: Type.String({ description: 'Version of the database server.' }),
        subversion: Nullable(Type.String({ description: 'Version of Subversion.' }), {
          description: 'Null: it is not installed.',
        }),
      },
      { description: 'Versions of the programs that run.' },
    ),
    database: Type.Object({ size_bytes: bytes('Size of the database') }, { description: 'The database.' }),
    data_folder: Type.Object(Disk, { description: 'The disk that the data folder is on.' }),
    shared_folder: Nullable(Type.Object(Disk, { description: 'Room there.' }), {
      description:
        'The file system of the folder that servers share (`CROCUS_SHARED`). Null: it is that of the data folder, or not there.',
    }),
    uptime_seconds: Type.Integer({ description: 'How long the process that answers has been running.' }),
    processes: Type.Integer({ description: 'How many processes answer requests.' }),
    event_log: Type.Array(
      Type.Object(
        {
          consumer: Type.String({ description: 'Name of the consumer of events.' }),
          waiting: Type.Integer({
            description: `Events that it has still to handle; ${MAX_COUNTED_EVENTS} stands for that many or more.`,
          }),
          lag_seconds: Type.Integer({ description: 'Age of the oldest of them.' }),
          failures: Type.Integer({ description: 'How often the next one failed in a row.' }),
        },
        { description: 'How far a consumer is behind.' },
      ),
      { description: 'Consumers of the event log.' },
    ),
  },
  { description: 'How the platform is.' },
)
