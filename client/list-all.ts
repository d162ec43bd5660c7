import type { Client, ParamsOption } from 'openapi-fetch'
import type { SuccessResponseJSON } from 'openapi-typescript-helpers'
import { RequestRefused } from './refusal.ts'
import type { paths } from './schema.ts'

interface OffsetList {
  readonly get: { readonly parameters: { readonly query?: { readonly limit?: number; readonly offset?: number } } }
}

/** The routes that answer a list by `limit` and `offset`. */
export type ListPath = {
  [Path in keyof paths]: paths[Path] extends OffsetList
    ? 'offset' extends keyof NonNullable<paths[Path]['get']['parameters']['query']>
      ? Path
      : never
    : never
}[keyof paths]

type BodyOf<Path extends ListPath> = SuccessResponseJSON<paths[Path]['get']>

/** The items of a list: the body is an array, or an object with one array in it. */
type ItemOf<Body> = Body extends readonly (infer Item)[]
  ? Item
  : Body extends object
    ? { [Name in keyof Body]: Body[Name] extends readonly (infer Item)[] ? Item : never }[keyof Body]
    : never

interface UntypedClient {
  GET(path: string, options: object): Promise<{ data?: unknown; error?: unknown; response: Response }>
}

/**
 * All items of a list, page by page: `for await (const project of listAll(client, '/projects'))`. `query.limit` is the size of a page,
 * `query.offset` the first item. With `query.snapshot: 'new'` the pages do not move while others write, on routes that keep lists; a list that
 * is kept no longer is a RequestRefused with the reason `snapshot.gone`. Throws a RequestRefused.
 */
export async function* listAll<Path extends ListPath>(
  client: Client<paths>,
  path: Path,
  params?: NonNullable<ParamsOption<paths[Path]['get']>['params']>,
): AsyncGenerator<ItemOf<BodyOf<Path>>, void, undefined> {
  const { query, ...others } = (params ?? {}) as { query?: { offset?: number; snapshot?: string } }
  let offset = query?.offset ?? 0
  let snapshot = query?.snapshot
  for (;;) {
    const { data, error, response } = await (client as UntypedClient).GET(path, {
      params: { ...others, query: { ...query, ...(snapshot !== undefined && { snapshot }), offset } },
    })
    if (!response.ok) throw new RequestRefused(response, error)
    const items = itemsOf(data) as ItemOf<BodyOf<Path>>[]
    yield* items
    snapshot = response.headers.get('X-Snapshot') ?? snapshot
    // A page may have fewer items than its limit, or none, while more follow: the server leaves out what the caller may not see.
    const limit = Number(response.headers.get('X-PAGINATION-LIMIT'))
    offset += limit > 0 ? limit : items.length
    if (limit === 0 || offset >= Number(response.headers.get('X-PAGINATION-SIZE'))) return
  }
}

const itemsOf = (body: unknown): unknown[] => {
  const list = Array.isArray(body) ? body : Object.values(body as object).find(Array.isArray)
  return (list as unknown[] | undefined) ?? []
}
