import { useQuery } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Field, FieldScope, FieldValue } from '../fields/field-view.ts'
import { viewOf } from '../fields/registry.ts'
import { useAccount } from '../session/account.ts'
import type { Artifact, LoadedArtifact } from './artifact-queries.ts'
import { formLayoutOf, type FormLayout } from './form/form-layout.ts'
import { transitionsQuery } from './form/transition-queries.ts'
import { demandsOf, stepTo, type Demands, type TransitionRule } from './form/workflow.ts'
import { type CompleteTracker } from './writing/artifact-values.ts'
import type { Writer } from './writing/artifact-writers.ts'
import { useArtifactWriter } from './writing/use-artifact-writer.ts'
import { useWriterNews } from './writing/use-writer-news.ts'
import type { QueueState } from './writing/write-queue.ts'

/** A step of the workflow that needs more values than the chosen status. */
export interface OpenTransition {
  readonly field: Field
  readonly value: FieldValue
  readonly seen: LoadedArtifact
  readonly demands: Demands
}

export interface ArtifactState {
  readonly id: number
  readonly loaded: LoadedArtifact
  readonly artifact: Artifact
  readonly tracker: CompleteTracker
  readonly layout: FormLayout
  readonly scope: FieldScope
  readonly writer: Writer
  readonly state: QueueState
  /** Somebody deleted the artifact, or the reader may not see it any more. */
  readonly isGone: boolean
  /** The reader is signed in, and the artifact is still there. */
  readonly mayWrite: boolean
  readonly isAdministrator: boolean
  readonly transitions: readonly TransitionRule[] | undefined
  /** Fields that changed with the last write of this person: they blink once. */
  readonly news: ReadonlySet<number>
  readonly isEditable: (field: Field) => boolean
  /** Saves a value, or opens the form of a step that needs more. */
  readonly save: (field: Field, value: FieldValue, seen: LoadedArtifact) => void
  readonly openTransition: OpenTransition | undefined
  readonly closeTransition: () => void
  /** Opens the editor of a field, wherever it stands. False: the reader cannot edit it. */
  readonly edit: (field: Field | undefined) => boolean
  /** The place of a field offers its editor to `edit`. */
  readonly offerEditor: (fieldId: number, open: () => void) => () => void
}

const Context = createContext<ArtifactState | undefined>(undefined)

/** The artifact around this part of the page. */
export const useArtifact = (): ArtifactState => {
  const state = use(Context)
  if (!state) throw new Error('This part of the page stands inside of an artifact')
  return state
}

export interface ArtifactProviderProps {
  readonly loaded: LoadedArtifact
  readonly tracker: CompleteTracker
  /** The last reading was refused. */
  readonly isRefused: boolean
  readonly children: ReactNode
}

export const ArtifactProvider = ({ loaded, tracker, isRefused, children }: ArtifactProviderProps) => {
  const { artifact } = loaded
  const { id } = artifact
  const account = useAccount()
  const { writer, state } = useArtifactWriter(id)
  const news = useWriterNews(writer, tracker)
  const layout = useMemo(() => formLayoutOf(tracker), [tracker])
  const [openTransition, setOpenTransition] = useState<OpenTransition>()
  const hasWorkflow = tracker.workflow?.is_used === '1'
  const transitions = useQuery({ ...transitionsQuery(tracker.id), enabled: hasWorkflow && Boolean(account) }).data
  const editors = useRef(new Map<number, () => void>())
  const isGone = isRefused || state.isGone
  const mayWrite = Boolean(account) && !isGone
  const { locked } = state

  const isEditable = useCallback(
    (field: Field): boolean =>
      mayWrite &&
      !locked.has(field.field_id) &&
      field.permissions.includes('update') &&
      (viewOf(field.type).Edit !== undefined || viewOf(field.type).isEditedByPage === true),
    [mayWrite, locked],
  )
  const save = useCallback(
    (field: Field, value: FieldValue, seen: LoadedArtifact): void => {
      const toId = (value as { readonly bind_value_ids?: readonly unknown[] }).bind_value_ids?.[0]
      const step = toId === undefined ? undefined : stepTo(seen.artifact, field, Number(toId), transitions)
      const isEmpty = (needed: Field, its: FieldValue | undefined) => viewOf(needed.type).isEmpty(its)
      const demands = step === undefined || step === 'none' ? undefined : demandsOf(seen.artifact, step, isEmpty)
      if (demands) setOpenTransition({ field, value, seen, demands })
      else void writer.change([value], { seen })
    },
    [writer, transitions],
  )
  const offerEditor = useCallback((fieldId: number, open: () => void) => {
    const { current } = editors
    current.set(fieldId, open)
    return () => {
      if (current.get(fieldId) === open) current.delete(fieldId)
    }
  }, [])
  const edit = useCallback(
    (field: Field | undefined): boolean => {
      const open = field && isEditable(field) ? editors.current.get(field.field_id) : undefined
      open?.()
      return open !== undefined
    },
    [isEditable],
  )
  const projectId = artifact.project.id
  const scope = useMemo(() => ({ projectId, trackerId: tracker.id, artifactId: id }), [projectId, tracker.id, id])
  useResend(writer)
  return (
    <Context
      value={{
        id,
        loaded,
        artifact,
        tracker,
        layout,
        scope,
        writer,
        state,
        isGone,
        mayWrite,
        isAdministrator: tracker.permissions_for_groups !== null,
        transitions,
        news,
        isEditable,
        save,
        openTransition,
        closeTransition: () => setOpenTransition(undefined),
        edit,
        offerEditor,
      }}
    >
      {children}
    </Context>
  )
}

/** Sends unsent writes at once when the person comes back to the tab. */
const useResend = (writer: Writer): void => {
  useEffect(() => {
    const wake = () => {
      if (!document.hidden) writer.wake()
    }
    document.addEventListener('visibilitychange', wake)
    return () => document.removeEventListener('visibilitychange', wake)
  }, [writer])
}
