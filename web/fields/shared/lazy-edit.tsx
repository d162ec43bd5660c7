import { lazy, Suspense, type ComponentType } from 'react'
import type { EditProps } from '../field-view.ts'

/** An editor that is loaded with the first edit: a page is read more often than written. */
export const lazyEdit = <Value,>(load: () => Promise<ComponentType<EditProps<Value>>>) => {
  const Edit = lazy(async () => ({ default: await load() }))
  return (props: EditProps<Value>) => (
    <Suspense fallback={<div aria-busy="true" />}>
      <Edit {...props} />
    </Suspense>
  )
}
