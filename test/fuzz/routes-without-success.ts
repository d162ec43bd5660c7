/**
 * Routes that no request of a walk can end well on. They take a browser, the link of a mail, the past or an agent. Others take a job that
 * failed, an import that ended, a chart or all columns of a kanban.
 */
export const ROUTES_WITHOUT_SUCCESS: readonly string[] = [
  'POST /account/recovery_codes',
  'POST /account/second_factors',
  'POST /account/second_factors/{id}/confirmation',
  'POST /account/second_factors/{id}/removal',
  'GET /approvals/{id}',
  'POST /approvals/{id}',
  'POST /imports/{id}/undo',
  'PUT /kanban/{id}/columns',
  'GET /milestones/{id}/burndown',
  'GET /milestones/{id}/burnup',
  'GET /oauth2_interactions/{uid}',
  'POST /oauth2_interactions/{uid}',
  'GET /password_resets/{token}',
  'PUT /password_resets/{token}',
  'GET /projects/{id}/archive',
  'GET /roadmaps/{id}/iterations',
  'GET /roadmaps/{id}/tasks',
  'DELETE /site/jobs/{id}',
  'POST /site/jobs/{id}/retry',
  'DELETE /site/users/{id}/second_factors',
  'PUT /users/{id}/agent_policies/{agent}',
  'DELETE /users/{id}/oauth2_authorizations/{app_id}',
]
