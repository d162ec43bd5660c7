/** What one artifact adds: a number, 'sum' = that of the artifacts behind it, undefined = nothing (`FieldType.addend`). */
export type Addend = number | 'sum' | undefined

/** What must be known of an artifact to sum over it. */
export interface SumNode {
  /** Forward links of any type, to artifacts that exist. */
  readonly linkedIds: readonly number[]
  /** Of its used field of that short name. */
  addend(fieldName: string): Addend
}

/** A computed field of an artifact whose sum is wanted. */
export interface SumRequest {
  readonly artifactId: number
  readonly linkedIds: readonly number[]
  readonly fieldName: string
}

/** Nodes by id; artifacts that do not exist are missing from the answer. */
export type LoadNodes = (ids: readonly number[]) => Promise<ReadonlyMap<number, SumNode>>

/**
 * Sums of fields.md §3.11, one for each request, in their order. All requests walk their links together, one level at a time: as
 * many loads as the deepest chain of computed fields, each artifact loaded once.
 */
export const computedSums = async (
  requests: readonly SumRequest[],
  load: LoadNodes,
): Promise<readonly (number | null)[]> => {
  const nodes = new Map<number, SumNode>()
  await walkLevels(
    requests.map(({ fieldName, linkedIds }) => ({ fieldName, ids: linkedIds })),
    nodes,
    load,
  )
  return requests.map(request => sumOver(request, id => nodes.get(id)))
}

interface Frontier {
  readonly fieldName: string
  readonly ids: readonly number[]
}

const walkLevels = async (start: readonly Frontier[], nodes: Map<number, SumNode>, load: LoadNodes): Promise<void> => {
  // A sum of one field stops where the sum of another goes on: what was reached is remembered by name.
  const reached = new Map<string, Set<number>>()
  let level = new Map<string, Set<number>>()
  const reach = (into: Map<string, Set<number>>, fieldName: string, ids: Iterable<number>): void => {
    const before = getOrAdd(reached, fieldName)
    for (const id of ids)
      if (!before.has(id)) {
        before.add(id)
        getOrAdd(into, fieldName).add(id)
      }
  }
  for (const { fieldName, ids } of start) reach(level, fieldName, ids)

  while (level.size > 0) {
    const missing = new Set<number>()
    for (const ids of level.values()) for (const id of ids) if (!nodes.has(id)) missing.add(id)
    if (missing.size > 0) for (const [id, node] of await load([...missing])) nodes.set(id, node)

    const next = new Map<string, Set<number>>()
    for (const [fieldName, ids] of level)
      for (const id of ids) {
        const node = nodes.get(id)
        if (node?.addend(fieldName) === 'sum') reach(next, fieldName, node.linkedIds)
      }
    level = next
  }
}

const getOrAdd = (sets: Map<string, Set<number>>, key: string): Set<number> => {
  let set = sets.get(key)
  if (!set) sets.set(key, (set = new Set()))
  return set
}

/**
 * The sum over the artifacts that a request reaches, from nodes that are in memory. Each counts once, the artifact of the request
 * itself not at all, so cycles end. null if nothing was added.
 */
export const sumOver = (
  request: SumRequest,
  nodeOf: (id: number) => Pick<SumNode, 'linkedIds' | 'addend'> | undefined,
): number | null => {
  const counted = new Set<number>([request.artifactId])
  const waiting = [...request.linkedIds]
  let sum = 0
  let isAnything = false
  // The list grows while it is walked: breadth first without recursion, however long a chain is.
  for (const id of waiting) {
    if (counted.has(id)) continue
    counted.add(id)
    const node = nodeOf(id)
    const addend = node?.addend(request.fieldName)
    if (addend === 'sum') for (const linked of node?.linkedIds ?? []) waiting.push(linked)
    else if (addend !== undefined) {
      sum += addend
      isAnything = true
    }
  }
  return isAnything ? rounded(sum) : null
}

/** 10 decimals, so that 0.1 + 0.2 is 0.3. */
const rounded = (sum: number): number => {
  const text = Number(sum.toFixed(10))
  // Finite numbers may add up to more than a number can hold; JSON knows no infinity.
  return Number.isFinite(text) ? text + 0 : Number.MAX_VALUE * Math.sign(sum)
}
