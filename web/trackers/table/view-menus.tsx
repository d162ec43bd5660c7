import { Trans, useLingui } from '@lingui/react/macro'
import {
  Button as AriaButton,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
  Popover,
} from 'react-aria-components'
import { IconCheck } from '../../design/icons.tsx'
import type { Tracker } from '../tracker-queries.ts'
import { columnFields, columnOf, isSortable, type Column, type SortKey } from './columns.ts'

export interface SortMenuProps {
  readonly tracker: Tracker
  readonly sort: readonly SortKey[]
  readonly onSort: (sort: readonly SortKey[]) => void
}

/** Sorts by one field; choosing the same field again turns the order round. */
export const SortMenu = ({ tracker, sort, onSort }: SortMenuProps) => {
  const { t } = useLingui()
  const fields = tracker.fields.filter(
    field => field.is_used && isSortable(field) && (field.type === 'aid' || isValueField(tracker, field.field_id)),
  )
  const [first] = sort
  const label = fields.find(field => field.name === first?.name)?.label
  return (
    <MenuTrigger>
      <AriaButton className="button button-quiet button-small">
        <Trans>Sort</Trans>
        {label !== undefined && (
          <strong>
            {label} {first?.isDescending === true ? '↓' : '↑'}
            {sort.length > 1 && ` +${sort.length - 1}`}
          </strong>
        )}
      </AriaButton>
      <Popover className="menu-popover" placement="bottom end">
        <AriaMenu
          className="menu"
          aria-label={t`Sort by`}
          onAction={name => {
            const isSame = first?.name === name
            onSort([{ name: String(name), isDescending: isSame ? !first.isDescending : false }])
          }}
        >
          {fields.map(field => (
            <AriaMenuItem
              key={field.name}
              id={field.name}
              textValue={field.label}
              className="menu-item menu-item-check"
            >
              <span className="menu-check">{first?.name === field.name && <IconCheck />}</span>
              {field.label}
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

const isValueField = (tracker: Tracker, id: number): boolean =>
  tracker.semantics.title?.field_id === id || columnFields(tracker).some(field => field.field_id === id)

export interface ColumnsMenuProps {
  readonly tracker: Tracker
  readonly columns: readonly Column[]
  readonly onColumns: (columns: readonly Column[]) => void
}

/** Shows and hides columns. The menu stays open, because people choose several. */
export const ColumnsMenu = ({ tracker, columns, onColumns }: ColumnsMenuProps) => {
  const { t } = useLingui()
  const fields = columnFields(tracker)
  return (
    <MenuTrigger>
      <AriaButton className="button button-quiet button-small">
        <Trans>Columns</Trans>
      </AriaButton>
      <Popover className="menu-popover" placement="bottom end">
        <AriaMenu
          className="menu"
          aria-label={t`Columns`}
          selectionMode="multiple"
          shouldCloseOnSelect={false}
          selectedKeys={columns.map(({ field }) => field.name)}
          onSelectionChange={selected => {
            const names =
              selected === 'all' ? new Set(fields.map(field => field.name)) : new Set([...selected].map(String))
            const kept = columns.filter(({ field }) => names.has(field.name))
            const added = fields.filter(field => names.has(field.name) && !columns.some(each => each.field === field))
            onColumns([...kept, ...added.map(field => columnOf(field))])
          }}
        >
          {fields.map(field => (
            <AriaMenuItem
              key={field.name}
              id={field.name}
              textValue={field.label}
              className="menu-item menu-item-check"
            >
              {({ isSelected }) => (
                <>
                  <span className="menu-check">{isSelected && <IconCheck />}</span>
                  {field.label}
                </>
              )}
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
