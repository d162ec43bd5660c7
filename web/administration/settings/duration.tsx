import { useLingui } from '@lingui/react'
import { formatLocale } from '../../session/appearance.ts'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** `3 days 4 hr`: the two biggest units that are not zero. */
export const Duration = ({ seconds }: { readonly seconds: number }) => {
  const locale = formatLocale(useLingui().i18n.locale)
  const found = units.findIndex(([, size]) => seconds >= size)
  const first = found === -1 ? units.length - 1 : found
  const shown = units
    .slice(first, first + 2)
    .map(([unit, size], index) => {
      const above = index === 0 ? Infinity : (units[first]?.[1] ?? Infinity)
      return { unit, count: Math.floor((seconds % above) / size) }
    })
    .filter(({ count }, index) => index === 0 || count > 0)
  return (
    <>
      {shown
        .map(({ unit, count }) =>
          new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: unit === 'day' ? 'long' : 'short' }).format(
            count,
          ),
        )
        .join(' ')}
    </>
  )
}
