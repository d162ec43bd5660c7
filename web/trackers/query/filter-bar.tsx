import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useCommands } from '../../commands/registry.ts'
import { Button } from '../../design/controls/button.tsx'
import { useFaults } from '../../design/feedback/error-state.tsx'
import { IconClose } from '../../design/icons.tsx'
import type { FieldScope, FilterChip } from '../../fields/field-view.ts'
import type { Tracker } from '../tracker-queries.ts'
import { AddFilter } from './add-filter.tsx'
import { chipOf, chipsOf, joinChips, unreadChip, type QueryChip } from './chips.ts'
import './filter-bar.css'
import { queryReading, type QueryError } from './query-tree.ts'
import { useChipWords } from './use-chip-words.ts'

const FilterForm = lazy(async () => ({ default: (await import('./filter-form.tsx')).FilterForm }))
const TqlEditor = lazy(async () => ({ default: (await import('./tql-editor.tsx')).TqlEditor }))

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

interface ChipProps {
  readonly tracker: Tracker
  readonly scope: FieldScope
  readonly chip: QueryChip
  readonly onChange: (filter: FilterChip) => void
  readonly onText: () => void
  readonly onRemove: () => void
}

const Chip = ({ tracker, scope, chip, onChange, onText, onRemove }: ChipProps) => {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const wordsOf = useChipWords(tracker)
  const words = chip.filter && wordsOf(chip.filter)
  const field = words?.field ?? t`Advanced`
  return (
    <span className="chip">
      {chip.filter && words ? (
        <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
          <AriaButton className="chip-text">
            <span dir="auto">{words.field}</span> {words.operator}{' '}
            {words.values !== '' && (
              <b className="cut" dir="auto">
                {words.values}
              </b>
            )}
          </AriaButton>
          <Popover className="menu-popover filter-popover" placement="bottom start">
            <Dialog aria-label={t`Change the filter ${field}`} className="filter-dialog">
              <Suspense fallback={null}>
                <FilterForm
                  tracker={tracker}
                  scope={scope}
                  name={chip.filter.field}
                  chip={chip.filter}
                  onDone={filter => {
                    setOpen(false)
                    if (filter) onChange(filter)
                  }}
                  onText={() => {
                    setOpen(false)
                    onText()
                  }}
                />
              </Suspense>
            </Dialog>
          </Popover>
        </DialogTrigger>
      ) : (
        <button type="button" className="chip-text" onClick={onText} title={chip.text}>
          <span>{field}</span> <b className="cut chip-code">{chip.text}</b>
        </button>
      )}
      <button type="button" className="chip-close" aria-label={t`Remove the filter ${field}`} onClick={onRemove}>
        <IconClose />
      </button>
    </span>
  )
}
