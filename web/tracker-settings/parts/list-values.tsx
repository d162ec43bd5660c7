import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Button, IconButton } from '../../design/controls/button.tsx'
import { Checkbox } from '../../design/controls/checkbox.tsx'
import { Select } from '../../design/controls/select.tsx'
import { TextArea } from '../../design/controls/text-field.tsx'
import { Dialog, DialogActions } from '../../design/feedback/dialog.tsx'
import { EmptyState } from '../../design/feedback/empty-state.tsx'
import { IconMore, IconPlus, IconTrash } from '../../design/icons.tsx'
import { Menu, MenuItem } from '../../design/layout/menu.tsx'
import { ColourSelect } from '../colour-select.tsx'
import {
  NEW_VALUE,
  withBind,
  withFlag,
  withMergedValue,
  withoutMember,
  withoutValue,
  withRenamedValue,
  type BindDefinition,
  type ElementDefinition,
  type StaticValue,
} from '../model/definition.ts'
import { SINGLE_TYPES } from '../model/form-edits.ts'
import { OrderButtons } from '../order-buttons.tsx'
import { useWorkingCopy } from '../model/use-working-copy.ts'

export interface ListValuesProps {
  readonly element: ElementDefinition
  readonly bind: BindDefinition
}

/** The values of a list: labels, colours, defaults, and their order. */
export const ListValues = ({ element, bind }: ListValuesProps) => {
  const { t } = useLingui()
  const { base, change } = useWorkingCopy()
  const rows = useRef<HTMLOListElement>(null)
  const [isPasting, setPasting] = useState(false)
  const [merging, setMerging] = useState<number>()
  const values = bind.values ?? []
  const setValues = (next: readonly StaticValue[]) => change(all => withBind(all, element.name, { values: [...next] }))
  const setValue = (index: number, next: StaticValue) =>
    setValues(values.map((value, at) => (at === index ? next : value)))
  const setDefault = (index: number, isDefault: boolean) =>
    setValues(
      values.map((value, at) =>
        at === index
          ? withFlag(value, 'is_default', isDefault)
          : isDefault && SINGLE_TYPES.includes(element.type)
            ? withFlag(value, 'is_default', false)
            : value,
      ),
    )
  const focusLabel = (index: number) =>
    requestAnimationFrame(() => rows.current?.querySelectorAll<HTMLInputElement>('.settings-label')[index]?.focus())
  const move = (index: number, to: number) => {
    const moved = values[index]
    if (!moved || to < 0 || to >= values.length) return
    setValues(values.filter(value => value !== moved).toSpliced(to, 0, moved))
    focusLabel(to)
  }
  const add = (labels: readonly string[]) =>
    setValues([...values, ...labels.map(label => ({ label, [NEW_VALUE]: true }) as StaticValue)])
  const addOne = () => {
    add([freeLabel(t`New value`, values)])
    focusLabel(values.length)
  }
  const isAlphabetical = bind.is_alphabetical === true
  return (
    <>
      <Checkbox
        label={t`Show the values sorted by label`}
        isSelected={isAlphabetical}
        onChange={isSet => change(all => withBind(all, element.name, { is_alphabetical: isSet }))}
      />
      {values.length === 0 && <EmptyState title={t`The list has no value`} />}
      <ol ref={rows} className="settings-values" aria-label={t`Values of ${element.label}`}>
        {values.map((value, index) =>
          value.merged_into !== undefined ? (
            <MergedRow key={index} value={value} onKeep={() => setValue(index, withoutMember(value, 'merged_into'))} />
          ) : (
            <ValueRow
              // A value has no identity of its own but its place: labels change while somebody types.
              key={index}
              value={value}
              fault={faultOf(value, values, t`The value needs a label.`, t`Another value has this label.`)}
              canMove={!isAlphabetical}
              index={index}
              count={values.length}
              onLabel={label => change(all => withRenamedValue(base.definition, all, element.name, index, label))}
              onValue={next => setValue(index, next)}
              onDefault={isDefault => setDefault(index, isDefault)}
              onMove={by => move(index, index + by)}
              onDelete={() => change(all => withoutValue(all, element.name, index))}
              onMerge={values.some((each, at) => at !== index && isThere(each)) ? () => setMerging(index) : undefined}
            />
          ),
        )}
      </ol>
      <div className="settings-actions">
        <Button onPress={addOne}>
          <IconPlus /> <Trans>Value</Trans>
        </Button>
        <Button variant="quiet" onPress={() => setPasting(true)}>
          <Trans>Paste lines…</Trans>
        </Button>
      </div>
      {merging !== undefined && (
        <MergeDialog
          values={values}
          index={merging}
          onMerge={target => change(all => withMergedValue(all, element.name, merging, target))}
          onClose={() => setMerging(undefined)}
        />
      )}
      {isPasting && (
        <PasteDialog labels={values.map(({ label }) => label)} onAdd={add} onClose={() => setPasting(false)} />
      )}
    </>
  )
}

/** The value stays in the list. */
const isThere = ({ merged_into: target }: StaticValue): boolean => target === undefined

const faultOf = (value: StaticValue, all: readonly StaticValue[], empty: string, twice: string): string | undefined => {
  if (value.label.trim() === '') return empty
  // Values of imported lists may share a label: a reference tells them apart.
  const isTwice = all.some(
    other => other !== value && isThere(other) && other.label === value.label && other.reference === undefined,
  )
  return isTwice && value.reference === undefined ? twice : undefined
}

