import type { AccessKey } from './access-key.ts'
import type { AccessKeyAnswer } from './auth.schema.ts'
import { accessKeyScopes } from './scopes.ts'

export const representAccessKey = (key: AccessKey, isoDate: (at: Date) => string): AccessKeyAnswer => ({
  id: key.id,
  creation_date: isoDate(key.createdAt),
  expiration_date: key.expiresAt && isoDate(key.expiresAt),
  description: key.description,
  last_used_on: key.lastUsedAt && isoDate(key.lastUsedAt),
  last_used_by: key.lastUsedBy,
  scopes: accessKeyScopes.filter(scope => key.scopes.includes(scope)).map(identifier => ({ identifier })),
})
