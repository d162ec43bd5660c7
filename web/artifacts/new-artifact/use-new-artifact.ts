// The state of the form of a new artifact: values, pins, draft, checks, and the creation itself.
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, isApiError } from '../../api/api-error.ts'
import { api, bodyOf, done } from '../../api/api.ts'
import { useUploadQueue } from '../attachments/attach-uploads.ts'
import { faultsOfField } from '../form/field-faults.ts'
import { artifactKey } from '../artifact-queries.ts'
import { useFaults } from '../../design/feedback/error-state.tsx'
import { useDraft } from '../../drafts/use-draft.ts'
import type { Field, FieldEntry, FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import type { Upload } from '../../uploads/upload.ts'
import { useUploads } from '../../uploads/use-uploads.ts'
import type { NewArtifactSearch } from './new-artifact-search.ts'
import { listChangesKey, type Tracker } from '../../trackers/tracker-queries.ts'
import { newRequestKey } from '../writing/http-transport.ts'
import { submittable, type Values } from './given-values.ts'
import { useRememberTracker } from './last-trackers.ts'

interface StoredForm {
  readonly values: readonly (readonly [number, FieldValue])[]
  readonly pinned: readonly number[]
}

export interface NewArtifact {
  readonly fields: readonly Field[]
  readonly values: Values
  readonly draftKey: string
  readonly uploads: readonly Upload[]
  readonly pinned: ReadonlySet<number>
  readonly togglePin: (field: Field) => void
  readonly change: (field: Field, value: FieldValue) => void
  /** The focus has left the field: the server checks the form, and the field shows its own faults. */
  readonly leave: (field: Field) => void
  /** The values are those of an earlier visit. */
  readonly isRestored: boolean
  /** Another tab holds a draft of this form. */
  readonly hasOffer: boolean
  readonly takeOffer: () => void
  readonly beginAnew: () => void
  /** Somebody typed something that is lost without the draft. */
  readonly hasContent: boolean
  readonly storedAt: number | undefined
  readonly faultsOf: (field: Field) => readonly string[]
  /** Fields with faults, in the order of the form. */
  readonly wrong: readonly Field[]
  /** A refusal that names no field of the form. */
  readonly error: unknown
  readonly isPending: boolean
  /** Files that are still on their way. */
  readonly filesUnderWay: number
  /** Files that go on only when the person does something about them. */
  readonly filesStopped: number
  /** Marks the fields that lack a value; undefined: none does. */
  readonly firstMissing: () => Field | undefined
  /** The id of the new artifact; a refusal is thrown, and shown beside its field. */
  readonly create: () => Promise<number>
  /** Begins the next one with the pinned values. */
  readonly next: () => void
}

const UNDER_WAY: ReadonlySet<string> = new Set(['waiting', 'sending', 'interrupted'])
const STOPPED: ReadonlySet<string> = new Set(['paused', 'file-missing', 'refused'])

const CHECK_PAUSE_MS = 300

/** The key was used for another request. */
const REUSED = 422

/** Copies and children have drafts of their own. */
const draftKeyOf = (trackerId: number, { copy, parent }: NewArtifactSearch): string =>
  [
    `new:${trackerId}`,
    ...(copy === undefined ? [] : [`copy:${copy}`]),
    ...(parent === undefined ? [] : [`parent:${parent}`]),
  ].join(':')

export const useNewArtifact = (tracker: Tracker, given: Values, search: NewArtifactSearch): NewArtifact => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const sentencesOf = useFaults()
  const queue = useUploadQueue()
  const remember = useRememberTracker()
  const draftKey = draftKeyOf(tracker.id, search)
  const [typed, setTyped] = useState<Values>()
  const draft = useDraft<StoredForm>(draftKey, () => setTyped(given))
  const [pins, setPins] = useState<ReadonlySet<number>>()
  const [left, setLeft] = useState<{ readonly id: number }>()
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set())
  const [missing, setMissing] = useState<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = useState<ApiError>()
  const [begun, setBegun] = useState<Values>()
  const key = useRef(newRequestKey())
  const uploads = useUploads().filter(({ target }) => target.draft === draftKey)
  const fields = submittable(tracker)
  const { restored } = draft
  // Of several artifacts one after the other, the later ones begin with what is pinned.
  const start = begun ?? given
  const values = typed ?? (restored ? new Map([...given, ...restored.values]) : start)
  const pinned = pins ?? new Set(restored?.pinned)

  const keep = (next: Values, nextPins: ReadonlySet<number>) =>
    draft.keep(isTyped(fields, next, start) ? { values: [...next], pinned: [...nextPins] } : undefined)
  const request = () => ({
    tracker: { id: tracker.id },
    values: entriesOf(tracker, fields, values, uploads, search),
  })
  const creation = useMutation({
    mutationFn: async (): Promise<number> => {
      // The same key until an answer is there: the server does a request once whose answer got lost.
      const answer = await bodyOf(
        api.POST('/artifacts', { body: request(), headers: { 'Idempotency-Key': key.current } }),
      )
      return answer.id
    },
    onError: error => {
      // The form was changed after a request whose answer got lost.
      if (isApiError(error, REUSED)) key.current = newRequestKey()
      if (!(error instanceof ApiError)) return
      setRefused(error)
      setChecked(new Set(fields.map(field => field.field_id)))
    },
    onSuccess: async () => {
      key.current = newRequestKey()
      draft.keep(undefined)
      remember(tracker.id)
      await Promise.all([
        queue.settle(draftKey),
        queries.invalidateQueries({ queryKey: ['tracker', tracker.id, 'rows'] }),
        queries.resetQueries({ queryKey: listChangesKey(tracker.id) }),
        queries.invalidateQueries({ queryKey: ['projects', tracker.project.id, 'tracker sizes'] }),
        ...(search.parent === undefined ? [] : [queries.invalidateQueries({ queryKey: artifactKey(search.parent) })]),
      ])
    },
  })
  const check = useMutation({
    mutationFn: () => done(api.POST('/artifacts', { params: { query: { dry_run: true } }, body: request() })),
    onSuccess: () => setRefused(undefined),
    onError: error => {
      if (error instanceof ApiError) setRefused(error)
    },
  })
  const runCheck = useEffectEvent((id: number) => {
    setChecked(new Set([...checked, id]))
    check.mutate()
  })
  useEffect(() => {
    if (left === undefined) return undefined
    const timer = setTimeout(() => runCheck(left.id), CHECK_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [left])
  const isNamed = (error: ApiError, field: Field): boolean => error.reasons.some(({ name }) => name === field.name)
  const faultsOf = (field: Field): readonly string[] => {
    if (missing.has(field.field_id)) return [t`“${field.label}” needs a value.`]
    if (!refused || !checked.has(field.field_id) || !isNamed(refused, field)) return []
    return faultsOfField(refused, sentencesOf(refused), field, tracker.fields)
  }
  const { error } = creation
  const isOfField = error instanceof ApiError && fields.some(field => isNamed(error, field))
  return {
    fields,
    values,
    draftKey,
    uploads,
    pinned,
    togglePin: ({ field_id: id }) => {
      const next = new Set(pinned)
      if (!next.delete(id)) next.add(id)
      setPins(next)
      keep(values, next)
    },
    change: (field, value) => {
      const next = new Map(values).set(field.field_id, value)
      setTyped(next)
      setMissing(new Set([...missing].filter(id => id !== field.field_id)))
      setChecked(new Set([...checked].filter(id => id !== field.field_id)))
      keep(next, pinned)
    },
    leave: ({ field_id: id, type }) => {
      // A file is checked when the artifact is created: until then it is under way.
      if (type !== 'file' && isTyped(fields, values, start)) setLeft({ id })
    },
    isRestored: restored !== undefined && typed === undefined,
    hasOffer: draft.offered !== undefined && typed === undefined,
    takeOffer: () => {
      if (!draft.offered) return
      setTyped(new Map([...given, ...draft.offered.values]))
      setPins(new Set(draft.offered.pinned))
      draft.takeOver()
    },
    beginAnew: () => {
      setTyped(given)
      setBegun(undefined)
      draft.keep(undefined)
      for (const { id } of uploads) void queue.remove(id)
    },
    hasContent: uploads.length > 0 || isTyped(fields, values, start),
    storedAt: draft.storedAt,
    faultsOf,
    wrong: fields.filter(field => faultsOf(field).length > 0),
    error: isOfField ? undefined : (error ?? undefined),
    isPending: creation.isPending,
    filesUnderWay: uploads.filter(({ state }) => UNDER_WAY.has(state)).length,
    filesStopped: uploads.filter(({ state }) => STOPPED.has(state)).length,
    firstMissing: () => {
      const hasFile = (field: Field) => uploads.some(({ target }) => target.fieldId === field.field_id)
      const empty = fields.filter(
        field =>
          field.required &&
          (field.type === 'file' ? !hasFile(field) : viewOf(field.type).isEmpty(values.get(field.field_id))),
      )
      setMissing(new Set(empty.map(field => field.field_id)))
      return empty[0]
    },
    create: () => creation.mutateAsync(),
    next: () => {
      const kept = new Map([...given, ...[...values].filter(([id]) => pinned.has(id))])
      setTyped(kept)
      setBegun(kept)
      setRefused(undefined)
      setPins(pinned)
      setMissing(new Set())
      setChecked(new Set())
      creation.reset()
    },
  }
}

/** Some value differs from the one that the form began with. */
const isTyped = (fields: readonly Field[], values: Values, given: Values): boolean =>
  fields.some(({ type, field_id: id }) => {
    const { same, isEmpty } = viewOf(type)
    const { value, before } = { value: values.get(id), before: given.get(id) }
    return !(isEmpty(value) && isEmpty(before)) && !same(value, before)
  })

const entriesOf = (
  tracker: Tracker,
  fields: readonly Field[],
  values: Values,
  uploads: readonly Upload[],
  { parent, child_of_type: type = '_is_child' }: NewArtifactSearch,
): FieldEntry[] => {
  const entries = fields
    .filter(field => field.type !== 'file')
    .flatMap((field): FieldEntry[] => {
      const { entryOf, isEmpty } = viewOf(field.type)
      const value = values.get(field.field_id)
      return value && !isEmpty(value) ? [entryOf(value, field)] : []
    })
  const files = fields
    .filter(field => field.type === 'file')
    .map(({ field_id }) => ({
      field_id,
      value: uploads.flatMap(({ target, state, fileId }) =>
        target.fieldId === field_id && state === 'complete' && fileId !== undefined ? [fileId] : [],
      ),
    }))
    .filter(({ value }) => value.length > 0)
  const links = tracker.fields.find(field => field.type === 'art_link')
  const parents =
    parent === undefined || !links
      ? []
      : type === '_is_child'
        ? [{ field_id: links.field_id, parent: { id: parent } }]
        : [{ field_id: links.field_id, all_links: [{ id: parent, direction: 'reverse', type }] }]
  return [...entries, ...files, ...parents]
}