const freeLabel = (label: string, values: readonly StaticValue[]): string => {
  const taken = new Set(values.map(value => value.label))
  let number = 1
  while (taken.has(number === 1 ? label : `${label} ${number}`)) number++
  return number === 1 ? label : `${label} ${number}`
}

interface ValueRowProps {
  readonly value: StaticValue
  readonly fault: string | undefined
  readonly canMove: boolean
  readonly index: number
  readonly count: number
  readonly onLabel: (label: string) => void
  readonly onValue: (value: StaticValue) => void
  readonly onDefault: (isDefault: boolean) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onDelete: () => void
  /** Undefined: there is no other value. */
  readonly onMerge: (() => void) | undefined
}

const ValueRow = (props: ValueRowProps) => {
  const { value, fault, canMove, index, count, onLabel, onValue, onDefault, onMove, onDelete, onMerge } = props
  const { t } = useLingui()
  const name = value.label
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canMove || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li
      className={value.is_hidden === true ? 'settings-value settings-hidden' : 'settings-value'}
      onKeyDown={onKeyDown}
    >
      <ColourSelect
        label={t`Colour of ${name}`}
        isLabelHidden
        hasNone
        value={value.color ?? null}
        onChange={colour => {
          const { color: _, ...rest } = value
          onValue(colour === null ? rest : { ...rest, color: colour })
        }}
      />
      <div className="settings-value-name">
        <input
          className="field-input settings-label"
          aria-label={t`Label of ${name}`}
          aria-invalid={fault === undefined ? undefined : true}
          value={value.label}
          onChange={event => onLabel(event.target.value)}
        />
        {value.previous_label !== undefined && (
          <span className="meta">
            <Trans>was {value.previous_label}; artifacts keep it</Trans>
          </span>
        )}
        {fault !== undefined && <span className="field-error">{fault}</span>}
      </div>
      <Checkbox label={t`Default`} isSelected={value.is_default === true} onChange={onDefault} />
      <Checkbox
        label={t`Hidden`}
        isSelected={value.is_hidden === true}
        onChange={isHidden => onValue(withFlag(value, 'is_hidden', isHidden))}
      />
      <span className="settings-value-actions">
        <OrderButtons name={name} index={index} count={count} isFixed={!canMove} onMove={onMove} />
        <IconButton label={t`Delete: ${name}`} size="small" onPress={onDelete}>
          <IconTrash />
        </IconButton>
        {onMerge && (
          <Menu label={t`More about ${name}`} icon={<IconMore />}>
            <MenuItem onAction={onMerge}>{t`Merge into…`}</MenuItem>
          </Menu>
        )}
      </span>
    </li>
  )
}

/** A value that goes when the edits are applied. */
const MergedRow = ({ value, onKeep }: { readonly value: StaticValue; readonly onKeep: () => void }) => {
  const { t } = useLingui()
  const { label, merged_into: target } = value
  return (
    <li className="settings-merged">
      <span>
        <del dir="auto">{label}</del>{' '}
        <span className="muted">
          <Trans>is merged into {target}; artifacts get that value</Trans>
        </span>
      </span>
      <Button size="small" variant="quiet" aria-label={t`Keep ${label}`} onPress={onKeep}>
        <Trans>Keep</Trans>
      </Button>
    </li>
  )
}

interface MergeDialogProps {
  readonly values: readonly StaticValue[]
  readonly index: number
  readonly onMerge: (target: number) => void
  readonly onClose: () => void
}

/** Chooses the value that takes over the artifacts of another one. */
const MergeDialog = ({ values, index, onMerge, onClose }: MergeDialogProps) => {
  const { t } = useLingui()
  const others = values.flatMap((value, at) => (at !== index && isThere(value) ? [{ at, label: value.label }] : []))
  const [target, setTarget] = useState(others[0]?.at ?? 0)
  const name = values[index]?.label ?? ''
  return (
    <Dialog title={t`Merge ${name} into another value`} isOpen onClose={onClose}>
      <Select
        label={t`Into`}
        value={String(target)}
        onChange={at => setTarget(Number(at))}
        options={others.map(({ at, label }) => ({ value: String(at), label }))}
      />
      <p className="muted small">
        <Trans>Artifacts with {name} get the other value; rules, workflow and reports follow. No value is lost.</Trans>
      </p>
      <DialogActions>
        <Button variant="quiet" onPress={onClose}>
          <Trans>Back</Trans>
        </Button>
        <Button
          variant="primary"
          onPress={() => {
            onMerge(target)
            onClose()
          }}
        >
          <Trans>Merge</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface PasteDialogProps {
  readonly labels: readonly string[]
  readonly onAdd: (labels: readonly string[]) => void
  readonly onClose: () => void
}

/** Each line becomes a value; lines that are in the list already are left out. */
const PasteDialog = ({ labels, onAdd, onClose }: PasteDialogProps) => {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  const fresh = [...new Set(lines)].filter(line => !labels.includes(line))
  const doubles = lines.length - fresh.length
  return (
    <Dialog title={t`Add many values`} isOpen onClose={onClose}>
      <TextArea
        label={t`One value on each line`}
        rows={10}
        value={text}
        onChange={setText}
        autoFocus
        {...(doubles > 0 && { description: t`Lines that are in the list already: ${doubles}. They are left out.` })}
      />
      <DialogActions>
        <Button variant="quiet" onPress={onClose}>
          <Trans>Back</Trans>
        </Button>
        <Button
          variant="primary"
          isDisabled={fresh.length === 0}
          onPress={() => {
            onAdd(fresh)
            onClose()
          }}
        >
          {t`Add ${fresh.length}`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
