import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { InvalidArgumentError, type Command } from 'commander'
import { example, CommandFailed, EXIT_USAGE, type CliContext } from './context.ts'

export const DEFAULT_URL = 'http://localhost:8080'
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const EXIT_CLIENT_FAULT = 1
const EXIT_SERVER_FAULT = 2
const EXIT_NO_CONNECTION = 3

interface ApiOptions {
  readonly data?: string
  readonly url?: string
  readonly header: readonly (readonly [name: string, value: string])[]
  readonly watch?: true
}

export const register = (program: Command, context: CliContext): void => {
  program
    .command('api')
    .argument('<method>', METHODS.join(', '), toMethod)
    .argument('<path>', 'path below /api, with its query: /projects?limit=5')
    .option('--data <json>', 'body: JSON, @file, or - for standard input')
    .option('--header <name: value>', 'header of the request, several times: "If-Match: 12"', addHeader, [])
    .option('--url <url>', `address of the server; otherwise that of CROCUS_URL, or ${DEFAULT_URL}`)
    .option('--watch', 'with GET /changes: prints each change as a line of JSON, until it is stopped')
    .description('Sends a request to the REST API of a server and prints the body of the response.')
    .addHelpText(
      'after',
      '\nThe access key comes from CROCUS_KEY; without it the request is anonymous. A write carries an Idempotency-Key where its route\n' +
        'takes one, and is repeated with it when the connection is lost. A refusal goes to standard error.\n' +
        'Exit codes: 0 done, 1 refused (4xx), 2 fault of the server (5xx) or wrong usage, 3 no connection.',
    )
    .addHelpText(
      'after',
      example(
        'crocus api GET /projects?limit=5',
        'crocus api PUT /artifacts/12 --data @change.json --header "If-Match: 345"',
        'crocus api GET "/changes?tracker_id=12" --watch',
      ),
    )
    .action(
      context.plain(async (method: string, path: string, options: ApiOptions) => {
        const request = await requestOf(context, method, path, options)
        if (options.watch) return watch(context, request)
        const response = await send(request)
        if (!response.ok) throw await refusalOf(context, response)
        const text = await response.text()
        if (text) context.print(text)
      }),
    )
}

const refusalOf = async (context: CliContext, response: Response): Promise<CommandFailed> => {
  const text = await response.text()
  if (text) context.note(text)
  return new CommandFailed(
    text ? '' : `The server answered ${response.status}.`,
    response.status >= 500 ? EXIT_SERVER_FAULT : EXIT_CLIENT_FAULT,
  )
}

const WAIT_SECONDS = '50'
/** Between two attempts after a lost connection. */
const PAUSE_MS = 1_000

/** Follows the feed from `since`, or from its end. A connection that is lost is opened again behind the last change that was printed. */
const watch = async (context: CliContext, request: Request): Promise<never> => {
  const { ConnectionLost, jsonLines } = await import('../../client/json-lines.ts')
  const url = new URL(request.url)
  if (request.method !== 'GET' || !/\/api\/changes$/.test(url.pathname))
    throw new CommandFailed('--watch follows GET /changes only.', EXIT_USAGE)
  if (!url.searchParams.has('wait')) url.searchParams.set('wait', WAIT_SECONDS)
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/x-ndjson')
  for (let isBeginning = true; ; isBeginning = false) {
    try {
      const response = await send(new Request(url, { headers }))
      if (!response.ok) throw await refusalOf(context, response)
      for await (const line of jsonLines(response)) {
        const { next, cursor } = line as { readonly next?: string; readonly cursor?: string }
        if (next === undefined) context.print(JSON.stringify(line))
        url.searchParams.set('since', next ?? cursor ?? '')
      }
    } catch (error) {
      // A wrong address is told at once. Later a server may be away for a while.
      const isAway = !isBeginning && error instanceof CommandFailed && error.exitCode !== EXIT_CLIENT_FAULT
      if (!isAway && !(error instanceof ConnectionLost)) throw error
      if (error.message) context.note(error.message)
      await setTimeout(PAUSE_MS)
    }
  }
}

const toMethod = (text: string): string => {
  const method = text.toUpperCase()
  if (!METHODS.includes(method)) throw new InvalidArgumentError(`It is one of ${METHODS.join(', ')}.`)
  return method
}

const addHeader = (text: string, headers: readonly (readonly [string, string])[]) => {
  const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It has the form "Name: value".')
  return [...headers, [name, value] as const]
}

const requestOf = async (context: CliContext, method: string, path: string, options: ApiOptions): Promise<Request> => {
  const { CROCUS_KEY: key, CROCUS_URL: address } = context.environment
  const headers = new Headers({ accept: 'application/json' })
  if (key) headers.set('X-Auth-AccessKey', key)
  const body = options.data === undefined ? undefined : await bodyOf(context, options.data)
  if (body !== undefined) headers.set('content-type', 'application/json')
  for (const [name, value] of options.header) headers.set(name, value)
  const url = urlOf(options.url ?? (address || DEFAULT_URL), path)
  // Anonymous callers have no account to which a key could belong.
  if (key && !headers.has('Idempotency-Key') && (await takesKey(method, url.pathname)))
    headers.set('Idempotency-Key', crypto.randomUUID())
  try {
    return new Request(url, { method, headers, ...(body !== undefined && { body }) })
  } catch (error) {
    throw new CommandFailed(`--data: ${(error as Error).message}`, EXIT_USAGE)
  }
}

/** `projects`, `/projects` and `/api/projects` are the same path. */
const urlOf = (server: string, path: string): URL => {
  const below = path.replace(/^\/*(?:api\/(?:v1\/)?)?/, '')
  try {
    const url = new URL(`${server.replace(/\/+$/, '')}/api/${below}`)
    if (url.protocol === 'http:' || url.protocol === 'https:') return url
  } catch {
    // The message below says what an address looks like.
  }
  throw new CommandFailed(`${server} is no address such as https://crocus.example.org.`, EXIT_USAGE)
}

const bodyOf = async (context: CliContext, data: string): Promise<string> => {
  const text = data === '-' ? await context.readStdin() : data.startsWith('@') ? await fileText(data.slice(1)) : data
  try {
    JSON.parse(text)
  } catch (error) {
    throw new CommandFailed(`--data is no JSON: ${(error as Error).message}`, EXIT_USAGE)
  }
  return text
}

const fileText = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new CommandFailed(`--data: ${(error as Error).message}`, EXIT_USAGE)
  }
}

const takesKey = async (method: string, path: string): Promise<boolean> => {
  const { idempotentRoutes } = await import('../../client/idempotent-routes.ts')
  return idempotentRoutes.some(route => {
    const [routeMethod, template = ''] = route.split(' ')
    return routeMethod === method && new RegExp(`^.*/api${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path)
  })
}

const send = async (request: Request): Promise<Response> => {
  const { repeatingFetch } = await import('../../client/repeating-fetch.ts')
  try {
    return await repeatingFetch(each => fetch(each), { retries: 3 })(request)
  } catch (error) {
    const { cause, message } = error as Error
    throw new CommandFailed(
      `No connection to ${new URL(request.url).origin}: ${cause instanceof Error ? cause.message : message}`,
      EXIT_NO_CONNECTION,
    )
  }
}
