import { lazy, Suspense, type ComponentType } from 'react'
import type { EditProps } from '../field-view.ts'

/** An editor that is loaded with the first edit: a page is read more often than written. */
export const lazyEdit = <Value,>(load: () => Promise<ComponentType<EditProps<Value>>>) => {
  const Edit = lazy(async () => ({ default: await load() }))
  return (props: EditProps<Value>) => (
    <Suspense fallback={<Waiting label={props.field.label} />}>
      <Edit {...props} />
    </Suspense>
  )
}

/** Takes the focus until the editor is there: keys that somebody types at once would run the commands of the page. */
const Waiting = ({ label }: { readonly label: string }) => (
  <textarea readOnly autoFocus aria-busy="true" aria-label={label} className="visually-hidden" rows={1} />
)
