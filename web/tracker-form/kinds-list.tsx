import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type PointerEvent } from 'react'
import { SearchBar } from '../design/controls/search-bar.tsx'
import { includesText } from '../design/includes-text.ts'
import type { ElementType } from '../tracker-settings/model/form-edits.ts'
import { useKinds } from './use-kinds.tsx'

export interface KindsListProps {
  /** A reason why an element of the type cannot be added. */
  readonly refusalOf: (type: ElementType) => string | undefined
  readonly onAdd: (type: ElementType, label: string) => void
  readonly onPointerDown?: (event: PointerEvent, type: ElementType, label: string) => void
}

/** The kinds of elements that a form can have. A press adds one beside the chosen element; a drag, where it is let go. */
export const KindsList = ({ refusalOf, onAdd, onPointerDown }: KindsListProps) => {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const groups = useKinds()
    .map(group => ({
      ...group,
      kinds: group.kinds.filter(({ label, type, isOld }) => isOld !== true && includesText(`${label} ${type}`, text)),
    }))
    .filter(({ kinds }) => kinds.length > 0)
  return (
    <div className="kinds">
      <div className="kinds-search">
        <SearchBar label={t`Find a kind`} value={text} onSearch={setText} />
      </div>
      {groups.length === 0 && (
        <p className="muted small">
          <Trans>No kind of element has this name.</Trans>
        </p>
      )}
      {groups.map(({ label, kinds }) => (
        <section key={label}>
          <h2>{label}</h2>
          <ul>
            {kinds.map(kind => {
              const refusal = refusalOf(kind.type)
              return (
                <li key={kind.type}>
                  <button
                    type="button"
                    className="kind"
                    aria-disabled={refusal !== undefined || undefined}
                    title={refusal}
                    onClick={() => onAdd(kind.type, kind.label)}
                    onPointerDown={event => onPointerDown?.(event, kind.type, kind.label)}
                  >
                    {kind.icon}
                    <span>{kind.label}</span>
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
