import { describe, expect, it } from 'vitest'
import type { Field, FieldValue } from '../../fields/field-view.ts'
import type { Artifact } from '../artifact-queries.ts'
import { demandsOf, refusedStep, stepTo, type TransitionRule } from './workflow.ts'

const STATUS = 1
const PRODUCT = 2
const VERSION = 3
const SOLUTION = 4

const list = (field_id: number, label: string, ...values: readonly (readonly [number, string])[]): Field =>
  ({
    field_id,
    label,
    type: 'sb',
    permissions: ['read', 'update'],
    values: values.map(([id, name]) => ({ id, label: name })),
  }) as unknown as Field
const status = list(STATUS, 'Status', [11, 'New'], [12, 'Done'], [13, 'Closed'])
const version = list(VERSION, 'Version', [31, '1.0'], [32, '2.0'])
const product = list(PRODUCT, 'Product', [21, 'Lamp'])
const solution = {
  field_id: SOLUTION,
  label: 'Solution',
  type: 'text',
  permissions: ['read', 'update'],
} as unknown as Field

const chosen = (field_id: number, ...ids: number[]): FieldValue =>
  ({ field_id, label: '', type: 'sb', bind_value_ids: ids }) as unknown as FieldValue

const artifact = (values: FieldValue[], isUsed = '1'): Artifact =>
  ({
    values,
    tracker: {
      fields: [status, product, version, solution],
      workflow: {
        field_id: STATUS,
        is_used: isUsed,
        transitions: [{ id: 1, from_id: 11, to_id: 12 }],
        rules: {
          dates: [],
          lists: [{ source_field_id: PRODUCT, source_value_id: 21, target_field_id: VERSION, target_value_id: 31 }],
        },
      },
    },
  }) as unknown as Artifact

const step = (from_id: number, to_id: number, members: Partial<TransitionRule> = {}): TransitionRule => ({
  from_id,
  to_id,
  is_open_to_me: true,
  groups: [],
  not_empty_field_ids: [],
  is_comment_required: false,
  ...members,
})

describe('the workflow before sending', () => {
  const bug = artifact([chosen(STATUS, 11)])

  it('knows the steps that the reader may take, even without those of all', () => {
    expect(refusedStep(bug, status, 12, undefined)).toBeUndefined()
    expect(refusedStep(bug, status, 13, undefined)).toEqual({ kind: 'no step', from: 'New', to: 'Closed' })
    expect(refusedStep(bug, status, 11, undefined)).toBeUndefined()
    expect(stepTo(artifact([chosen(STATUS, 11)], '0'), status, 13, undefined)).toBeUndefined()
  })

  it('names the groups that may take a step', () => {
    const transitions = [step(11, 13, { is_open_to_me: false, groups: ['QA'] })]
    expect(refusedStep(bug, status, 13, transitions)).toEqual({ kind: 'groups', groups: ['QA'] })
    expect(refusedStep(bug, status, 12, transitions)).toMatchObject({ kind: 'no step' })
  })

  it('refuses a value that does not go with that of another field', () => {
    const lamp = artifact([chosen(PRODUCT, 21)])
    expect(refusedStep(lamp, version, 31, undefined)).toBeUndefined()
    expect(refusedStep(lamp, version, 32, undefined)).toEqual({ kind: 'dependency', source: product })
    expect(refusedStep(artifact([]), version, 31, undefined)).toMatchObject({ kind: 'dependency' })
  })

  it('asks for the fields of a step that are still empty, and for its comment', () => {
    const isEmpty = (_field: Field, value: FieldValue | undefined) => value === undefined
    const needs = step(11, 12, { not_empty_field_ids: [SOLUTION, STATUS], is_comment_required: true })
    expect(demandsOf(bug, needs, isEmpty)).toEqual({ fields: [solution], isCommentRequired: true })
    expect(demandsOf(bug, step(11, 12), isEmpty)).toBeUndefined()
  })
})
