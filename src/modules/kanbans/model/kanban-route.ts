/** Members that the routes which read kanbans share. */
export const kanbanRead = {
  method: 'GET',
  access: 'hybrid',
  scope: 'read:tracker',
  tag: 'Kanban',
  errors: [400, 401, 403, 404],
} as const

/** Members that the routes which change kanbans share. */
export const kanbanWrite = {
  access: 'protected',
  scope: 'write:tracker',
  tag: 'Kanban',
  idempotency: 'answer',
  errors: [400, 401, 403, 404],
} as const
