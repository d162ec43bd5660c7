// Changes of values as lines: "Status New → Open", texts with their difference on request.
import { Plural, Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { DateTime } from '../../design/format.tsx'
import type { Field, FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { Nothing } from '../../fields/shared/nothing.tsx'
import { useArtifact } from '../artifact-context.tsx'
import type { FieldChange } from './activity-queries.ts'
import { memberValue } from './net-changes.ts'

const TextDiff = lazyPart(() => import('./text-diff.tsx'), 'TextDiff')

export const EntryTime = ({ value }: { readonly value: string }) => (
  <span className="meta">
    <DateTime value={value} as="relative" />
  </span>
)

/** The program that acted for the person before it: "Ana by Claude". */
export const ByAgent = ({ agent }: { readonly agent: string | null }) =>
  agent !== null && (
    <span className="meta">
      <Trans>
        by <i>{agent}</i>
      </Trans>{' '}
    </span>
  )

const MAX_LINES = 3

interface ChangeSummaryProps {
  readonly changes: readonly FieldChange[]
  /** Time of the changes; undefined below a comment, which has told it. */
  readonly at?: string
}

/** One line for each change; more than three are folded. */
export const ChangeSummary = ({ changes, at }: ChangeSummaryProps) => {
  const [isOpen, setOpen] = useState(changes.length <= MAX_LINES)
  const time = at !== undefined && <EntryTime value={at} />
  const [only] = changes
  if (only && changes.length === 1)
    return (
      <>
        <Trans>changed</Trans> <Change change={only} /> {time}
      </>
    )
  return (
    <>
      <Plural value={changes.length} one="changed # field" other="changed # fields" /> {time}{' '}
      {isOpen ? (
        <ul className="changes">
          {changes.map(change => (
            <li key={change.field_id}>
              <Change change={change} />
            </li>
          ))}
        </ul>
      ) : (
        <button type="button" className="link-button" onClick={() => setOpen(true)}>
          <Trans>Show</Trans>
        </button>
      )}
    </>
  )
}

/** Values of these types are compared word by word. */
export const LONG_TYPES: ReadonlySet<string> = new Set(['text', 'ttmstepdef'])

/** One changed field: its values before and after. */
export const Change = ({ change }: { readonly change: FieldChange }) => {
  const { tracker } = useArtifact()
  const [isOpen, setOpen] = useState(false)
  const field = tracker.fields.find(each => each.field_id === change.field_id)
  const view = viewOf(change.type)
  if (!field) return null
  const before = memberValue(change, change.before)
  const after = memberValue(change, change.after)
  if (LONG_TYPES.has(change.type))
    return (
      <>
        <span className="change-field">{change.label}</span>{' '}
        <button type="button" className="link-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
        </button>
        {isOpen && (
          <Suspense fallback={null}>
            <TextDiff before={view.toText(before, field)} after={view.toText(after, field)} />
          </Suspense>
        )}
      </>
    )
  return (
    <>
      <span className="change-field">{change.label}</span>{' '}
      <span className="change-values">
        <ChangedValue field={field} value={before} /> <span aria-hidden="true">→</span>
        <span className="visually-hidden">
          <Trans>becomes</Trans>
        </span>{' '}
        <ChangedValue field={field} value={after} isAfter />
      </span>
    </>
  )
}

interface ChangedValueProps {
  readonly field: Field
  readonly value: FieldValue | undefined
  /** The status after a change is a badge, the one before it a word. */
  readonly isAfter?: boolean
}

export const ChangedValue = ({ field, value, isAfter = false }: ChangedValueProps) => {
  const { tracker, scope } = useArtifact()
  const { Cell, isEmpty } = viewOf(field.type)
  if (isEmpty(value)) return <Nothing />
  const isStatus = isAfter && tracker.semantics.status?.field_id === field.field_id
  return <Cell field={field} value={value} scope={scope} isStatus={isStatus} />
}
