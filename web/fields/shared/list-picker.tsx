import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { SearchList } from '../../design/controls/search-list.tsx'
import { Button } from '../../design/controls/button.tsx'
import { IconCheck, IconChevronDown } from '../../design/icons.tsx'
import { IconLock } from '../../design/page-icons.tsx'
import type { EditProps, Field, FieldScope } from '../field-view.ts'
import '../lists/list-picker.css'
import { ChoiceCell, ChoiceList, ChoiceView } from './choice-view.tsx'
import { inOrderOf, isForEverybody, offeredChoices, type Choice } from './choices.ts'
import { Faults, KeysOfEditor } from './editor.tsx'
import { Nothing } from './nothing.tsx'
import { findPeople } from './people.ts'
import { includesText } from '../../design/includes-text.ts'

/** Lists as long as this show digits as shortcuts. */
const DIGITS = 9
const SEARCH_PAUSE_MS = 120

export interface ListPickerProps extends Pick<
  EditProps,
  'faults' | 'isRefused' | 'isStatus' | 'place' | 'onDone' | 'onCancel'
> {
  readonly field: Field
  readonly scope: FieldScope
  readonly chosen: readonly Choice[]
  readonly isMultiple: boolean
  /** Adds a choice for a text that no choice has; undefined: the list is closed. */
  readonly onNew?: (text: string) => Choice | undefined
  readonly onChoose: (choices: readonly Choice[]) => void
}

/**
 * The choices of a list with a search above: allowed ones first, refused ones dimmed with their reason. A single choice closes the list; of
 * several, leaving saves them all.
 */
export const ListPicker = (props: ListPickerProps) => {
  const { field, chosen, faults, place, onDone, onCancel } = props
  const { t } = useLingui()
  const id = useId()
  const Chosen = place === 'cell' ? ChoiceCell : ChoiceList
  const isInPlace = place !== 'form'
  const words = chosen.length > 0 || isInPlace ? chosen.map(({ label }) => label).join(' ') : t`Choose…`
  const [isOpen, setOpen] = useState(isInPlace)
  const isFinished = useRef(false)
  const close = (how: 'done' | 'cancel') => {
    if (isFinished.current) return
    isFinished.current = isInPlace
    setOpen(false)
    if (how === 'done') onDone()
    else onCancel()
  }
  return (
    <div className="list-picker">
      <DialogTrigger
        isOpen={isOpen}
        onOpenChange={open => {
          if (open) setOpen(true)
          // A press beside the list: several choices are saved, a single one was saved when it was chosen.
          else close(props.isMultiple ? 'done' : 'cancel')
        }}
      >
        <AriaButton
          className="list-picker-button field-input"
          aria-label={[field.label, words].filter(part => part !== '').join(': ')}
          aria-describedby={faults.length > 0 ? id : undefined}
        >
          {chosen.length > 0 ? (
            <Chosen choices={chosen} isStatus={props.isStatus} />
          ) : isInPlace ? (
            <Nothing />
          ) : (
            <span className="list-picker-none">{words}</span>
          )}
          {!isInPlace && <IconChevronDown />}
        </AriaButton>
        <Popover className="list-picker-popover" placement="bottom start" offset={4}>
          <Dialog aria-label={field.label} className="list-picker-dialog">
            <Choices {...props} onClose={close} />
          </Dialog>
        </Popover>
      </DialogTrigger>
      <Faults id={id} faults={faults} />
    </div>
  )
}

interface ChoicesProps extends ListPickerProps {
  readonly onClose: (how: 'done' | 'cancel') => void
}

