import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import './search-list.css'

export interface SearchOption {
  readonly id: string
  readonly content: ReactNode
  /** Options of one section follow each other. */
  readonly section?: string
  readonly isChosen?: boolean
  /** It has the focus like every other, but cannot be chosen; its content says why. */
  readonly isRefused?: boolean
}

export interface SearchListProps {
  readonly label: string
  readonly placeholder: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly options: readonly SearchOption[]
  readonly onChoose: (id: string) => void
  readonly isMultiple?: boolean
  readonly empty: ReactNode
  /** Handles keys of the caller before the list handles its own. */
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/**
 * A field with a list below it: the focus stays in the field, the arrows move through the list (the combobox pattern of ARIA). Much smaller
 * than the library's, and the header of each page loads it.
 */
export const SearchList = (props: SearchListProps) => {
  const { label, placeholder, text, onText, options, onChoose, isMultiple = false, empty } = props
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [activeId, setActiveId] = useState<string>()
  const found = options.findIndex(option => option.id === activeId)
  const chosen = options.findIndex(option => option.isChosen === true)
  const active = found >= 0 ? found : text === '' ? Math.max(0, chosen) : 0
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const move = (to: number) => setActiveId(options[(to + options.length) % options.length]?.id)
  const choose = (option: SearchOption | undefined) => {
    if (option && option.isRefused !== true) onChoose(option.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    props.onKeyDown?.(event)
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      Home: text === '' ? () => move(0) : undefined,
      End: text === '' ? () => move(options.length - 1) : undefined,
      Enter: () => choose(options[active]),
    }
    const run = keys[event.key]
    if (!run || options.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  return (
    <>
      <input
        ref={input}
        className="search-list-input"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={options[active] && `${id}-${active}`}
        placeholder={placeholder}
        autoComplete="off"
        value={text}
        onChange={event => {
          onText(event.target.value)
          setActiveId(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      {options.length === 0 ? (
        <div className="search-list-empty" role="status">
          {empty}
        </div>
      ) : null}
      <ul
        ref={list}
        id={id}
        className="search-list"
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple}
      >
        {options.map((option, index) => (
          <OptionRow
            key={option.id}
            option={option}
            id={`${id}-${index}`}
            isActive={index === active}
            heading={option.section !== options[index - 1]?.section ? option.section : undefined}
            onHover={() => setActiveId(option.id)}
            onChoose={() => choose(option)}
          />
        ))}
      </ul>
    </>
  )
}

interface OptionRowProps {
  readonly option: SearchOption
  readonly id: string
  readonly isActive: boolean
  readonly heading: string | undefined
  readonly onHover: () => void
  readonly onChoose: () => void
}

const OptionRow = ({ option, id, isActive, heading, onHover, onChoose }: OptionRowProps) => (
  <>
    {heading !== undefined && (
      <li role="presentation" className="search-list-heading">
        {heading}
      </li>
    )}
    <li
      id={id}
      role="option"
      aria-selected={option.isChosen === true}
      aria-disabled={option.isRefused}
      data-active={isActive || undefined}
      className={option.isRefused === true ? 'search-list-option search-list-refused' : 'search-list-option'}
      onPointerMove={() => {
        if (!isActive) onHover()
      }}
      // The focus stays in the field.
      onMouseDown={event => event.preventDefault()}
      onClick={onChoose}
    >
      {option.content}
    </li>
  </>
)
