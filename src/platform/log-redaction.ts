// Redaction of errors and texts for the log. Errors of libraries may carry any data.

/** Members of errors that describe the fault and never hold data of a client. */
const SAFE_MEMBERS = [
  'code',
  'status',
  'statusCode',
  'errno',
  'syscall',
  'address',
  'port',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'command',
  'responseCode',
  'output',
] as const

const MAX_CAUSES = 5

/**
 * An error with the members that help to find its reason. PostgreSQL puts rows and values into `detail`, `where` and `internalQuery`, the
 * database client its connection with keys and statements, the S3 client whole requests: only the members above are copied.
 */
export const describeError = (error: unknown, depth = 0): unknown => {
  if (!(error instanceof Error)) return typeof error === 'object' && error !== null ? '[no error]' : error
  const members = error as unknown as Readonly<Record<string, unknown>>
  const told = Object.fromEntries(
    SAFE_MEMBERS.map(name => [name, members[name]] as const).filter(
      ([, value]) => typeof value === 'string' || typeof value === 'number',
    ),
  )
  const hide = mustHideValues(error) ? withoutValues : (text: string): string => text
  const { cause } = error
  const errors = error instanceof AggregateError ? (error.errors as unknown[]) : []
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: hide(error.message),
    stack: hide(error.stack ?? ''),
    ...told,
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: describeError(cause, depth + 1) }),
    ...(errors.length > 0 &&
      depth < MAX_CAUSES && { errors: errors.slice(0, MAX_CAUSES).map(each => describeError(each, depth + 1)) }),
  }
}

/** Data exceptions (class 22) repeat the value: `invalid input syntax for type bigint: "…"`. */
const mustHideValues = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code)

const withoutValues = (text: string): string => text.replaceAll(/: "[^\n]*"/g, ': "[redacted]"')

const HIDDEN = '[redacted]'

/** Forms of credentials in texts, and their replacements. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  // https://user:password@host
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"'\\]+@/gi, `$1${HIDDEN}@`],
  // Access keys, tokens and secrets of the platform.
  [/\b(tlp-(?:k1|oauth2-[a-z]{1,2}1)-\d{1,20}\.)[\w-]+/g, `$1${HIDDEN}`],
  [/(\/reset-password\/)[\w-]+/g, `$1${HIDDEN}`],
  [/\b((?:Basic|Bearer|AUTH PLAIN|AUTH LOGIN) +)[\w+/.~=-]{8,}/gi, `$1${HIDDEN}`],
  // In the query of an address.
  [
    /\b([\w-]*(?:token|password|passwd|secret|signature|credential|apikey|api_key|access_key)=)[^&\s"'\\]+/gi,
    `$1${HIDDEN}`,
  ],
]

/** The text without credentials of a known form, and without those of this process. */
export const hideSecrets = (text: string, secrets: readonly string[] = []): string => {
  let hidden = text
  for (const secret of secrets) hidden = hidden.replaceAll(secret, HIDDEN)
  for (const [form, kept] of FORMS) hidden = hidden.replaceAll(form, kept)
  return hidden
}
