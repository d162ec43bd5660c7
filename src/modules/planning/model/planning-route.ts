/** Members that the routes which read plannings share. */
export const planningRead = {
  method: 'GET',
  access: 'hybrid',
  scope: 'read:tracker',
  tag: 'Planning',
  errors: [400, 401, 403, 404],
} as const
