import { describe, expect, it } from 'vitest'
import type { Workflow } from './definition.ts'
import { graphOf } from './workflow-graph.ts'

const values = ['New', 'Open', 'Done', 'Lost'].map(name => ({ name, label: name }))
const workflowOf = (steps: readonly (readonly [string | null, string])[]): Workflow =>
  ({ field: 'status', transitions: steps.map(([from, to]) => ({ from, to })) }) as unknown as Workflow

describe('the graph of a workflow', () => {
  it('has values in layers by their distance from a new artifact, those without a way in the last', () => {
    const { nodes, width, height } = graphOf(
      workflowOf([
        [null, 'New'],
        ['New', 'Open'],
        ['New', 'Done'],
        ['Open', 'Done'],
        ['Done', 'New'],
      ]),
      values,
    )
    const yOf = (name: string | null) => nodes.find(node => node.name === name)?.y ?? NaN
    expect(yOf(null)).toBeLessThan(yOf('New'))
    expect(yOf('New')).toBeLessThan(yOf('Open'))
    expect(yOf('Open')).toBe(yOf('Done'))
    expect(yOf('Done')).toBeLessThan(yOf('Lost'))
    for (const node of nodes) {
      expect(node.x - node.width / 2).toBeGreaterThanOrEqual(0)
      expect(node.x + node.width / 2).toBeLessThanOrEqual(width)
      expect(node.y).toBeLessThan(height)
    }
  })

  it('has an edge for each step between values of the list', () => {
    const { edges } = graphOf(
      workflowOf([
        [null, 'New'],
        ['New', 'Gone'],
        ['New', 'Done'],
      ]),
      values,
    )
    expect(edges.map(({ from, to }) => [from, to])).toEqual([
      [null, 'New'],
      ['New', 'Done'],
    ])
  })

  it('stands without steps, too', () => {
    expect(graphOf(workflowOf([]), values).nodes).toHaveLength(5)
  })
})
