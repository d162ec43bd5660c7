/** Where spans are sent, and which of them, by the standard variables of OpenTelemetry. */
export interface TracingSettings {
  /** Endpoint of OTLP over HTTP. */
  readonly url: string
  /** Sent with the spans; the values are secrets. */
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** Further attributes of this server, by name. */
  readonly attributes: Readonly<Record<string, string>>
  readonly sampler: SamplerName
  /** Share of the traces that the ratio samplers keep. */
  readonly ratio: number
}

export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type SamplerName = (typeof samplerNames)[number]

/** `key=value,key=value`, values percent-encoded; undefined for any other text. */
export const parsePairs = (text: string): Readonly<Record<string, string>> | undefined => {
  const pairs: Record<string, string> = {}
  for (const part of text.split(',')) {
    if (part.trim() === '') continue
    const [, key, coded] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? []
    const value = coded === undefined ? undefined : decoded(coded)
    if (key === undefined || value === undefined) return undefined
    pairs[key] = value
  }
  return pairs
}

/** Like `parsePairs`, but the values must be valid header values. */
export const parseHeaders = (text: string): Readonly<Record<string, string>> | undefined => {
  const headers = parsePairs(text)
  return headers && Object.values(headers).every(value => /^[\t -~]*$/.test(value)) ? headers : undefined
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export const parseSampler = (text: string): SamplerName | undefined => samplerNames.find(name => name === text)

export const parseRatio = (text: string): number | undefined =>
  /^(?:0|1|[01]?[.]\d{1,17})$/.test(text) && Number(text) <= 1 ? Number(text) : undefined
