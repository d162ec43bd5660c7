import { useLingui } from '@lingui/react/macro'
import type { TimeScale } from './time-axis.ts'

export const useScaleLabel = (): ((scale: TimeScale) => string) => {
  const { t } = useLingui()
  const labels: Readonly<Record<TimeScale, string>> = { week: t`Week`, month: t`Month`, quarter: t`Quarter` }
  return scale => labels[scale]
}
