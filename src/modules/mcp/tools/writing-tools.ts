import { Type, type Static, type TSchema } from 'typebox'
import type { WritePlace } from '../../agents/index.ts'
import { wrongArgument, type CallApi } from '../model/call-api.ts'
import { fieldsOfTracker, valuesByName, type NamedField } from './values-by-name.ts'
import type { PlannedWrite, WritingTool } from './tool.ts'

const id = (description: string) => Type.Integer({ minimum: 1, description })
const confirm = Type.Optional(
  Type.String({ maxLength: 1_000, description: 'From the report of the same call. Without it nothing is changed.' }),
)
const values = Type.Record(Type.String(), Type.Unknown({ description: 'A value.' }), {
  description:
    'By the name of the field, as describe_tracker tells it: texts, numbers, dates, labels of lists, logins of people.',
})
const TWICE =
  'By the policy of the account a call is done at once, or answers what it would do and `confirm` (the same call with `confirm` does it), or ' +
  'waits for the approval of a person: then tell the person the `url`.'

const writing = <Input extends TSchema>(
  tool: Omit<WritingTool, 'input' | 'plan'> & {
    readonly input: Input
    plan(call: CallApi, given: Static<Input>): Promise<PlannedWrite>
  },
): WritingTool => tool

interface ReadArtifact {
  readonly etag: string
  readonly tracker: { readonly id: number }
  readonly project: { readonly id: number }
  readonly values: readonly LinkValue[]
}
interface LinkValue {
  readonly field_id: number
  readonly type: string
  readonly links?: readonly { readonly id: number; readonly type: string | null }[]
}

const readArtifact = async (call: CallApi, artifactId: number): Promise<ReadArtifact> => {
  const { body, headers } = await call({
    method: 'GET',
    path: `/artifacts/${artifactId}`,
    query: { values_format: 'all' },
  })
  return { ...(body as Omit<ReadArtifact, 'etag'>), etag: String(headers['etag'] ?? '') }
}

const placeOf = ({ tracker, project }: Pick<ReadArtifact, 'tracker' | 'project'>): WritePlace => ({
  projectId: project.id,
  trackerId: tracker.id,
})

const commentOf = (text: string | undefined) =>
  text === undefined || text === '' ? {} : { comment: { body: text, format: 'commonmark' } }

export const writingTools: readonly WritingTool[] = [
  writing({
    name: 'create_artifact',
    title: 'Create an artifact',
    description: `Makes an artifact in a tracker. ${TWICE}`,
    isDestructive: false,
    input: Type.Object({ tracker_id: id('Number of the tracker.'), values, confirm }),
    plan: async (call, given) => {
      const { body } = await call({ method: 'GET', path: `/trackers/${given.tracker_id}` })
      const { project, fields } = body as { project: { id: number }; fields: readonly NamedField[] }
      return {
        artifactId: null,
        projectId: project.id,
        trackerId: given.tracker_id,
        method: 'POST',
        path: '/artifacts',
        body: { tracker: { id: given.tracker_id }, values: valuesByName(fields, given.values) },
        version: null,
      }
    },
  }),
  writing({
    name: 'update_artifact',
    title: 'Change an artifact',
    description: `Changes values of an artifact. \`if_match\` is the \`etag\` of get_artifact. ${TWICE}`,
    isDestructive: true,
    input: Type.Object({
      id: id('Number of the artifact.'),
      values,
      if_match: Type.String({ minLength: 1, maxLength: 200, description: 'Version that was read.' }),
      comment: Type.Optional(Type.String({ maxLength: 60_000, description: 'Comment, in Markdown.' })),
      confirm,
    }),
    plan: async (call, given) => {
      const read = await readArtifact(call, given.id)
      const values = valuesByName(await fieldsOfTracker(call, read.tracker.id), given.values)
      return {
        ...placeOf(read),
        artifactId: given.id,
        method: 'PUT',
        path: `/artifacts/${given.id}`,
        body: { values, ...commentOf(given.comment) },
        version: given.if_match,
      }
    },
  }),
  writing({
    name: 'comment',
    title: 'Comment on an artifact',
    description: `Adds a comment, in Markdown. ${TWICE}`,
    isDestructive: false,
    input: Type.Object({
      id: id('Number of the artifact.'),
      text: Type.String({ minLength: 1, maxLength: 60_000, description: 'The comment.' }),
      confirm,
    }),
    plan: async (call, given) => {
      const read = await readArtifact(call, given.id)
      return {
        ...placeOf(read),
        artifactId: given.id,
        method: 'PUT',
        path: `/artifacts/${given.id}`,
        body: { values: [], ...commentOf(given.text) },
        version: read.etag,
      }
    },
  }),
  writing({
    name: 'link',
    title: 'Link two artifacts',
    description: `Adds a link from an artifact to another one. ${TWICE}`,
    isDestructive: false,
    input: Type.Object({
      id: id('Number of the artifact that the link begins at.'),
      target_id: id('Number of the other artifact.'),
      type: Type.Optional(Type.String({ maxLength: 255, description: 'Type of the link; empty: none.' })),
      if_match: Type.Optional(Type.String({ maxLength: 200, description: 'Version that was read.' })),
      confirm,
    }),
    plan: async (call, given) => {
      const read = await readArtifact(call, given.id)
      const field = read.values.find(({ type }) => type === 'art_link')
      if (!field) throw wrongArgument('id', 'The tracker of the artifact has no field for links')
      const kept = (field.links ?? []).filter(link => link.id !== given.target_id)
      const links = [
        ...kept.map(({ id: to, type }) => ({ id: to, type: type ?? '' })),
        { id: given.target_id, type: given.type ?? '' },
      ]
      return {
        ...placeOf(read),
        artifactId: given.id,
        method: 'PUT',
        path: `/artifacts/${given.id}`,
        body: { values: [{ field_id: field.field_id, links }] },
        version: given.if_match ?? read.etag,
      }
    },
  }),
  writing({
    name: 'undo',
    title: 'Undo a change',
    description: `Puts back the values before a change of an artifact. ${TWICE}`,
    isDestructive: true,
    input: Type.Object({
      id: id('Number of the artifact.'),
      changeset_id: id('Number of the change, as history tells it.'),
      confirm,
    }),
    plan: async (call, given) => {
      const read = await readArtifact(call, given.id)
      return {
        ...placeOf(read),
        artifactId: given.id,
        method: 'POST',
        path: `/artifacts/${given.id}/changesets/${given.changeset_id}/undo`,
        body: {},
        version: read.etag,
      }
    },
  }),
]
