// Filters of the field types. Their forms are loaded when somebody filters: the page of an artifact never does.
import { lazy, Suspense, type ComponentType } from 'react'
import type { FilterProps } from '../field-view.ts'
import type * as Forms from './filter-forms.tsx'

const lazyFilter = (load: (forms: typeof Forms) => ComponentType<FilterProps>) => {
  const Filter = lazy(async () => ({ default: load(await import('./filter-forms.tsx')) }))
  return (props: FilterProps) => (
    <Suspense fallback={<span aria-busy="true" />}>
      <Filter {...props} />
    </Suspense>
  )
}

export const TextFilter = lazyFilter(forms => forms.TextFilter)
export const NumberFilter = lazyFilter(forms => forms.NumberFilter)
export const DateFilter = lazyFilter(forms => forms.DateFilter)
export const ListFilter = lazyFilter(forms => forms.ListFilter)
