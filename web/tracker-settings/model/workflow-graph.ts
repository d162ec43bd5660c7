// The graph of a workflow: values in layers by their distance from a new artifact.
import type { Workflow } from './definition.ts'

export interface GraphNode {
  /** Null: a new artifact. */
  readonly name: string | null
  readonly label: string
  /** Of the middle, in pixels. */
  readonly x: number
  readonly y: number
  readonly width: number
}

export interface GraphEdge {
  readonly from: string | null
  readonly to: string
  /** SVG path. */
  readonly path: string
  /** Middle of the path. */
  readonly middle: { readonly x: number; readonly y: number }
}

export interface Graph {
  readonly width: number
  readonly height: number
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

const LAYER = 64
const GAP = 24
const HALF_NODE = 12
const START_WIDTH = 12
const MARGIN = 16
/** Room at the sides for edges that pass layers. */
const SIDE = 36
const LETTER = 7.2
const MAX_NODE = 132

interface Value {
  readonly name: string
  readonly label: string
}

/** Steps of a shortest way from a new artifact. Values that nothing leads to have none. */
const distancesOf = ({ transitions }: Workflow): ReadonlyMap<string | null, number> => {
  const distances = new Map<string | null, number>([[null, 0]])
  for (let layer: readonly (string | null)[] = [null]; layer.length > 0;) {
    const next = new Set(
      transitions.filter(({ from, to }) => layer.includes(from) && !distances.has(to)).map(({ to }) => to),
    )
    for (const name of next) distances.set(name, (distances.get(layer[0] ?? null) ?? 0) + 1)
    layer = [...next]
  }
  return distances
}

export const graphOf = (workflow: Workflow, values: readonly Value[]): Graph => {
  const distances = distancesOf(workflow)
  const last = Math.max(0, ...distances.values())
  const layers: (Value | { readonly name: null; readonly label: string })[][] = [[{ name: null, label: '' }]]
  for (const value of values) {
    const layer = distances.get(value.name) ?? last + 1
    ;(layers[layer] ??= []).push(value)
  }
  const filled = layers.filter(layer => layer.length > 0)
  const widthOf = ({ name, label }: { readonly name: string | null; readonly label: string }) =>
    name === null ? START_WIDTH : Math.min(MAX_NODE, Math.max(40, label.length * LETTER + 20))
  const lineOf = (layer: (typeof filled)[number]) =>
    layer.reduce((sum, value) => sum + widthOf(value), 0) + (layer.length - 1) * GAP
  const width = Math.max(...filled.map(lineOf)) + 2 * (MARGIN + SIDE)
  const nodes = filled.flatMap((layer, index) => {
    let left = (width - lineOf(layer)) / 2
    return layer.map((value): GraphNode => {
      const node = {
        ...value,
        x: left + widthOf(value) / 2,
        y: MARGIN + HALF_NODE + index * LAYER,
        width: widthOf(value),
      }
      left += widthOf(value) + GAP
      return node
    })
  })
  const byName = new Map(nodes.map(node => [node.name, node]))
  const edges = workflow.transitions.flatMap(({ from, to }): GraphEdge[] => {
    const [start, end] = [byName.get(from), byName.get(to)]
    return start && end ? [{ from, to, ...curveOf(start, end, width) }] : []
  })
  return { width, height: filled.length * LAYER - LAYER + 2 * (MARGIN + HALF_NODE), nodes, edges }
}

/** A line to the next layer is nearly straight; one that passes layers, or goes back, bends around what lies between. */
const curveOf = (start: GraphNode, end: GraphNode, width: number): Pick<GraphEdge, 'path' | 'middle'> => {
  const down = end.y - start.y
  if (down === LAYER) {
    const [y1, y2] = [start.y + HALF_NODE, end.y - HALF_NODE]
    const bend = (y2 - y1) / 2
    return {
      path: `M${start.x} ${y1}C${start.x} ${y1 + bend} ${end.x} ${y2 - bend} ${end.x} ${y2}`,
      middle: { x: (start.x + end.x) / 2, y: (y1 + y2) / 2 },
    }
  }
  if (down === 0) {
    const toRight = end.x > start.x
    const shift = toRight ? -4 : 4
    const x1 = start.x + (toRight ? 1 : -1) * (start.width / 2)
    const x2 = end.x - (toRight ? 1 : -1) * (end.width / 2)
    return {
      path: `M${x1} ${start.y + shift}L${x2} ${end.y + shift}`,
      middle: { x: (x1 + x2) / 2, y: start.y + shift },
    }
  }
  // Back at the left, forward at the right; the further, the wider.
  const side = down < 0 ? -1 : 1
  const x1 = start.x + side * (start.width / 2)
  const x2 = end.x + side * (end.width / 2)
  const reach = Math.min(SIDE, 10 + Math.abs(down) / 8)
  const far = side < 0 ? Math.max(4, Math.min(x1, x2) - reach) : Math.min(width - 4, Math.max(x1, x2) + reach)
  return {
    path: `M${x1} ${start.y}C${far} ${start.y} ${far} ${end.y} ${x2} ${end.y}`,
    middle: { x: (x1 + x2 + 6 * far) / 8, y: (start.y + end.y) / 2 },
  }
}
