import { Trans } from '@lingui/react/macro'
import { Nothing } from '../shared/nothing.tsx'
import { WrittenText } from '../shared/written-text.tsx'
import type { ReadProps } from '../field-view.ts'
import type { StepsValue } from '../shared/values.ts'

export const StepsRead = ({ value }: ReadProps<StepsValue>) => {
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
