import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button, IconButton } from '../design/controls/button.tsx'
import { Checkbox } from '../design/controls/checkbox.tsx'
import { Select } from '../design/controls/select.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { IconChevronDown, IconChevronUp, IconPlus, IconTrash } from '../design/icons.tsx'
import { TrackerSquare } from '../design/values/value.tsx'
import { PALETTE_NAMES, valueColour } from '../design/values/value-colour.ts'
import { trackerQuery } from '../trackers/tracker-queries.ts'
import {
  withField,
  withMovedColumn,
  withNewColumn,
  withValueIn,
  type DraftColumn,
  type DraftWall,
} from './cardwall-draft.ts'

export interface CardwallSettingsProps {
  readonly wall: DraftWall | undefined
  readonly onChange: (wall: DraftWall | undefined) => void
  /** Trackers whose artifacts may be cards. */
  readonly trackers: readonly { readonly id: number; readonly label: string }[]
}

/** Columns of the milestones of a planning, and the lists that decide them. */
export const CardwallSettings = ({ wall, onChange, trackers }: CardwallSettingsProps) => {
  const { t } = useLingui()
  return (
    <div className="cardwall-draft">
      <Checkbox
        label={t`Milestones have a cardwall`}
        isSelected={wall !== undefined}
        onChange={isOn => onChange(isOn ? withNewColumn({ columns: [], mappings: [] }) : undefined)}
      />
      {wall && (
        <>
          <p className="field-description">
            <Trans>A card stands in the column that has the label of its status, unless another list decides.</Trans>
          </p>
          <ol className="cardwall-columns" aria-label={t`Columns of the cardwall`}>
            {wall.columns.map((column, index) => (
              <ColumnRow key={column.key} wall={wall} column={column} place={index + 1} onChange={onChange} />
            ))}
          </ol>
          <Button size="small" onPress={() => onChange(withNewColumn(wall))}>
            <IconPlus /> <Trans>Add a column</Trans>
          </Button>
          {trackers.map(({ id, label }) => (
            <Mapping key={id} wall={wall} tracker={{ id, label }} onChange={onChange} />
          ))}
        </>
      )}
    </div>
  )
}

interface ColumnRowProps {
  readonly wall: DraftWall
  readonly column: DraftColumn
  readonly place: number
  readonly onChange: (wall: DraftWall) => void
}

const ColumnRow = ({ wall, column, place, onChange }: ColumnRowProps) => {
  const { t } = useLingui()
  const { key, label, color } = column
  const name = label === '' ? String(place) : label
  const change = (changes: Partial<DraftColumn>) =>
    onChange({ ...wall, columns: wall.columns.map(one => (one.key === key ? { ...one, ...changes } : one)) })
  const remove = () => onChange({ ...wall, columns: wall.columns.filter(one => one.key !== key) })
  return (
    <li className="cardwall-column">
      <TextField
        label={t`Column ${place}`}
        value={label}
        onChange={text => change({ label: text })}
        isRequired
        maxLength={255}
      />
      <div className="cardwall-colour">
        <Select
          label={t`Colour`}
          value={color}
          onChange={chosen => change({ color: chosen })}
          options={[
            ...(PALETTE_NAMES.includes(color) ? [] : [{ value: color, label: color }]),
            ...PALETTE_NAMES.map(value => ({ value, label: value.replaceAll('-', ' ') })),
          ]}
        />
        <TrackerSquare colour={valueColour(color)} />
      </div>
      <span className="cardwall-column-buttons">
        <IconButton
          label={t`Move up: ${name}`}
          isDisabled={place === 1}
          onPress={() => onChange(withMovedColumn(wall, key, -1))}
        >
          <IconChevronUp />
        </IconButton>
        <IconButton
          label={t`Move down: ${name}`}
          isDisabled={place === wall.columns.length}
          onPress={() => onChange(withMovedColumn(wall, key, 1))}
        >
          <IconChevronDown />
        </IconButton>
        <IconButton label={t`Remove the column ${name}`} onPress={remove}>
          <IconTrash />
        </IconButton>
      </span>
    </li>
  )
}

interface MappingProps {
  readonly wall: DraftWall
  readonly tracker: { readonly id: number; readonly label: string }
  readonly onChange: (wall: DraftWall) => void
}

/** The list of a tracker that decides the columns of its cards, and the column of each of its values. */
const Mapping = ({ wall, tracker: { id, label: trackerLabel }, onChange }: MappingProps) => {
  const { t } = useLingui()
  const tracker = useQuery(trackerQuery(id)).data
  if (!tracker) return <Skeleton lines={1} />
  const lists = tracker.fields.filter(
    ({ type, bindings }) => ['sb', 'rb', 'msb'].includes(type) && bindings.type === 'static',
  )
  if (lists.length === 0) return null
  const chosen = wall.mappings.find(mapping => mapping.tracker === String(id))?.field
  const values = valuesOf(lists.find(({ field_id }) => String(field_id) === chosen)?.values)
  const setField = (field: string) =>
    onChange(
      withField(
        wall,
        String(id),
        field === '' ? undefined : field,
        values.map(value => value.id),
      ),
    )
  return (
    <fieldset className="cardwall-mapping">
      <legend className="visually-hidden">{trackerLabel}</legend>
      <Select
        label={t`Columns of ${trackerLabel} by`}
        value={chosen ?? ''}
        onChange={setField}
        options={[
          { value: '', label: t`the status` },
          ...lists.map(({ field_id, label }) => ({ value: String(field_id), label })),
        ]}
      />
      {values.map(value => {
        const column = wall.columns.find(one => one.values.includes(value.id))
        return (
          <Select
            key={value.id}
            label={t`${value.label} stands in`}
            value={column ? String(column.key) : ''}
            onChange={key => onChange(withValueIn(wall, value.id, key === '' ? undefined : Number(key)))}
            options={[
              { value: '', label: t`the column of that label` },
              ...wall.columns.map(({ key, label: name }, place) => ({
                value: String(key),
                label: name || String(place + 1),
              })),
            ]}
          />
        )
      })}
    </fieldset>
  )
}

/** The values of a fixed list that are in use. */
const valuesOf = (values: unknown): readonly { readonly id: number; readonly label: string }[] =>
  ((values ?? []) as readonly { id: number; label: string; is_hidden?: boolean }[]).filter(
    value => value.is_hidden !== true,
  )
