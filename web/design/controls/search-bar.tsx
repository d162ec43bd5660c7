import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button as AriaButton, Input, SearchField } from 'react-aria-components'
import { IconClose, IconSearch } from '../icons.tsx'
import './field.css'
import './search-bar.css'

const PAUSE_MS = 300

export interface SearchBarProps {
  readonly label: string
  /** The current search text; usually a parameter of the address. */
  readonly value: string
  /** Called after a pause in typing, or at once by Enter. */
  readonly onSearch: (text: string) => void
}

/** A search field for the list below. */
export const SearchBar = ({ label, value, onSearch }: SearchBarProps) => {
  const { t } = useLingui()
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // The address changed without the field: going back, another link.
  if (known !== value) {
    setKnown(value)
    if (value !== text.trim()) setText(value)
  }
  useEffect(() => {
    if (text.trim() === value) return undefined
    const timer = setTimeout(() => onSearch(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, value, onSearch])
  return (
    <SearchField
      className="search-bar"
      aria-label={label}
      value={text}
      onChange={setText}
      onSubmit={() => onSearch(text.trim())}
      onClear={() => onSearch('')}
    >
      <IconSearch />
      <Input className="field-input" placeholder={label} />
      <AriaButton className="button button-quiet button-icon button-small" aria-label={t`Clear the search`}>
        <IconClose />
      </AriaButton>
    </SearchField>
  )
}
