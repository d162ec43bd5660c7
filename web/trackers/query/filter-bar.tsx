import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { Button } from '../../design/controls/button.tsx'
import { useFaults } from '../../design/feedback/error-state.tsx'
import { IconClose } from '../../design/icons.tsx'
import type { FieldScope, FilterChip } from '../../fields/field-view.ts'
import type { Tracker } from '../tracker-queries.ts'
import { AddFilter } from './add-filter.tsx'
import './filter-bar.css'
import { addToTql } from './to-tql.ts'

export interface FilterBarProps {
  readonly tracker: Tracker
  readonly scope: FieldScope
  readonly tql: string
  /** JSON criteria of a report that TQL cannot say. */
  readonly criteria: string
  /** Refusal of the query; the rows of the last good one stay in sight. */
  readonly error: unknown
  readonly onTql: (tql: string) => void
  /** Menus at the end of the bar. */
  readonly children: ReactNode
}

/** The query: filters are added by forms, and the whole is edited as text. The server alone reads the text. */
export const FilterBar = ({ tracker, scope, tql, criteria, error, onTql, children }: FilterBarProps) => {
  const { t } = useLingui()
  const faults = useFaults()
  const [isText, setText] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const isBroken = error !== null && error !== undefined && tql !== ''
  useCommands([
    { id: 'tracker.filter', label: t`Add a filter`, keys: 'f', section: t`Tracker`, run: () => setAdding(true) },
    {
      id: 'tracker.tql',
      label: t`Edit the query as text`,
      keys: 'Alt+/',
      section: t`Tracker`,
      run: () => setText(true),
    },
  ])
  return (
    <div className="filter-bar" role="search" aria-label={t`Filters`}>
      {isText || isBroken ? (
        <QueryText
          key={tql}
          tql={tql}
          faults={isBroken ? faults(error) : []}
          onRun={onTql}
          onClose={() => setText(false)}
        />
      ) : (
        <>
          {criteria !== '' && (
            <span className="chip">
              <span className="chip-text">
                <Trans>Filters of the report</Trans>
              </span>
            </span>
          )}
          {tql !== '' && (
            <span className="chip">
              <button type="button" className="chip-text" onClick={() => setText(true)}>
                <b className="cut">{tql}</b>
              </button>
              <button type="button" className="chip-close" aria-label={t`Remove all filters`} onClick={() => onTql('')}>
                <IconClose />
              </button>
            </span>
          )}
          <AddFilter
            tracker={tracker}
            scope={scope}
            isOpen={isAdding}
            onOpenChange={setAdding}
            onAdd={(chip: FilterChip) => onTql(addToTql(tql, chip))}
          />
        </>
      )}
      <Button variant="quiet" size="small" aria-pressed={isText || isBroken} onPress={() => setText(!isText)}>
        TQL
      </Button>
      <div className="toolbar">{children}</div>
    </div>
  )
}

interface QueryTextProps {
  readonly tql: string
  readonly faults: readonly string[]
  readonly onRun: (tql: string) => void
  readonly onClose: () => void
}

/** The query as text: Enter runs it, Escape goes back to the filters. */
const QueryText = ({ tql, faults, onRun, onClose }: QueryTextProps) => {
  const { t } = useLingui()
  const [text, setText] = useState(tql)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <div className="query-text">
      <input
        ref={input}
        className="field-input"
        aria-label={t`Query (TQL)`}
        aria-invalid={faults.length > 0 || undefined}
        aria-describedby={faults.length > 0 ? 'query-faults' : undefined}
        placeholder='title = "lamp" AND assigned_to = MYSELF()'
        spellCheck={false}
        autoCapitalize="none"
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') onRun(text.trim())
          else if (event.key === 'Escape') onClose()
        }}
      />
      {faults.length > 0 && (
        <div id="query-faults" className="query-faults" role="alert">
          {faults.map(fault => (
            <p key={fault}>{fault}</p>
          ))}
        </div>
      )}
    </div>
  )
}
