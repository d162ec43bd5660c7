import { Plural, Trans } from '@lingui/react/macro'
import { WrittenText } from '../shared/written-text.tsx'
import { defineFieldView, type ReadProps } from '../field-view.ts'
import { noText } from '../shared/no-text.ts'
import { lazyEdit } from '../shared/lazy-edit.tsx'
import { Nothing } from '../shared/nothing.tsx'
import { unescapeSource } from '../text-forms/step-source.ts'
import type { StepsValue } from '../shared/values.ts'

const Read = ({ value }: ReadProps<StepsValue>) => {
  const steps = value?.value ?? []
  if (steps.length === 0) return <Nothing />
  return (
    <table className="steps">
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">
            <Trans>Do</Trans>
          </th>
          <th scope="col">
            <Trans>Expect</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map(step => (
          <tr key={step.id}>
            <th scope="row">{step.rank}</th>
            <td>
              <StepText text={step.description} format={step.description_format} />
            </td>
            <td>
              <StepText text={step.expected_results} format={step.expected_results_format} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const StepText = ({ text, format }: { readonly text: string; readonly format: 'text' | 'html' }) =>
  format === 'html' ? (
    <WrittenText html={text} />
  ) : (
    <p className="plain-text" dir="auto">
      {text}
    </p>
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
