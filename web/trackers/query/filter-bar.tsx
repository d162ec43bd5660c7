import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { useCommands } from '../../commands/registry.ts'
import { Button } from '../../design/controls/button.tsx'
import { IconFilter } from '../../design/page-icons.tsx'
import { LateLayer } from '../../design/layout/late-layer.tsx'
import { PHONE, useMedia } from '../../design/use-media.ts'
import { useFaults } from '../../design/feedback/error-state.tsx'
import type { FieldScope } from '../../fields/field-view.ts'
import type { Tracker } from '../tracker-queries.ts'
import { AddFilter } from './add-filter.tsx'
import { chipOf, chipOfNew, chipsOf, joinChips, unreadChip, type QueryChip } from './chips.ts'
import './filter-bar.css'
import { queryReading, type QueryError } from './query-tree.ts'

const Chip = lazyPart(() => import('./filter-chip.tsx'), 'Chip')
const FilterSheet = lazyPart(() => import('./filter-sheet.tsx'), 'FilterSheet')
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
  const isPhone = useMedia(PHONE)
  const [isSheetOpen, setSheetOpen] = useState(false)
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
  const parts = (
    <>
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
            onAdd={chip => onTql(joinChips([...chips, chipOfNew(chip)]))}
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
    </>
  )
  if (isPhone)
    return (
      <div className="filter-bar">
        <LateLayer
          kind="dialog"
          className="button button-quiet button-small"
          isOpen={isSheetOpen || isAdding}
          onOpenChange={isOpen => {
            setSheetOpen(isOpen)
            if (!isOpen) setAdding(false)
          }}
          layer={({ close }) => <FilterSheet onClose={close}>{parts}</FilterSheet>}
        >
          <IconFilter />
          <Trans>Filter</Trans>
          {chips.length > 0 && <strong>{chips.length}</strong>}
        </LateLayer>
        <div className="toolbar">{children}</div>
      </div>
    )
  return (
    <div className="filter-bar" role="search" aria-label={t`Filters`}>
      {parts}
      <div className="toolbar">{children}</div>
    </div>
  )
}
