// Requests of a page whose session has ended meanwhile: the reader signs in again, and then the page sends the same request once more.

/** Asks the reader to sign in again with the same account; false: the reader leaves. */
export interface SessionKeeper {
  /** The page believes that somebody is signed in. */
  readonly isSignedIn: () => boolean
  readonly signInAgain: () => Promise<boolean>
}

let keeper: SessionKeeper | undefined
/** Grows with each new session, so that requests which the old one failed do not ask again. */
let sessions = 0

export const keepSession = (given: SessionKeeper): void => {
  keeper = given
}

const SESSIONS = /^\/api\/(sessions|password_resets)(\/|$)/

/** `fetch` for requests to the API. A request about sessions themselves is answered as it is. */
export const sessionFetch = async (request: Request): Promise<Response> => {
  if (keeper?.isSignedIn() !== true || SESSIONS.test(new URL(request.url).pathname)) return fetch(request)
  const again = request.clone()
  const before = sessions
  const response = await fetch(request)
  if (!(await hasEnded(response))) return response
  return (await renewSession(before)) ? fetch(again) : response
}

/** Whether there is a session again after a request that was sent in the session number `before` failed without one. */
const renewSession = async (before: number): Promise<boolean> => {
  if (before < sessions) return true
  if (keeper?.isSignedIn() !== true || !(await keeper.signInAgain())) return false
  sessions = Math.max(sessions, before + 1)
  return true
}

/** For requests that `fetch` does not send: uploads. */
export const isSignedInAgain = (): Promise<boolean> => renewSession(sessions)

/** Without a session the server refuses with 401, or treats the reader as anonymous, who is not allowed to see private things. */
const hasEnded = async (response: Response): Promise<boolean> => {
  if (response.status === 401) return true
  if (response.status !== 403 && response.status !== 404) return false
  const account = await fetch('/api/account', { headers: { accept: 'application/json' } }).catch(() => undefined)
  // An unread body keeps its connection from the next request.
  await account?.body?.cancel()
  return account?.status === 401
}
