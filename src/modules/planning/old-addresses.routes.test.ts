import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'

describe('addresses of plannings of the reference platform', () => {
  let crocus: TestApp
  beforeAll(async () => {
    crocus = await testApp()
  })

  it.each([
    ['/plugins/agiledashboard/?group_id=101', '/projects/101/planning'],
    ['/plugins/agiledashboard?group_id=101', '/projects/101/planning'],
    [
      '/plugins/agiledashboard/?group_id=101&planning_id=2&aid=30&action=show&pane=planning-v2',
      '/projects/101/planning?milestone=30',
    ],
    [
      '/plugins/agiledashboard/?group_id=101&planning_id=2&aid=30&action=show&pane=details',
      '/projects/101/milestones/30',
    ],
    ['/kanban/?group_id=101', '/projects/101/kanban'],
    ['/kanban?group_id=101', '/projects/101/kanban'],
    ['/plugins/agiledashboard/?group_id=101&action=showKanban&id=3', '/projects/101/kanban/3'],
    ['/plugins/agiledashboard/?group_id=101&action=showKanban&id=//elsewhere.example', '/projects/101/planning'],
  ])('%s leads to %s, for everybody and whether it exists or not', async (from, to) => {
    const answers = await Promise.all([crocus.request('GET', from), crocus.request('GET', from, { as: crocus.admin })])
    for (const { status, headers } of answers) expect([status, headers['location']]).toEqual([302, to])
  })

  it.each([
    '/plugins/agiledashboard/',
    '/plugins/agiledashboard/?group_id=x',
    '/plugins/agiledashboard/?group_id=//elsewhere.example',
    '/plugins/agiledashboard/?aid=30&action=show',
    '/kanban/',
    '/kanban/?group_id=//elsewhere.example',
  ])('%s leads nowhere', async from => {
    const { status, headers } = await crocus.request('GET', from)
    expect([status, headers['location']]).toEqual([404, undefined])
  })
})
