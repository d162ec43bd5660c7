import type { Static } from 'typebox'
import { preconditionOf } from '../../../platform/http/headers/conditional.ts'
import { preferencesOf } from '../../../platform/http/headers/preferences.ts'
import type { ArtifactUpdate, NewArtifact } from '../represent/artifacts.schema.ts'
import type { CreateArtifactInput } from './create-artifact.ts'
import type { SubmittedEntry } from './submission.ts'
import { parseComment } from './submitted-comment.ts'
import type { UpdateArtifactInput } from './update-artifact.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The creation that a decoded body of `POST /artifacts` asks for. */
export const creationOf = (body: Static<typeof NewArtifact>): CreateArtifactInput => ({
  trackerId: body.tracker.id,
  ...(body.values === undefined ? {} : { values: body.values.map(withoutNulls) }),
  ...(body.values_by_field === undefined ? {} : { valuesByField: body.values_by_field }),
  externalId: body.external_id,
  ...(body.from_artifact === undefined ? {} : { fromArtifactId: body.from_artifact.id }),
})

/** The update that a decoded body of `PUT /artifacts/{id}` asks for. */
export const updateOf = (id: number, body: Static<typeof ArtifactUpdate>, headers: Headers): UpdateArtifactInput => ({
  id,
  values: body.values.map(withoutNulls),
  comment: parseComment(body.comment ?? NOTHING_SAID, 'comment[body]'),
  precondition: preconditionOf(headers),
  isMerging: preferencesOf(headers).get('handling') === 'merge',
})

/** A key with null equals an absent key (artifacts.md §2.3). */
const withoutNulls = (entry: { readonly field_id: number }): SubmittedEntry =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)) as SubmittedEntry

const NOTHING_SAID = { body: '', format: 'text' } as const
