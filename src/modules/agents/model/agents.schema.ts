import { Type, type Static } from 'typebox'
import { Choice, Id, IsoDate, Nullable, Uri } from '../../../platform/http/schemas/schema.ts'
import { MinimalUser, UserIdOrSelf } from '../../users/index.ts'
import { APPROVAL_STATES } from './approval.ts'
import { POLICY_MODES, WRITING_TOOLS } from './policy.ts'

const text = (description: string) => Type.String({ description })
const ids = (description: string) =>
  Nullable(Type.Array(Type.Integer({ minimum: 1, description: 'Id.' }), { minItems: 1, maxItems: 200, description }), {
    description: 'Null: all.',
  })

/** Stands for all access keys of the account where a path names an agent. */
export const ACCESS_KEYS = 'access_keys'

const limits = {
  mode: Choice(POLICY_MODES, {
    description:
      '`free`: writes are done at once. `dry_run_first`: the agent gets a report first, and repeats the call with its `confirm`. ' +
      '`approval`: each write waits until the account allows it.',
  }),
  project_ids: ids('The only projects in which it may write.'),
  tracker_ids: ids('The only trackers in which it may write.'),
  tools: Nullable(
    Type.Array(Choice(WRITING_TOOLS, { description: 'A tool.' }), {
      maxItems: WRITING_TOOLS.length,
      description: 'The only writing tools that it may use; empty: it only reads.',
    }),
    { description: 'Null: all.' },
  ),
  writes_per_hour: Nullable(Type.Integer({ minimum: 1, maximum: 100_000, description: 'Most writes in an hour.' }), {
    description: 'Null: any number.',
  }),
}

export const PolicyBody = Type.Object(limits, { description: 'The whole policy; it replaces the one before.' })
export type PolicyBody = Static<typeof PolicyBody>

export const PolicySchema = Type.Object(
  {
    app: Nullable(Type.Object({ id: Id('Id of the application.'), name: text('Its name.') }, { description: 'It.' }), {
      description: 'The application; null: all access keys of the account.',
    }),
    ...limits,
    is_default: Type.Boolean({ description: 'Whether the account has set nothing.' }),
  },
  { $id: 'AgentPolicy', description: 'Rights of an agent to change something for the account over MCP.' },
)

export const userParams = Type.Object({ id: UserIdOrSelf }, { description: 'Parameters of the path.' })
export const policyParams = Type.Object(
  {
    id: UserIdOrSelf,
    agent: Type.String({
      pattern: `^(${ACCESS_KEYS}|[1-9]\\d{0,14})$`,
      description: `Id of an application, or \`${ACCESS_KEYS}\`.`,
    }),
  },
  { description: 'Parameters of the path.' },
)

const entry = (description: string) =>
  Nullable(
    Type.Object({}, { additionalProperties: true, description: 'An entry as `PUT` takes it, without its `field_id`.' }),
    { description },
  )

const ChangedField = Type.Object(
  {
    field_id: Id('Id of the field.'),
    name: text('Its short name.'),
    label: text('Its label.'),
    type: text('Its type.'),
    before: entry('The value at the time of the report; null: none was stored.'),
    after: entry('The value that the agent asks for.'),
    by: Choice(['request', 'workflow', 'default'], {
      description: 'Source of the value: the agent, an action of the transition, or the default of the field.',
    }),
  },
  { description: 'A field that would change.' },
)

export const ApprovalSchema = Type.Object(
  {
    id: Id('Id of the approval.'),
    uri: Uri('Address of it.'),
    state: Choice(APPROVAL_STATES, {
      description:
        '`waiting`: nobody has decided. `done`: it was allowed and done. `refused`: by the account. `failed`: it was allowed, but refused ' +
        'by the rules of then. `expired`: nobody decided in seven days.',
    }),
    agent: text('Name of the application or access key; for others than the account `MCP` stands for a key.'),
    app_id: Nullable(Type.Integer({ description: 'Id of the application.' }), {
      description: 'Null: an access key, or an application that is gone.',
    }),
    user: MinimalUser,
    tool: Choice(WRITING_TOOLS, { description: 'The tool that it calls.' }),
    artifact: Nullable(
      Type.Object(
        {
          id: Id('Id of the artifact.'),
          title: Nullable(text('Its title.'), { description: 'Null where it has none, or a hidden one.' }),
          xref: text('Reference to it in texts.'),
          html_url: Uri('Address of its page.'),
        },
        { description: 'The artifact.' },
      ),
      { description: 'Null: a new one.' },
    ),
    project: Type.Object(
      { id: Id('Id of the project.'), label: text('Its name.'), shortname: text('Its short name.') },
      { description: 'The project.' },
    ),
    tracker: Type.Object(
      { id: Id('Id of the tracker.'), label: text('Its name.'), color_name: text('Its colour.') },
      { description: 'The tracker.' },
    ),
    changed_fields: Type.Array(ChangedField, { description: 'Changes that the reader may see.' }),
    people: Type.Array(MinimalUser, { description: 'Accounts that the values name by their ids.' }),
    new_comment: Nullable(text('In Markdown.'), { description: 'The comment that it would add; null: none.' }),
    is_change: Type.Boolean({ description: 'False: the write would change nothing.' }),
    asked_on: IsoDate('When the agent asked.'),
    expires_on: IsoDate('When it is over without a decision.'),
    decided_on: Nullable(IsoDate('When the account decided.'), { description: 'Null: it has not.' }),
    comment: text('Comment of the account on its decision.'),
    result: Nullable(
      Type.Object(
        {
          artifact_id: Nullable(Type.Integer({ description: 'Id of the artifact.' }), { description: 'The artifact.' }),
          changeset_id: Nullable(Type.Integer({ description: 'Id of the changeset.' }), {
            description: 'The change; null: the write changed nothing, or does not tell it.',
          }),
        },
        { description: 'The write.' },
      ),
      { description: 'Null unless it is `done`.' },
    ),
    failure: Nullable(
      Type.Object(
        {
          code: Type.Integer({ description: 'Status.' }),
          reason: text('Reason: see the table of reasons.'),
          message: text('A sentence for people.'),
        },
        { description: 'The refusal that the write got.' },
      ),
      { description: 'Null unless it is `failed`.' },
    ),
  },
  { $id: 'Approval', description: 'A write of an agent that the account decides.' },
)
export type ApprovalRepresentation = Static<typeof ApprovalSchema>

export const DecisionBody = Type.Object(
  {
    decision: Choice(['allow', 'refuse'], { description: 'The decision. The first one counts.' }),
    comment: Type.Optional(
      Type.String({ maxLength: 2_000, allowEmpty: true, description: 'A note that stays with the approval.' }),
    ),
  },
  { description: 'The decision.' },
)
