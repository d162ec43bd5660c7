import { useLingui } from '@lingui/react'
import { formatLocale } from '../session/appearance.ts'

/** The date of today, with the day of the week. */
export const Today = () => {
  const locale = formatLocale(useLingui().i18n.locale)
  return (
    <span className="work-today">
      {new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date())}
    </span>
  )
}
