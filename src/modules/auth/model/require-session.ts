import { Forbidden } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'

/** Throws unless a person in a browser asks: the holder of an access key or a token of the account may be a program. */
export const requireSession = ({ sessionId }: Pick<Viewer, 'sessionId'>): void => {
  if (sessionId === undefined)
    throw new Forbidden('Sign in by the page: this is decided in a browser only', { reason: 'csrf' })
}
