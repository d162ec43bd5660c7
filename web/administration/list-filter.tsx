import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { Button } from '../design/controls/button.tsx'
import { IconSearch } from '../design/icons.tsx'
import { Select, type SelectOption } from '../design/controls/select.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import type { ListSearch } from './list-search.ts'

export interface ListFilterProps {
  readonly label: string
  readonly search: ListSearch
  readonly onChange: (search: ListSearch) => void
  readonly statusLabel: string
  readonly statuses: readonly SelectOption[]
}

/** A search field and a status above a list. A change of the filter returns to the first page. */
export const ListFilter = ({ label, search, onChange, statusLabel, statuses }: ListFilterProps) => {
  const { t } = useLingui()
  const [text, setText] = useState(search.query ?? '')
  const find = (event: FormEvent) => {
    event.preventDefault()
    onChange({ ...(text.trim() !== '' && { query: text.trim() }), status: search.status })
  }
  return (
    <form role="search" aria-label={label} className="list-filter" onSubmit={find}>
      <div className="list-filter-text">
        <TextField label={label} type="search" value={text} onChange={setText} />
      </div>
      <div className="list-filter-status">
        <Select
          label={statusLabel}
          value={search.status ?? ''}
          onChange={status => onChange({ query: search.query, ...(status !== '' && { status }) })}
          options={[{ value: '', label: t`All` }, ...statuses]}
        />
      </div>
      <Button type="submit">
        <IconSearch />
        <Trans>Search</Trans>
      </Button>
    </form>
  )
}
