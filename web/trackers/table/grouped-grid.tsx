// Loaded when a table is first grouped.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useEffectEvent, useMemo } from 'react'
import { openNewArtifact } from '../../artifacts/new-artifact/new-artifact-state.ts'
import { useNumberFormat } from '../../design/format.tsx'
import { IconChevronRight, IconPlus } from '../../design/icons.tsx'
import { offeredChoices } from '../../fields/shared/choices.ts'
import { keyOfValue } from '../board-settings.ts'
import { partsOf } from '../grouping/group-parts.ts'
import { useGroupWords } from '../grouping/group-words.ts'
import { formatGrouping, type Grouping } from '../grouping/groupings.ts'
import { readAggregates } from '../grouping/read-aggregates.ts'
import { joinTql } from '../query/to-tql.ts'
import type { Tracker } from '../tracker-queries.ts'
import { useStable } from '../use-stable.ts'
import { FigureCells } from './figure-cells.tsx'
import type { GridGroups, GroupHeadProps, RowGroup } from './grid-groups.ts'
import { Grid, GridError, type GridProps } from './grid.tsx'
import type { RowsQuery } from '../rows/rows-query.ts'
import { formatTotals, type Total } from './totals.ts'
import './grouped-grid.css'

export interface GroupedGridProps extends Omit<GridProps, 'groups'> {
  readonly grouping: Grouping
  /** Keys of the groups that show their heads alone. */
  readonly closed: ReadonlySet<string>
  readonly onClosed: (closed: ReadonlySet<string>) => void
  /** Values by name of field that a new artifact of the list begins with. */
  readonly values: Readonly<Record<string, string>>
  readonly canSubmit: boolean
  /** Reports what a reader should know of the groups. */
  readonly onNote: (note: string | undefined) => void
}

const groupsQuery = ({ trackerId, tql, generation }: RowsQuery, grouping: Grouping, totals: readonly Total[]) => {
  const by = formatGrouping(grouping)
  const base = JSON.stringify([trackerId, tql, generation, by])
  const measures = formatTotals(totals)
  return queryOptions({
    queryKey: ['tracker', trackerId, 'groups', base, measures] as const,
    queryFn: ({ signal }) =>
      readAggregates({ trackerId, tql, groupBy: by, measures: measures === '' ? 'count' : measures }, signal),
    // The groups stay in sight while another figure is read.
    placeholderData: (before, query) => (query?.queryKey[3] === base ? before : undefined),
    // As the rows: read again when the reader asks.
    staleTime: Infinity,
    retry: false,
    meta: { isSignedOutFine: true },
  })
}

/** The artifacts of a tracker under the values of a field. Each open group is a list of its own. */
export const GroupedGrid = (props: GroupedGridProps) => {
  const { grouping, closed, onClosed, values, canSubmit, onNote, ...grid } = props
  const { tracker, query, totals, onError, onTotal } = grid
  const { t } = useLingui()
  const words = useGroupWords()
  const { data, error } = useQuery(groupsQuery(query, grouping, totals))
  const groups = useMemo((): readonly RowGroup[] => {
    if (!data) return []
    const byKey = new Map(data.groups.map(group => [keyOfValue(group.keys[0]?.id ?? null), group]))
    const hasColours = offeredChoices(grouping.field).some(choice => choice.hasColour)
    return partsOf(data.groups, grouping, { at: 0, words, valueOf: ({ count }) => count }).map(part => ({
      key: part.key,
      label: part.label,
      colour: hasColours ? part.colour : undefined,
      tql: joinTql([query.tql === '' ? '' : `(${query.tql})`, part.tql ?? '']),
      count: part.value,
      measures: byKey.get(part.key)?.measures ?? {},
      isOpen: !closed.has(part.key),
    }))
  }, [data, grouping, query.tql, closed, words])
  const toggle = useStable((key: string) => {
    const next = new Set(closed)
    if (!next.delete(key)) next.add(key)
    onClosed(next)
  })
  const onHeadKey = useStable((key: string, place: number): boolean => {
    const group = groups[place]
    const isTaken =
      key === 'Enter' ||
      key === ' ' ||
      (key === 'ArrowRight' && !group?.isOpen) ||
      (key === 'ArrowLeft' && group?.isOpen)
    if (group && isTaken) toggle(group.key)
    return group !== undefined && isTaken === true
  })
  const by = formatGrouping(grouping)
  const total = data?.total
  const gridGroups = useMemo(
    (): GridGroups | undefined => (total === undefined ? undefined : { by, total, groups, onHeadKey, Head: GroupHead }),
    [by, total, groups, onHeadKey],
  )
  const tellError = useEffectEvent(onError)
  useEffect(() => {
    if (error) tellError(error)
  }, [error])
  const tellTotal = useEffectEvent(onTotal)
  useEffect(() => {
    if (total === undefined) tellTotal(undefined)
  }, [total])
  const isSeveral = groups.reduce((sum, { count }) => sum + count, 0) > (total ?? 0)
  const note =
    data?.is_complete === false
      ? t`There are more groups than can be shown: narrow the list.`
      : isSeveral
        ? t`An artifact with several values stands in each of its groups.`
        : undefined
  const tellNote = useEffectEvent(onNote)
  useEffect(() => {
    tellNote(note)
    return () => tellNote(undefined)
  }, [note])
  const shared = useMemo(
    () => ({ tracker, grouping, groups, totals, values, canSubmit, toggle }),
    [tracker, grouping, groups, totals, values, canSubmit, toggle],
  )
  if (error && !data)
    return (
      <div className="grid">
        <GridError error={error} query={query} refused={grid.refused} />
      </div>
    )
  if (!gridGroups) return <div className="grid" aria-busy="true" />
  return (
    <GroupsContext value={shared}>
      <Grid {...grid} groups={gridGroups} />
    </GroupsContext>
  )
}

