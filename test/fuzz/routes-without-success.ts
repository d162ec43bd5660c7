/** Routes that no request of a walk can end well on: it takes a browser, the link of a mail, the past, or a job that failed. */
export const ROUTES_WITHOUT_SUCCESS: readonly string[] = [
  'GET /oauth2_interactions/{uid}',
  'POST /oauth2_interactions/{uid}',
  'GET /password_resets/{token}',
  'PUT /password_resets/{token}',
  'GET /projects/{id}/archive',
  'PUT /projects/{id}/backlog',
  'PATCH /projects/{id}/backlog',
  'DELETE /site/jobs/{id}',
  'POST /site/jobs/{id}/retry',
  'DELETE /users/{id}/oauth2_authorizations/{app_id}',
]
