import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/**
 * The component behind the macro `Trans`. Lingui looks for its own marks (`<0>…</0>`) in the finished sentence, also in names that people
 * wrote: they go in as elements, whose text it leaves alone.
 */
export const Trans = ({ values, ...props }: TransProps) => (
  <LinguiTrans {...props} {...(values && { values: Object.fromEntries(Object.entries(values).map(asText)) })} />
)

const asText = ([key, value]: [string, unknown]): [string, unknown] => [
  key,
  typeof value === 'string' && value.includes('<') ? [value] : value,
]
