import { lazyPart } from '../../app/lazy-part.ts'
import { lateRead } from '../shared/late-read.tsx'
import { readOnlyView } from '../shared/read-only.ts'
import type { BurndownValue, BurnupValue } from '../shared/values.ts'

const PLACE = 'burn-chart'
const Burndown = lateRead<BurndownValue>(
  lazyPart(() => import('./burn-charts.tsx'), 'Burndown'),
  PLACE,
)
const Burnup = lateRead<BurnupValue>(
  lazyPart(() => import('./burn-charts.tsx'), 'Burnup'),
  PLACE,
)
const Cell = () => null

export const burndown = readOnlyView<BurndownValue>({ type: 'burndown', Read: Burndown, Cell, toText: () => '' })
export const burnup = readOnlyView<BurnupValue>({ type: 'burnup', Read: Burnup, Cell, toText: () => '' })
