import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { Button as AriaButton } from 'react-aria-components'
import { useCommands } from '../../commands/registry.ts'
import { Button } from '../../design/controls/button.tsx'
import { useFaults } from '../../design/feedback/error-state.tsx'
import type { FieldScope, FilterChip } from '../../fields/field-view.ts'
import type { Tracker } from '../tracker-queries.ts'
import { AddFilter } from './add-filter.tsx'
import { chipOf, chipsOf, joinChips, unreadChip, type QueryChip } from './chips.ts'
import './filter-bar.css'
import { queryReading, type QueryError } from './query-tree.ts'

const Chip = lazyPart(() => import('./filter-chip.tsx'), 'Chip')
const TqlEditor = lazyPart(() => import('./tql-editor.tsx'), 'TqlEditor')

/** One array for all renderings: the editor marks mistakes again when the array changes. */
const NO_ERRORS: readonly QueryError[] = []

export interface FilterBarProps {
  readonly tracker: Tracker
  readonly scope: FieldScope
  readonly tql: string
  /** JSON criteria of a report that TQL cannot say. */
  readonly criteria: string
  /** Refusal of the query by the search. */
  readonly error: unknown
  readonly onTql: (tql: string) => void
  /** A query that was written and could not be run: its first mistake; undefined once it is mended or left. */
  readonly onProblem: (sentence: string | undefined) => void
  /** Menus at the end of the bar. */
  readonly children: ReactNode
}

/** The query as chips, which forms edit, or as text. The server alone reads the text. */
export const FilterBar = ({ tracker, scope, tql, criteria, error, onTql, onProblem, children }: FilterBarProps) => {
  const { t } = useLingui()
  const faults = useFaults()
  const [isText, setText] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [isUnfolded, setUnfolded] = useState(false)
  const { data: read } = useQuery({ ...queryReading(tracker.id, tql), enabled: tql !== '' })
  const errors = (tql === '' ? undefined : read?.errors) ?? NO_ERRORS
  const isRefused = tql !== '' && error !== null && error !== undefined
  const isBroken = isRefused || errors.length > 0
  const chips = tql === '' ? [] : read?.tree ? chipsOf(read.tree, tql) : [unreadChip(tql)]
  const replace = (index: number, chip: QueryChip | undefined) =>
    onTql(joinChips(chips.flatMap((each, i) => (i === index ? (chip ?? []) : each))))
  const leaveText = () => {
    setText(false)
    onProblem(undefined)
  }
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
    <div className={isUnfolded ? 'filter-bar filter-bar-unfolded' : 'filter-bar'} role="search" aria-label={t`Filters`}>
      {isText || isBroken ? (
        <Suspense fallback={<span className="query-text" aria-busy="true" />}>
          <TqlEditor
            key={tql}
            trackerId={tracker.id}
            tql={tql}
            errors={errors}
            fault={isRefused && errors.length === 0 ? faults(error).join('\n') : ''}
            onRun={onTql}
            onProblem={onProblem}
            onClose={leaveText}
          />
        </Suspense>
      ) : (
        <>
          {criteria !== '' && (
            <span className="chip">
              <span className="chip-text">
                <Trans>Filters of the report</Trans>
              </span>
            </span>
          )}
          {chips.length > 1 && (
            <AriaButton
              className="button button-quiet button-small filter-fold"
              aria-expanded={isUnfolded}
              onPress={() => setUnfolded(!isUnfolded)}
            >
              <Plural value={chips.length} one="# filter" other="# filters" />
            </AriaButton>
          )}
          <Suspense fallback={null}>
            {chips.map((chip, index) => (
              <Chip
                // The same filter may stand twice in a query.
                key={`${chip.text} ${index}`}
                tracker={tracker}
                scope={scope}
                chip={chip}
                onChange={filter => replace(index, chipOf(filter))}
                onText={() => setText(true)}
                onRemove={() => replace(index, undefined)}
              />
            ))}
          </Suspense>
          <AddFilter
            tracker={tracker}
            scope={scope}
            isOpen={isAdding}
            onOpenChange={setAdding}
            onAdd={(filter: FilterChip) => onTql(joinChips([...chips, chipOf(filter)]))}
          />
          {chips.length > 1 && (
            <Button variant="quiet" size="small" onPress={() => onTql('')}>
              <Trans>Clear</Trans>
            </Button>
          )}
        </>
      )}
      <Button
        variant="quiet"
        size="small"
        aria-pressed={isText || isBroken}
        onPress={() => (isText || isBroken ? leaveText() : setText(true))}
      >
        TQL
      </Button>
      <div className="toolbar">{children}</div>
    </div>
  )
}
