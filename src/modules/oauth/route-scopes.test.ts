import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/harness/app.ts'
import { oauthScopes, parseScope } from './model/requestable-scopes.ts'

/**
 * The routes that each scope opens (auth.md §6.2; the scopes to write are additions of this platform). Applications cannot call a route
 * that is missing here.
 */
const table: Readonly<Record<string, readonly string[]>> = {
  'read:project': [
    'GET /plannings/{id}/milestones',
    'GET /projects',
    'GET /projects/{id}',
    'GET /projects/{id}/3rd_party_integration_data',
    'GET /projects/{id}/banner',
    'GET /projects/{id}/details',
    'GET /projects/{id}/heartbeats',
    'GET /projects/{id}/kanbans',
    'GET /projects/{id}/labels',
    'GET /projects/{id}/planning_settings',
    'GET /projects/{id}/plannings',
    'GET /projects/{id}/project_services',
    'GET /projects/{id}/references',
    'GET /projects/{id}/rights',
    'GET /projects/{id}/roadmaps',
    'GET /projects/{id}/user_groups',
    'GET /roadmaps/{id}',
    'POST /projects/{id}/extract_references',
    'POST /projects/{id}/previews',
  ],
  'read:tracker': [
    'GET /artifact_files/{id}',
    'GET /artifact_temporary_files',
    'GET /artifact_temporary_files/{id}',
    'GET /artifacts',
    'GET /artifacts/{id}',
    'GET /artifacts/{id}/activity',
    'GET /artifacts/{id}/changesets',
    'GET /artifacts/{id}/changesets/{changeset}/comment_versions',
    'GET /artifacts/{id}/diff',
    'GET /artifacts/{id}/explain',
    'GET /artifacts/{id}/linked_artifacts',
    'GET /artifacts/{id}/links',
    'GET /artifacts/{id}/presence',
    'GET /artifacts/{id}/subscription',
    'GET /backlog_items/{id}',
    'GET /backlog_items/{id}/children',
    'GET /changes',
    'GET /changes/snapshot',
    'GET /events',
    'GET /imports/{id}',
    'GET /kanban/{id}',
    'GET /kanban/{id}/archive',
    'GET /kanban/{id}/backlog',
    'GET /kanban/{id}/cumulative_flow',
    'GET /kanban/{id}/items',
    'GET /kanban_items/{id}',
    'GET /milestones/{id}',
    'GET /milestones/{id}/backlog',
    'GET /milestones/{id}/burndown',
    'GET /milestones/{id}/burnup',
    'GET /milestones/{id}/cardwall',
    'GET /milestones/{id}/content',
    'GET /milestones/{id}/milestones',
    'GET /milestones/{id}/siblings',
    'GET /project_activity',
    'GET /projects/{id}/backlog',
    'GET /projects/{id}/export',
    'GET /projects/{id}/imports',
    'GET /projects/{id}/milestones',
    'GET /projects/{id}/tracker_activity',
    'GET /projects/{id}/tracker_sizes',
    'GET /projects/{id}/trackers',
    'GET /roadmap_tasks/{id}/subtasks',
    'GET /roadmaps/{id}/iterations',
    'GET /roadmaps/{id}/tasks',
    'GET /search',
    'GET /taskboard/{id}/cards',
    'GET /taskboard/{id}/columns',
    'GET /taskboard_cards/{id}',
    'GET /taskboard_cards/{id}/children',
    'GET /tracker_reports/{id}',
    'GET /tracker_reports/{id}/artifacts',
    'GET /tracker_workflow_transitions/{id}',
    'GET /tracker_workflow_transitions/{id}/actions',
    'GET /trackers/{id}',
    'GET /trackers/{id}/aggregates',
    'GET /trackers/{id}/artifacts',
    'GET /trackers/{id}/canned_responses',
    'GET /trackers/{id}/definition',
    'GET /trackers/{id}/definition_versions',
    'GET /trackers/{id}/definition_versions/{version}',
    'GET /trackers/{id}/diff',
    'GET /trackers/{id}/explain',
    'GET /trackers/{id}/export',
    'GET /trackers/{id}/general',
    'GET /trackers/{id}/hierarchy',
    'GET /trackers/{id}/notification_recipients',
    'GET /trackers/{id}/notifications',
    'GET /trackers/{id}/parent_artifacts',
    'GET /trackers/{id}/permissions',
    'GET /trackers/{id}/query_suggestions',
    'GET /trackers/{id}/rules',
    'GET /trackers/{id}/semantics',
    'GET /trackers/{id}/subscription',
    'GET /trackers/{id}/tracker_reports',
    'GET /trackers/{id}/transitions',
    'GET /trackers/{id}/trash',
    'GET /trackers/{id}/triggers',
    'GET /trackers/{id}/usage',
    'GET /trackers/{id}/used_artifact_links',
    'GET /trackers/{id}/webhook_deliveries',
    'GET /trackers/{id}/webhooks',
    'GET /trash/{id}',
    'GET /users/self/deletions',
    'GET /users/self/inbox',
    'GET /users/{id}/artifacts',
    'GET /v2/projects/{id}/backlog',
  ],
  'read:user_membership': [
    'GET /projects/{id}/members',
    'GET /user_groups/{id}',
    'GET /user_groups/{id}/users',
    'GET /users/{id}/membership',
  ],
  'write:project': [
    'DELETE /projects/{id}/banner',
    'DELETE /projects/{id}/header_background',
    'DELETE /roadmaps/{id}',
    'DELETE /user_groups/{id}',
    'DELETE /user_groups/{id}/members/{user_id}',
    'PATCH /projects/{id}',
    'PATCH /projects/{id}/details',
    'PATCH /user_groups/{id}',
    'POST /projects',
    'POST /projects/{id}/kanbans',
    'POST /projects/{id}/roadmaps',
    'POST /user_groups',
    'POST /user_groups/{id}/members',
    'PUT /project_services/{id}',
    'PUT /projects/{id}/banner',
    'PUT /projects/{id}/header_background',
    'PUT /projects/{id}/planning_settings',
    'PUT /projects/{id}/references',
    'PUT /roadmaps/{id}',
    'PUT /user_groups/{id}/users',
  ],
  'write:svn': [
    'DELETE /svn/{id}',
    'GET /projects/{id}/svn',
    'GET /svn/{id}',
    'GET /svn/{id}/access_file_versions',
    'GET /svn/{id}/revisions',
    'POST /svn',
    'POST /svn/{id}/access_file_check',
    'PUT /svn/{id}',
  ],
  'write:tracker': [
    'DELETE /artifact_temporary_files/{id}',
    'DELETE /artifacts/{id}',
    'DELETE /imports/{id}',
    'DELETE /kanban/{id}',
    'DELETE /kanban_columns/{id}',
    'DELETE /tracker_fields/{id}',
    'DELETE /tracker_reports/{id}',
    'DELETE /tracker_workflow_transitions/{id}',
    'DELETE /trackers/{id}',
    'DELETE /trash/{id}',
    'PATCH /artifacts/{id}',
    'PATCH /artifacts/{id}/changesets/{changeset}/comment',
    'PATCH /backlog_items/{id}/children',
    'PATCH /kanban/{id}',
    'PATCH /kanban/{id}/archive',
    'PATCH /kanban/{id}/backlog',
    'PATCH /kanban/{id}/items',
    'PATCH /kanban_columns/{id}',
    'PATCH /milestones/{id}/backlog',
    'PATCH /milestones/{id}/content',
    'PATCH /milestones/{id}/milestones',
    'PATCH /projects/{id}/backlog',
    'PATCH /taskboard_cards/{id}',
    'PATCH /taskboard_cells/{swimlane_id}/column/{column_id}',
    'PATCH /tracker_fields/{id}',
    'PATCH /tracker_workflow_transitions/{id}',
    'PATCH /trackers/{id}',
    'PATCH /users/self/inbox',
    'POST /artifact_temporary_files',
    'POST /artifacts',
    'POST /artifacts/{id}/changesets/{changeset}/undo',
    'POST /batch',
    'POST /imports/{id}/undo',
    'POST /kanban/{id}/columns',
    'POST /kanban_items',
    'POST /milestones/{id}/backlog',
    'POST /projects/{id}/imports',
    'POST /tracker_fields',
    'POST /tracker_fields/{id}/files',
    'POST /tracker_reports',
    'POST /tracker_workflow_transitions',
    'POST /trackers',
    'POST /trash/{id}/restore',
    'PUT /artifact_temporary_files/{id}',
    'PUT /artifacts/{id}',
    'PUT /artifacts/{id}/presence',
    'PUT /artifacts/{id}/subscription',
    'PUT /cards/{id}',
    'PUT /kanban/{id}/columns',
    'PUT /kanban/{id}/tracker_reports',
    'PUT /milestones/{id}/backlog',
    'PUT /milestones/{id}/content',
    'PUT /milestones/{id}/milestones',
    'PUT /projects/{id}/backlog',
    'PUT /tracker_reports/{id}',
    'PUT /tracker_workflow_transitions/{id}/actions',
    'PUT /trackers/{id}/canned_responses',
    'PUT /trackers/{id}/definition',
    'PUT /trackers/{id}/general',
    'PUT /trackers/{id}/hierarchy',
    'PUT /trackers/{id}/notification_recipients',
    'PUT /trackers/{id}/notifications',
    'PUT /trackers/{id}/permissions',
    'PUT /trackers/{id}/rules',
    'PUT /trackers/{id}/semantics',
    'PUT /trackers/{id}/subscription',
    'PUT /trackers/{id}/triggers',
    'PUT /trackers/{id}/webhooks',
  ],
}

