// The form of a field type in the browser. Each type has one file, named as in `src/modules/fields/types/`; registry.ts lists them.
import type { ComponentType } from 'react'
import type { components } from '../../client/index.ts'

/** A form element of a tracker, as `GET /trackers/{id}` describes it to this reader. */
export type Field = components['schemas']['FieldDescription']

/** A value in a representation of an artifact: `{ field_id, label, type, … }`. Its other members depend on the type. */
export type FieldValue = components['schemas']['Artifact']['values'] extends (infer Item)[] | null ? Item : never

/** An element of `values` in the body of `PUT` and `POST /artifacts`. */
export type FieldEntry = { readonly field_id: number } & Readonly<Record<string, unknown>>

/** The part of the page that a value stands in. Editors use it to look up people, artifacts and uploads. */
export interface FieldScope {
  readonly projectId: number
  readonly trackerId: number
  /** Undefined in the form of a new artifact. */
  readonly artifactId?: number
}

export interface ReadProps<Value = FieldValue> {
  readonly field: Field
  /** Undefined: the artifact has no value for the field. */
  readonly value: Value | undefined
  readonly scope: FieldScope
  /** The field has the semantic of the status: its value is a tinted badge instead of a dot and a word. */
  readonly isStatus?: boolean
  /** The status of the artifact is an open one; dates show "overdue" only then. */
  readonly isOpen?: boolean
  /** Set if the reader may edit; check boxes of lists in texts use it. */
  readonly onChange?: (value: Value) => void
}

export interface EditProps<Value = FieldValue> {
  readonly field: Field
  readonly value: Value | undefined
  readonly scope: FieldScope
  readonly onChange: (value: Value) => void
  /** Saves: `Enter`, `Ctrl+Enter` in texts, or when the focus leaves. */
  readonly onDone: () => void
  /** Reverts: `Escape`. */
  readonly onCancel: () => void
  /** Sentences of the server or of the page about the value, shown under the editor. */
  readonly faults: readonly string[]
  /** Undefined: the value may be chosen; otherwise the reason why not. The list shows refused values dimmed, with the reason. */
  readonly isRefused?: (bindValueId: number) => string | undefined
  /** As in `ReadProps`: the chosen value keeps the look that it has when it is read. */
  readonly isStatus?: boolean
  /** The editor stands in a form with a visible label, or alone in the place of the value. */
  readonly place: 'form' | 'inline' | 'cell'
}

/** One comparison of a filter; `toTql` writes it. Values are labels of list values, logins of people, numbers, dates or words. */
export interface FilterChip {
  readonly field: string
  readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'BETWEEN' | 'IN' | 'NOT IN'
  readonly values: readonly string[]
}

export interface FilterProps {
  readonly field: Field
  readonly scope: FieldScope
  readonly chip: FilterChip | undefined
  readonly onChange: (chip: FilterChip) => void
}

export interface FieldView<Value = FieldValue> {
  readonly type: string
  /** On the page of the artifact. */
  readonly Read: ComponentType<ReadProps<Value>>
  /** One line high, in a table. */
  readonly Cell: ComponentType<ReadProps<Value>>
  /** Undefined: nobody edits this type. */
  readonly Edit?: ComponentType<EditProps<Value>>
  /** The page of the artifact has an editor of its own: files, links. */
  readonly isEditedByPage?: boolean
  /** Its values take long to write: the browser keeps them until they are saved. */
  readonly isLong?: boolean
  /** Undefined: filters offer no chip for this type. */
  readonly Filter?: ComponentType<FilterProps>
  /** The entry that `PUT` takes for a value (fields.md §3.17: the form differs from the representation). */
  readonly entryOf: (value: Value, field: Field) => FieldEntry
  readonly isEmpty: (value: Value | undefined) => boolean
  /** Plain text for the clipboard, CSV and the address of a new artifact. */
  readonly toText: (value: Value | undefined, field: Field) => string
  /** The value of a pasted text, or a sentence that names the fault. */
  readonly fromText: (text: string, field: Field) => { readonly value: Value } | { readonly fault: string }
  readonly same: (one: Value | undefined, other: Value | undefined) => boolean
}

/** Checks a view and forgets the type of its values, so that one registry holds all views. */
export const defineFieldView = <Value extends { readonly field_id: number }>(view: FieldView<Value>): FieldView =>
  view as unknown as FieldView
