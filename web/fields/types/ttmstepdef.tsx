import { Plural } from '@lingui/react/macro'
import { lazyPart } from '../../app/lazy-part.ts'
import { defineFieldView, type ReadProps } from '../field-view.ts'
import { noText } from '../shared/no-text.ts'
import { lateRead } from '../shared/late-read.tsx'
import { lazyEdit } from '../shared/lazy-edit.tsx'
import { unescapeSource } from '../text-forms/step-source.ts'
import type { StepsValue } from '../shared/values.ts'

const Read = lateRead<StepsValue>(
  lazyPart(() => import('./ttmstepdef-read.tsx'), 'StepsRead'),
  'steps',
)

const Cell = ({ value }: ReadProps<StepsValue>) => (
  <span className="meta">
    <Plural value={(value?.value ?? []).length} one="# step" other="# steps" />
  </span>
)

const Edit = lazyEdit(async () => (await import('./ttmstepdef-edit.tsx')).StepsEdit)

type Step = StepsValue['value'][number]

const sourceOf = (escaped: string | undefined): string | undefined =>
  escaped === undefined ? undefined : unescapeSource(escaped)

/** Markdown goes back as its source. */
const writable = (step: Step, index: number) => ({
  description: sourceOf(step.commonmark_description) ?? step.description,
  description_format: step.commonmark_description === undefined ? step.description_format : 'commonmark',
  expected_results: sourceOf(step.commonmark_expected_results) ?? step.expected_results,
  expected_results_format: step.commonmark_expected_results === undefined ? step.expected_results_format : 'commonmark',
  rank: index + 1,
})

export const ttmstepdef = defineFieldView<StepsValue>({
  type: 'ttmstepdef',
  isLong: true,
  Read,
  Cell,
  Edit,
  entryOf: ({ field_id, value }) => ({ field_id, value: value.map(writable) }),
  isEmpty: value => (value?.value ?? []).length === 0,
  toText: value =>
    (value?.value ?? [])
      .map(writable)
      .map(step => `${step.rank}. ${step.description}\n→ ${step.expected_results}`)
      .join('\n'),
  fromText: noText,
  same: (one, other) =>
    JSON.stringify((one?.value ?? []).map(writable)) === JSON.stringify((other?.value ?? []).map(writable)),
})
