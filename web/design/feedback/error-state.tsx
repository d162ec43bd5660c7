import { Trans, useLingui } from '@lingui/react/macro'
import type { Ref } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../controls/button.tsx'
import { IconWarning } from '../icons.tsx'
import { useReasonText } from '../reason-texts.ts'
import './notice.css'

/** The sentences for an error: in the reader's language if the page knows the reason, otherwise as the server wrote them. */
export const useFaults = (): ((error: unknown) => readonly string[]) => {
  const { t } = useLingui()
  const reasonText = useReasonText()
  return error => {
    if (!(error instanceof ApiError)) return [t`Something unexpected happened here. Load the page again.`]
    if (error.faults.length > 0)
      return error.faults.map((fault, index) => {
        const known = error.reasons[index]
        return (known && reasonText(known)) ?? fault
      })
    const [only] = error.reasons
    const said = only && reasonText(only)
    if (said !== undefined) return [said]
    switch (error.status) {
      case 0:
        return [t`The server does not answer. Check your connection, then try again.`]
      case 401:
        return [t`Sign in first.`]
      case 403:
        return [t`You are not allowed to do this.`]
      case 404:
        return [t`This is not there, or you may not see it.`]
      case 412:
        return [t`Somebody changed it meanwhile. Load the page again.`]
      case 429:
        return [t`Too many attempts. Wait a moment, then try again.`]
      default:
        return error.status >= 500
          ? [t`The server failed. Try again; if it stays so, tell an administrator.`]
          : [t`The server refused this (${error.status}).`]
    }
  }
}

/** Name of a field in the API → its label. */
export type Labels = ReadonlyMap<string, string>

const withLabels = (fault: string, labels: Labels): string =>
  fault.replace(/`([a-z_]+)`/g, (name, field: string) => {
    const label = labels.get(field)
    return label ? `“${label}”` : name
  })

export interface FaultListProps {
  readonly error: unknown
  /** Moves the focus to the field of a sentence. */
  readonly onGoTo?: (fault: string) => void
  readonly labels?: Labels
  readonly ref?: Ref<HTMLDivElement>
}

/** The server's refusal, above a form. */
export const FaultList = ({ error, onGoTo, labels = new Map(), ref }: FaultListProps) => {
  const faults = useFaults()(error)
  return (
    <div ref={ref} className="notice notice-danger" role="alert" tabIndex={-1}>
      <IconWarning />
      <ul className="notice-list">
        {faults.map(fault => (
          <li key={fault} onClick={onGoTo && (() => onGoTo(fault))}>
            {withLabels(fault, labels)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Replaces content that could not be loaded. */
export const ErrorState = ({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) => {
  const faults = useFaults()(error)
  return (
    <div className="state" role="alert">
      <h2>
        <Trans>This could not be loaded</Trans>
      </h2>
      <p className="muted">{faults.join(' ')}</p>
      {onRetry && (
        <Button onPress={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
