// Formats of dates and numbers, one for each language and form: making one takes a hundred times as long as using it.

const once = <Options, Format>(make: (locale: string, options: Options | undefined) => Format) => {
  const formats = new Map<string, Format>()
  return (locale: string, options?: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`
    const known = formats.get(key)
    if (known !== undefined) return known
    const format = make(locale, options)
    formats.set(key, format)
    return format
  }
}

export const dateFormat = once(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)

export const numberFormat = once((locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))

/** "yesterday", "in 3 days". */
export const relativeFormat = once(
  (locale, options: Intl.RelativeTimeFormatOptions = { numeric: 'auto' }) =>
    new Intl.RelativeTimeFormat(locale, options),
)
