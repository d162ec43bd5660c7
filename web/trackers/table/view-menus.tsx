// Loaded when a menu of the bar first opens.
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import { SearchList } from '../../design/controls/search-list.tsx'
import { IconCheck } from '../../design/icons.tsx'
import type { LayerHandle } from '../../design/layout/late-layer.tsx'
import type { Field } from '../../fields/field-view.ts'
import type { Tracker } from '../tracker-queries.ts'
import { columnFields, columnOf, isSortable, type Column, type SortKey } from './columns.ts'
import { useFieldOptions } from './field-kinds.tsx'

export interface SortButtonProps {
  readonly tracker: Tracker
  readonly sort: readonly SortKey[]
  readonly onSort: (sort: readonly SortKey[]) => void
}

export interface ColumnsButtonProps {
  readonly tracker: Tracker
  readonly columns: readonly Column[]
  /** Of the button. */
  readonly label: string
  readonly onColumns: (columns: readonly Column[]) => void
}

interface PickerProps extends LayerHandle {
  readonly label: string
  readonly fields: readonly Field[]
  readonly isChosen: (field: Field) => boolean
  readonly isMultiple: boolean
  /** Beside the chosen fields. */
  readonly signOf?: (field: Field) => string
  readonly onChoose: (field: Field) => void
}

const FieldPicker = ({ label, fields, isChosen, isMultiple, signOf, onChoose, trigger, close }: PickerProps) => {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const optionsOf = useFieldOptions()
  return (
    <Popover
      className="menu-popover field-picker"
      placement="bottom end"
      triggerRef={trigger}
      isOpen
      onOpenChange={isOpen => !isOpen && close()}
    >
      <Dialog aria-label={label} className="picker-dialog">
        <SearchList
          label={label}
          placeholder={t`Find a field…`}
          text={text}
          onText={setText}
          isMultiple={isMultiple}
          options={optionsOf(fields, text).map(option => {
            const field = fields.find(({ name }) => name === option.id)
            const isHere = field !== undefined && isChosen(field)
            return {
              ...option,
              isChosen: isHere,
              content: (
                <>
                  {option.content}
                  {isHere && (
                    <span className="picker-check">
                      {field && signOf?.(field)}
                      <IconCheck />
                    </span>
                  )}
                </>
              ),
            }
          })}
          onChoose={name => {
            const field = fields.find(each => each.name === name)
            if (field) onChoose(field)
          }}
          empty={t`Nothing found`}
        />
      </Dialog>
    </Popover>
  )
}

/** Sorts by one field; choosing the same field again turns the order round. */
export const SortMenu = ({ tracker, sort, onSort, ...handle }: SortButtonProps & LayerHandle) => {
  const { t } = useLingui()
  const fields = tracker.fields.filter(
    field => field.is_used && isSortable(field) && (field.type === 'aid' || isValueField(tracker, field.field_id)),
  )
  const keyOf = ({ name }: Field) => sort.find(key => key.name === name)
  return (
    <FieldPicker
      {...handle}
      label={t`Sort by`}
      fields={fields}
      isMultiple={false}
      isChosen={field => keyOf(field) !== undefined}
      signOf={field => (keyOf(field)?.isDescending === true ? '↓' : '↑')}
      onChoose={({ name }) => {
        const [first] = sort
        onSort([{ name, isDescending: first?.name === name && !first.isDescending }])
        handle.close()
      }}
    />
  )
}

const isValueField = (tracker: Tracker, id: number): boolean =>
  tracker.semantics.title?.field_id === id || columnFields(tracker).some(field => field.field_id === id)

/** Shows and hides columns. The picker stays open, because people choose several. */
export const ColumnsMenu = ({ tracker, columns, onColumns, ...handle }: ColumnsButtonProps & LayerHandle) => {
  const { t } = useLingui()
  const isShown = (field: Field): boolean => columns.some(each => each.field.field_id === field.field_id)
  return (
    <FieldPicker
      {...handle}
      label={t`Columns`}
      fields={columnFields(tracker)}
      isMultiple
      isChosen={isShown}
      onChoose={field =>
        onColumns(
          isShown(field)
            ? columns.filter(each => each.field.field_id !== field.field_id)
            : [...columns, columnOf(field)],
        )
      }
    />
  )
}