interface GroupsOfTable {
  readonly tracker: Tracker
  readonly grouping: Grouping
  readonly groups: readonly RowGroup[]
  readonly totals: readonly Total[]
  readonly values: Readonly<Record<string, string>>
  readonly canSubmit: boolean
  readonly toggle: (key: string) => void
}

const GroupsContext = createContext<GroupsOfTable | undefined>(undefined)

/** Value, number of artifacts and figures of a group. */
const GroupHead = ({ index, place, columns, isFocused, start, measure }: GroupHeadProps) => {
  const { t } = useLingui()
  const format = useNumberFormat()
  const shared = use(GroupsContext)
  const group = shared?.groups[place]
  if (!shared || !group) return null
  const { tracker, grouping, totals, values, canSubmit, toggle } = shared
  const { key, label, colour, count, measures, isOpen } = group
  // A new artifact has the value of a list; a period says no day.
  const canAdd = canSubmit && grouping.unit === undefined && grouping.field.permissions.includes('create')
  const itemName = tracker.item_name
  return (
    <div
      ref={measure}
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      className="grid-row grid-group"
      data-colour={colour}
      style={{ transform: `translateY(${start}px)` }}
    >
      <div
        className="grid-cell grid-cell-title"
        role="rowheader"
        aria-colindex={1}
        aria-expanded={isOpen}
        data-row={index}
        data-column={0}
        data-span
        tabIndex={isFocused ? 0 : -1}
        onClick={() => toggle(key)}
      >
        <span className={isOpen ? 'grid-group-mark grid-group-mark-open' : 'grid-group-mark'} aria-hidden="true">
          <IconChevronRight />
        </span>
        {colour && <span className="dot" aria-hidden="true" />}
        <span className="grid-group-name cut" dir="auto">
          {label}
        </span>
        <span className="grid-group-count">
          <span aria-hidden="true">{format(count)}</span>
          <span className="visually-hidden">
            <Plural value={count} one="# artifact" other="# artifacts" />
          </span>
        </span>
        {canAdd && (
          <button
            type="button"
            className="grid-group-add"
            tabIndex={-1}
            title={t`New ${itemName} in ${label}`}
            onClick={event => {
              event.stopPropagation()
              openNewArtifact(tracker.id, { ...values, ...(key === 'none' ? {} : { [grouping.field.name]: label }) })
            }}
          >
            <IconPlus />
            <span className="visually-hidden">
              <Trans>
                New {itemName} in {label}
              </Trans>
            </span>
          </button>
        )}
      </div>
      <FigureCells columns={columns} totals={totals} figures={measures} />
    </div>
  )
}
