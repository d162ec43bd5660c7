// The state of the form of a new artifact: values, pins, draft, checks, and the creation itself.
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, isApiError } from '../../api/api-error.ts'
import { api, bodyOf, done } from '../../api/api.ts'
import { useUploadQueue } from '../attachments/attach-uploads.ts'
import { faultsOfField } from '../form/field-faults.ts'
import { linksKey } from '../links/link-queries.ts'
import { useFaults } from '../../design/feedback/error-state.tsx'
import { useDraft } from '../../drafts/use-draft.ts'
import type { Field, FieldEntry, FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import type { Upload } from '../../uploads/upload.ts'
import { useUploads } from '../../uploads/use-uploads.ts'
import type { NewArtifactSearch } from './new-artifact-search.ts'
import type { Tracker } from '../../trackers/tracker-queries.ts'
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
export const draftKeyOf = (trackerId: number, { copy, parent }: NewArtifactSearch): string =>
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
  const draft = useDraft<StoredForm>(draftKey)
  const [typed, setTyped] = useState<Values>()
  const [pins, setPins] = useState<ReadonlySet<number>>()
  const [left, setLeft] = useState<{ readonly id: number }>()
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set())
  const [missing, setMissing] = useState<ReadonlySet<number>>(new Set())
  const key = useRef(newRequestKey())
  const uploads = useUploads().filter(({ target }) => target.draft === draftKey)
  const fields = submittable(tracker)
  const { restored } = draft
  const values = typed ?? (restored ? new Map([...given, ...restored.values]) : given)
  const pinned = pins ?? new Set(restored?.pinned)

  const keep = (next: Values, nextPins: ReadonlySet<number>) =>
    draft.keep(isTyped(fields, next, given) ? { values: [...next], pinned: [...nextPins] } : undefined)
  const creation = useMutation({
    mutationFn: async (): Promise<number> => {
      const body = { tracker: { id: tracker.id }, values: entriesOf(tracker, fields, values, uploads, search) }
      // The same key until an answer is there: the server does a request once whose answer got lost.
      const answer = await bodyOf(api.POST('/artifacts', { body, headers: { 'Idempotency-Key': key.current } }))
      // The client's type covers the report of a dry run, too.
      if ('dry_run' in answer) throw new Error('a creation was answered as a dry run')
      return answer.id
    },
    onError: error => {
      // The form was changed after a request whose answer got lost.
      if (isApiError(error, REUSED)) key.current = newRequestKey()
    },
    onSuccess: async () => {
      key.current = newRequestKey()
      draft.keep(undefined)
      remember(tracker.id)
      await Promise.all([
        queue.settle(draftKey),
        queries.invalidateQueries({ queryKey: ['tracker', tracker.id, 'rows'] }),
        queries.invalidateQueries({ queryKey: ['projects', tracker.project.id, 'tracker sizes'] }),
        ...(search.parent === undefined ? [] : [queries.invalidateQueries({ queryKey: linksKey(search.parent) })]),
      ])
    },
  })
  const check = useMutation({
    mutationFn: () => {
      const body = { tracker: { id: tracker.id }, values: entriesOf(tracker, fields, values, uploads, search) }
      return done(api.POST('/artifacts', { params: { query: { dry_run: true } }, body }))
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
  const isCheckRefused = (field: Field): boolean =>
    checked.has(field.field_id) && checkRefusal?.reasons.some(({ name }) => name === field.name) === true
  const checkRefusal = check.error instanceof ApiError ? check.error : undefined
  const refusal = creation.error instanceof ApiError ? creation.error : undefined
  const sentences = refusal ? sentencesOf(refusal) : []
  const isNamed = (field: Field): boolean => refusal?.reasons.some(({ name }) => name === field.name) === true
  const faultsOf = (field: Field): readonly string[] => [
    ...(missing.has(field.field_id) ? [t`“${field.label}” needs a value.`] : []),
    ...(refusal && isNamed(field) ? faultsOfField(refusal, sentences, field, tracker.fields) : []),
    ...(checkRefusal && !isNamed(field) && !missing.has(field.field_id) && isCheckRefused(field)
      ? faultsOfField(checkRefusal, sentencesOf(checkRefusal), field, tracker.fields)
      : []),
  ]
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
    leave: ({ field_id: id }) => {
      if (isTyped(fields, values, given)) setLeft({ id })
    },
    isRestored: restored !== undefined && typed === undefined,
    hasOffer: draft.offered !== undefined && typed === undefined,
    takeOffer: () => {
      if (!draft.offered) return
      setTyped(new Map([...given, ...draft.offered.values]))
      setPins(new Set(draft.offered.pinned))
      draft.keep(draft.offered)
      draft.dismissOffer()
    },
    beginAnew: () => {
      setTyped(given)
      draft.keep(undefined)
      for (const { id } of uploads) void queue.remove(id)
    },
    hasContent: uploads.length > 0 || isTyped(fields, values, given),
    storedAt: draft.storedAt,
    faultsOf,
    wrong: fields.filter(field => faultsOf(field).length > 0),
    error: creation.error && !fields.some(isNamed) ? creation.error : undefined,
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
      setTyped(new Map([...given, ...[...values].filter(([id]) => pinned.has(id))]))
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
