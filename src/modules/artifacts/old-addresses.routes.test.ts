import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'

describe('addresses of the reference platform', () => {
  let crocus: TestApp
  beforeAll(async () => {
    crocus = await testApp()
  })

  it.each([
    ['/plugins/tracker/?aid=12', '/artifacts/12'],
    ['/plugins/tracker?aid=12', '/artifacts/12'],
    ['/plugins/tracker/?tracker=3&aid=12', '/artifacts/12'],
    ['/plugins/tracker/?tracker=3', '/trackers/3'],
    ['/plugins/tracker/?tracker=3&func=new-artifact', '/trackers/3/new'],
    ['/plugins/tracker/?tracker=3&func=admin', '/trackers/3/settings/general'],
    ['/plugins/tracker/?tracker=3&func=admin-formElements', '/trackers/3/settings/general'],
    ['/plugins/tracker/?report=7', '/tracker-reports/7'],
    ['/plugins/tracker/?tracker=3&report=7', '/tracker-reports/7'],
    ['/plugins/tracker/?group_id=101', '/projects/101/trackers'],
    ['/a/12', '/artifacts/12'],
  ])('%s leads to %s, for everybody and whether it exists or not', async (from, to) => {
    const answers = await Promise.all([crocus.request('GET', from), crocus.request('GET', from, { as: crocus.admin })])
    for (const { status, headers } of answers) expect([status, headers['location']]).toEqual([302, to])
  })

  it.each([
    '/plugins/tracker/',
    '/plugins/tracker/?aid=0',
    '/plugins/tracker/?aid=12x',
    '/plugins/tracker/?aid=//elsewhere.example',
    '/plugins/tracker/?aid=1&aid=2',
    '/a/twelve',
  ])('%s leads nowhere', async from => {
    const { status, headers } = await crocus.request('GET', from)
    expect([status, headers['location']]).toEqual([404, undefined])
  })

  it('asks the database nothing', async () => {
    const before = crocus.db.roundTrips()
    await crocus.request('GET', '/plugins/tracker/?aid=12')
    expect(crocus.db.roundTrips() - before).toBe(0)
  })
})