const Choices = ({ field, scope, chosen, isMultiple, isRefused, onNew, onChoose, onClose }: ChoicesProps) => {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const choices = useChoices(field, scope, chosen, text)
  const reasonOf = (choice: Choice): string | undefined =>
    choice.ruleId !== undefined && !chosen.some(each => each.id === choice.id) ? isRefused?.(choice.ruleId) : undefined
  const sorted = [...choices].sort(
    (one, other) => Number(reasonOf(one) !== undefined) - Number(reasonOf(other) !== undefined),
  )
  const shown = sorted.filter(choice => matches(choice, text))
  const isNew = onNew !== undefined && text.trim() !== '' && !shown.some(({ label }) => label === text.trim())

  const toggle = (choice: Choice): void => {
    if (reasonOf(choice) !== undefined) return
    if (!isMultiple) {
      onChoose([choice])
      onClose('done')
      return
    }
    const isChosen = chosen.some(each => each.id === choice.id)
    onChoose(isChosen ? chosen.filter(each => each.id !== choice.id) : inOrderOf(field, [...chosen, choice]))
  }
  const addNew = (): void => {
    const choice = onNew?.(text.trim())
    if (!choice) return
    onChoose([...chosen, choice])
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    const digit = !hasModifier && /^[1-9]$/.test(event.key) && text === '' ? shown[Number(event.key) - 1] : undefined
    if (digit && shown.length <= DIGITS) {
      event.preventDefault()
      event.stopPropagation()
      toggle(digit)
    } else if ((event.key === 'Enter' && !hasModifier && isNew && shown.length === 0) || (event.key === ',' && isNew)) {
      event.preventDefault()
      event.stopPropagation()
      addNew()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose('cancel')
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isMultiple) {
      event.preventDefault()
      event.stopPropagation()
      onClose('done')
    }
  }
  const hasDigits = shown.length <= DIGITS && text === ''
  return (
    <div>
      <SearchList
        label={t`Find a value of ${field.label}`}
        placeholder={`${field.label}…`}
        text={text}
        onText={setText}
        isMultiple={isMultiple}
        options={shown.map((choice, index) => {
          const reason = reasonOf(choice)
          const isChosen = chosen.some(each => each.id === choice.id)
          return {
            id: String(choice.id),
            isChosen,
            isRefused: reason !== undefined,
            content: (
              <ChoiceOption
                choice={choice}
                isChosen={isChosen}
                isMultiple={isMultiple}
                reason={reason}
                digit={hasDigits ? index + 1 : undefined}
              />
            ),
          }
        })}
        onChoose={key => {
          const choice = shown.find(each => String(each.id) === key)
          if (choice) toggle(choice)
        }}
        onKeyDown={onKeyDown}
        empty={isNew ? <Trans>Press Enter to add “{text.trim()}”</Trans> : <Trans>Nothing found</Trans>}
      />
      <ChoicesFoot
        newText={isNew ? text.trim() : undefined}
        canClear={!field.required && chosen.length > 0}
        isMultiple={isMultiple}
        onNew={addNew}
        onClear={() => {
          onChoose([])
          if (!isMultiple) onClose('done')
        }}
        onDone={() => onClose('done')}
      />
    </div>
  )
}

/** Choices of the field, with the chosen values and the people that the search found. */
const useChoices = (field: Field, scope: FieldScope, chosen: readonly Choice[], text: string): readonly Choice[] => {
  const found = useFoundPeople(field, scope, text)
  return useMemo(() => {
    const offered = offeredChoices(field).filter(
      choice => !choice.isHidden || chosen.some(each => each.id === choice.id),
    )
    // A chosen value stays in the list, even if the field offers it no longer.
    const extra = chosen.filter(choice => !offered.some(each => each.id === choice.id))
    const all = [...extra, ...offered]
    return [...all, ...found.filter(choice => !all.some(each => each.id === choice.id))]
  }, [field, chosen, found])
}

interface ChoiceOptionProps {
  readonly choice: Choice
  readonly isChosen: boolean
  readonly isMultiple: boolean
  /** Why the choice is refused. */
  readonly reason: string | undefined
  /** The key that chooses it. */
  readonly digit: number | undefined
}

const ChoiceOption = ({ choice, isChosen, isMultiple, reason, digit }: ChoiceOptionProps) => (
  <span className="list-picker-option">
    <span className={isMultiple ? 'list-picker-box' : 'list-picker-check'}>{isChosen && <IconCheck />}</span>
    <ChoiceView choice={choice} />
    {reason !== undefined ? <IconLock /> : digit !== undefined && <kbd aria-hidden="true">{digit}</kbd>}
    {reason !== undefined && <span className="list-picker-reason">{reason}</span>}
  </span>
)

interface ChoicesFootProps {
  /** The text is a value that does not exist yet. */
  readonly newText: string | undefined
  readonly canClear: boolean
  readonly isMultiple: boolean
  readonly onNew: () => void
  readonly onClear: () => void
  readonly onDone: () => void
}

const ChoicesFoot = ({ newText, canClear, isMultiple, onNew, onClear, onDone }: ChoicesFootProps) => (
  <div className="list-picker-foot">
    {newText !== undefined && (
      <Button variant="quiet" size="small" onPress={onNew}>
        <Trans>Add “{newText}”</Trans> <NewMark />
      </Button>
    )}
    {canClear && (
      <Button variant="quiet" size="small" onPress={onClear}>
        <Trans>None</Trans>
      </Button>
    )}
    {isMultiple ? (
      <span className="list-picker-done">
        <Button variant="primary" size="small" onPress={onDone}>
          <Trans>Done</Trans> <kbd aria-hidden="true">Ctrl ↵</kbd>
        </Button>
      </span>
    ) : (
      <KeysOfEditor />
    )}
  </div>
)

/** An open value that does not exist before it is sent. */
export const NewMark = () => (
  <span className="meta">
    <Trans>new</Trans>
  </span>
)

const matches = (choice: Choice, text: string): boolean =>
  text.trim() === '' || includesText(choice.label, text) || includesText(choice.login ?? '', text)

/** People whom the field takes but does not list: members of the project first, then whom the server finds. */
const useFoundPeople = (field: Field, scope: FieldScope, text: string): readonly Choice[] => {
  const isSearched = isForEverybody(field)
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useQuery({
    queryKey: ['people', scope.projectId, settled],
    queryFn: ({ signal }) => findPeople(scope.projectId, settled, signal),
    enabled: isSearched,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return isSearched ? (data ?? []) : []
}
