import { describe, expect, it } from 'vitest'
import type { ElementDefinition } from './definition.ts'
import {
  chainsOf,
  dependenciesOf,
  goTogether,
  linesOf,
  withDependency,
  withoutDependency,
  withPair,
} from './dependencies.ts'

const list = (name: string, labels: readonly string[], isRequired = false): ElementDefinition =>
  ({
    type: 'sb',
    name,
    label: name,
    is_required: isRequired,
    bind: { type: 'static', values: labels.map(label => ({ label })) },
  }) as unknown as ElementDefinition

const lamp = list('lamp', ['Red', 'Green'])
const horn = list('horn', ['Low', 'High'], true)
const buoy = list('buoy', ['North'])

describe('dependencies between lists', () => {
  it('begin with all pairs, with no value where a list can be empty', () => {
    const rules = withDependency([], lamp, horn)
    expect(rules).toHaveLength(6)
    expect(linesOf(horn, 'None').map(({ label }) => label)).toEqual(['Low', 'High'])
    expect(goTogether(rules, { source: 'lamp', target: 'horn' }, null, 'Low')).toBe(true)
    expect(goTogether(rules, { source: 'lamp', target: 'horn' }, 'Red', null)).toBe(false)
  })

  it('lose and get single pairs, and go as a whole', () => {
    const dependency = { source: 'lamp', target: 'horn' }
    const rules = withDependency(withDependency([], lamp, horn), horn, buoy)
    const fewer = withPair(rules, dependency, 'Red', 'High', false)
    expect(goTogether(fewer, dependency, 'Red', 'High')).toBe(false)
    expect(goTogether(fewer, dependency, 'Green', 'High')).toBe(true)
    expect(withPair(fewer, dependency, 'Red', 'High', true)).toHaveLength(rules.length)
    expect(dependenciesOf(withoutDependency(rules, dependency))).toEqual([{ source: 'horn', target: 'buoy' }])
  })

  it('make chains, also where they return to themselves', () => {
    const rules = withDependency(withDependency([], lamp, horn), horn, buoy)
    expect(chainsOf(rules)).toEqual([['lamp', 'horn', 'buoy']])
    expect(chainsOf(withDependency(rules, buoy, lamp))).toEqual([])
    expect(chainsOf(withDependency([], lamp, horn))).toEqual([])
  })
})
