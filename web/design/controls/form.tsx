import { useCallback, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import { Button } from './button.tsx'
import { FaultList, type Labels } from '../feedback/error-state.tsx'
import './form.css'

export interface FormProps {
  /** Usually `() => save.mutate(…)`. */
  readonly onSubmit: () => void
  readonly isPending?: boolean
  /**
   * `save.error`: the server's refusal, shown above the fields in its words. A sentence that names a field (by its `name`) links to the
   * field.
   */
  readonly error?: unknown
  readonly submitLabel: string
  readonly isDanger?: boolean
  /** Uses the full width: for content other than fields. */
  readonly isWide?: boolean
  /** One field with its button beside it. */
  readonly isLine?: boolean
  /** Disables sending: for readers without the right to change. */
  readonly isReadOnly?: boolean
  /** Shown beside the button: a button to cancel, a link. */
  readonly secondary?: ReactNode
  readonly children: ReactNode
}

/** A form that shows the server's refusal: the focus moves to the fault. */
export const Form = (props: FormProps) => {
  const {
    onSubmit,
    isPending = false,
    error,
    submitLabel,
    isDanger = false,
    isWide = false,
    isLine = false,
    isReadOnly = false,
    secondary,
    children,
  } = props
  const faults = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [labels, setLabels] = useState<Labels>(new Map())
  useEffect(() => {
    if (error) faults.current?.focus()
  }, [error])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setLabels(labelsIn(form.current))
    onSubmit()
  }
  const goTo = useCallback((fault: string) => fieldNamedIn(form.current, fault)?.focus(), [])
  return (
    <AriaForm
      ref={form}
      className={isWide ? 'form form-wide' : isLine ? 'form form-line' : 'form'}
      onSubmit={submit}
      validationBehavior="native"
    >
      {error ? <FaultList ref={faults} error={error} onGoTo={goTo} labels={labels} /> : null}
      {children}
      {!isReadOnly && (
        <div className="form-actions">
          <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isPending={isPending}>
            {submitLabel}
          </Button>
          {secondary}
        </div>
      )}
    </AriaForm>
  )
}

/** The server calls fields by their names in the API, but readers know their labels. */
const labelsIn = (form: HTMLFormElement | null): Labels =>
  new Map(
    [...(form?.elements ?? [])]
      .filter((field): field is HTMLInputElement => 'labels' in field && (field.getAttribute('name') ?? '') !== '')
      .map(field => [field.name, field.labels?.[0]?.firstChild?.textContent?.trim() ?? '']),
  )

const fieldNamedIn = (form: HTMLFormElement | null, fault: string): HTMLElement | undefined =>
  [...(form?.elements ?? [])].find((field): field is HTMLInputElement => {
    const name = field.getAttribute('name') ?? ''
    return (
      name !== '' &&
      fault
        .toLowerCase()
        .split(/[^a-z0-9_]+/)
        .includes(name.toLowerCase())
    )
  })

/** Fields that belong together, under a heading. */
export const FormSection = ({
  title,
  description,
  children,
}: {
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
}) => (
  <fieldset className="form-section">
    <legend>{title}</legend>
    {description !== undefined && <p className="muted small">{description}</p>}
    {children}
  </fieldset>
)
