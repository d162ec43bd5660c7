/** Contribution of one artifact to a sum: a number, 'sum' for the sum over its own links, undefined for none (`FieldType.addend`). */
export type Addend = number | 'sum' | undefined

/** Data of one artifact that a sum needs. */
export interface SumNode {
  /** Existing artifacts that forward links of any type point to. */
  readonly linkedIds: readonly number[]
  /** Contribution of the artifact's used field with that short name. */
  addend(fieldName: string): Addend
}

/** A request for the sum of one computed field of one artifact. */
export interface SumRequest {
  readonly artifactId: number
  readonly linkedIds: readonly number[]
  readonly fieldName: string
}

/** Loads nodes by id; the result omits artifacts that do not exist. */
export type LoadNodes = (ids: readonly number[]) => Promise<ReadonlyMap<number, SumNode>>

/**
 * Sums of fields.md §3.11, one for each request, in the order of the requests. All requests follow their links together, one level at a
 * time. There are as many loads as levels in the deepest chain of computed fields, and each artifact is loaded once.
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
  // The set is kept by name of the field: an artifact may end the sum of one field and continue the sum of another.
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
 * The sum over the artifacts that a request reaches, from nodes in memory. Each artifact counts once, and the artifact of the request does
 * not count, so cycles end. null if no artifact adds a value.
 */
export const sumOver = (
  request: SumRequest,
  nodeOf: (id: number) => Pick<SumNode, 'linkedIds' | 'addend'> | undefined,
): number | null => {
  const counted = new Set<number>([request.artifactId])
  const waiting = [...request.linkedIds]
  let sum = 0
  let isAnything = false
  // The loop appends to the list that it iterates: breadth first without recursion, for chains of any length.
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

/** Rounds to 10 decimals, so that 0.1 + 0.2 is 0.3. */
export const rounded = (sum: number): number => {
  const text = Number(sum.toFixed(10))
  // Finite numbers may add up to Infinity, which JSON cannot express.
  return Number.isFinite(text) ? text + 0 : Number.MAX_VALUE * Math.sign(sum)
}
