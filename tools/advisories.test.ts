import { expect, it } from 'vitest'
import { seriousAdvisories } from './advisories.ts'

it('names serious advisories, and tells a registry that does not answer from one that knows of none', () => {
  const report = {
    metadata: { vulnerabilities: { high: 1, low: 1 } },
    vulnerabilities: { a: { name: 'a', severity: 'high' }, b: { name: 'b', severity: 'low' } },
  }
  expect(seriousAdvisories(JSON.stringify(report))).toEqual(['a: high'])
  expect(seriousAdvisories('{"metadata":{"vulnerabilities":{"high":0}},"vulnerabilities":{}}')).toEqual([])
  expect(seriousAdvisories('{"message":"405 Method Not Allowed"}')).toBeUndefined()
  expect(seriousAdvisories('')).toBeUndefined()
})
