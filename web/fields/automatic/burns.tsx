import { Suspense, type ComponentType } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import type { ReadProps } from '../field-view.ts'
import { readOnlyView } from '../shared/read-only.ts'
import type { BurndownValue, BurnupValue } from '../shared/values.ts'

/** Few trackers have charts: they are loaded when an artifact shows one. */
const late = <Value,>(Chart: ComponentType<ReadProps<Value>>) =>
  function LateChart(props: ReadProps<Value>) {
    return (
      <Suspense fallback={<div className="burn-chart" aria-busy="true" />}>
        <Chart {...props} />
      </Suspense>
    )
  }

const Burndown = late<BurndownValue>(lazyPart(() => import('./burn-charts.tsx'), 'Burndown'))
const Burnup = late<BurnupValue>(lazyPart(() => import('./burn-charts.tsx'), 'Burnup'))
const Cell = () => null

export const burndown = readOnlyView<BurndownValue>({ type: 'burndown', Read: Burndown, Cell, toText: () => '' })
export const burnup = readOnlyView<BurnupValue>({ type: 'burnup', Read: Burnup, Cell, toText: () => '' })