/** Routes on the subjects of scopes that applications nevertheless cannot call. */
const closed: readonly string[] = [
  'GET /projects/{id}/archive',
  'GET /projects/{id}/audit',
  'GET /projects/{id}/docman_metadata',
  'GET /projects/{id}/docman_service',
  'GET /projects/{id}/git',
  'GET /projects/{id}/oauth2_apps',
  'GET /projects/{id}/phpwiki',
  'POST /projects/{id}/oauth2_apps',
]

/** A path about these subjects has a scope, or is in the list above. */
const covered = /^\/(projects|user_groups|trackers|tracker_\w+|artifacts|artifact_\w+|svn|project_services)(\/|$)/

let opened: Readonly<Record<string, readonly string[]>>
let withoutScope: readonly string[]
beforeAll(async () => {
  const { routes } = (await testApp()).app
  const named = routes.map(({ method, path, scope }) => ({ name: `${method} ${path}`, path, scope }))
  const scopes = [...new Set(named.flatMap(({ scope }) => scope ?? []))].sort()
  const namesOf = (wanted: string | undefined) =>
    named
      .filter(({ scope }) => scope === wanted)
      .map(({ name }) => name)
      .sort()
  opened = Object.fromEntries(scopes.map(scope => [scope, namesOf(scope)]))
  withoutScope = namesOf(undefined).filter(name => covered.test(name.replace(/^\w+ /, '')))
})

describe('scopes of routes', () => {
  it('are these', () => {
    expect(opened).toEqual(table)
  })

  it('are left out nowhere by mistake', () => {
    expect(withoutScope).toEqual(closed)
  })

  it('are known to whoever asks for them', () => {
    for (const scope of Object.keys(opened)) expect(oauthScopes).toHaveProperty([scope])
  })

  it('that read open nothing that writes', () => {
    for (const [scope, routes] of Object.entries(opened))
      if (scope.startsWith('read:'))
        expect(routes.filter(route => !route.startsWith('GET '))).toEqual(
          // These routes return the references and the rendering of a text, and change nothing.
          scope === 'read:project' ? ['POST /projects/{id}/extract_references', 'POST /projects/{id}/previews'] : [],
        )
  })
})

describe('a list of scopes', () => {
  it.each([
    ['openid', ['openid']],
    ['openid read:project openid', ['openid', 'read:project']],
    ['', undefined],
    [undefined, undefined],
    ['openid ', undefined],
    ['openid\tprofile', undefined],
    ['read:everything', undefined],
    ['toString', undefined],
  ])('%j is %j', (text, scopes) => {
    expect(parseScope(text)).toEqual(scopes)
  })
})
