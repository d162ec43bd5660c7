import { describeDevice } from '../model/device.ts'
import type { Session } from '../model/session.ts'
import type { SessionRepresentation } from '../model/sessions.schema.ts'

export const representSession = (
  session: Session,
  currentId: number | undefined,
  isoDate: (at: Date) => string,
): SessionRepresentation => ({
  id: session.id,
  is_current: session.id === currentId,
  device: describeDevice(session.userAgent),
  user_agent: session.userAgent,
  ip_address: session.lastUsedBy,
  created_on: isoDate(session.signedInAt),
  last_used_on: isoDate(session.lastUsedAt),
  expires_on: isoDate(session.expiresAt),
})
