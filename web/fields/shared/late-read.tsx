import { Suspense, type ComponentType } from 'react'
import type { ReadProps } from '../field-view.ts'

/** A view that is loaded when an artifact first shows it: few trackers have such fields. `className` keeps its place. */
export const lateRead = <Value,>(View: ComponentType<ReadProps<Value>>, className: string) =>
  function LateRead(props: ReadProps<Value>) {
    return (
      <Suspense fallback={<div className={className} aria-busy="true" />}>
        <View {...props} />
      </Suspense>
    )
  }
