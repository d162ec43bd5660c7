import { Suspense } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import type { ListPickerProps } from './list-picker.tsx'

const ListPicker = lazyPart(() => import('./list-picker.tsx'), 'ListPicker')

const ChoiceBoxes = lazyPart(() => import('../lists/choice-boxes.tsx'), 'ChoiceBoxes')

/** The picker is loaded with the first edit: most readers of a table never open it. */
export const LazyListPicker = (props: ListPickerProps) => (
  <Suspense fallback={<span aria-busy="true" />}>
    <ListPicker {...props} />
  </Suspense>
)

/** Few values as radio buttons or boxes. */
export const LazyChoiceBoxes = (props: ListPickerProps) => (
  <Suspense fallback={<span aria-busy="true" />}>
    <ChoiceBoxes {...props} />
  </Suspense>
)
