import { METHODS, type IncomingMessage, type ServerResponse } from 'node:http'
import { Forbidden, NotFound, Refusal, Unauthorized } from '../../../platform/errors.ts'
import { authorizeClient, type AuthorizedClient } from './authorize-client.ts'
import type { Apache } from './apache.ts'
import { proxyRequest, safeHeaders, type ProxiedRequest } from './proxy-request.ts'
import { readMergeBody } from './merge-body.ts'
import { pathOfRepository, type SvnFolders } from '../disk/svn-folders.ts'
import { destinationWithin, parseSvnPath } from '../model/svn-path.ts'
import { requireSvnPackages } from '../disk/svn-programs.ts'
import type { ServingDependencies } from '../model/svn-serving.dependencies.ts'
import type { keepAccessCurrent } from '../disk/access-files.ts'

/** Methods of Subversion clients and browsers. */
export const svnMethods: readonly string[] = [
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'DELETE',
  'PROPFIND',
  'PROPPATCH',
  'REPORT',
  'CHECKOUT',
  'MKACTIVITY',
  'MKCOL',
  'MERGE',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
]
/** All methods that Node parses, so that unsupported ones get a 405 of the server. */
export const answeredMethods: readonly string[] = METHODS.filter(method => method !== 'CONNECT')

/** Answers a request on its socket; throws refusals, which the error handler of the server answers. */
export type SvnGateway = (client: IncomingMessage, response: ServerResponse, ip: string) => Promise<void>

export const createSvnGateway = (
  dependencies: ServingDependencies,
  folders: SvnFolders,
  apache: Apache,
  makeAccessCurrent: ReturnType<typeof keepAccessCurrent>,
): SvnGateway => {
  const admit = authorizeClient(dependencies)
  const { settings } = dependencies

  return async (client, response, ip) => {
    requireSvnPackages()
    dependencies.folderState.require()
    const { method = '', url = '', headers } = client
    const path = parseSvnPath(url)
    if (!path) throw new NotFound('there is nothing at this address')
    if (!svnMethods.includes(method)) {
      const allow = svnMethods.join(', ')
      throw new Refusal(405, `${method} is not possible here`, { headers: { Allow: allow } })
    }
    const admitted = await admit({ headers, method, ip }, path).catch((error: unknown) => {
      throw error instanceof Unauthorized ? challenge(error) : error
    })
    const scheme = schemeOf(client, settings.publicUrl())
    if (path.root !== admitted.root)
      return redirect(response, `${scheme}://${headers.host}${admitted.root}${path.rest}`)

    const destination = destinationOf(client, admitted)
    await makeAccessCurrent(
      pathOfRepository(folders, admitted.repository),
      admitted.repository.accessFile,
      admitted.project,
    )
    const body = method === 'MERGE' ? await readMergeBody(client, admitted.root) : undefined
    await proxyToApache(apache, admitted, {
      client,
      response,
      login: admitted.login,
      destination,
      scheme,
      ...(body && { body }),
    })
  }
}

const challenge = (error: Unauthorized): Refusal =>
  new Refusal(401, error.message, {
    reason: 'credentials.invalid',
    headers: { 'WWW-Authenticate': 'Basic realm="Crocus Subversion", charset="UTF-8"' },
  })

/** Redirects to the short name as it is written, because clients store the address. */
const redirect = (response: ServerResponse, location: string): void => {
  response.writeHead(301, ['Location', location, 'Content-Length', '0', ...safeHeaders('GET')])
  response.end()
}

/** A Destination outside of the repository never reaches Apache, which would accept it. */
const destinationOf = (client: IncomingMessage, { root }: AuthorizedClient): string | undefined => {
  const sent = client.headers['destination']
  if (sent === undefined) return undefined
  const destination = typeof sent === 'string' ? destinationWithin(sent, root) : undefined
  if (destination === undefined)
    throw new Forbidden('the destination must be in the same repository', { reason: 'parameter.range' })
  return destination
}

/** The scheme of the client's own addresses, if they show it; otherwise the scheme of the public address. */
const schemeOf = (client: IncomingMessage, publicUrl: string): string => {
  const { destination, host } = client.headers
  const sent = typeof destination === 'string' ? /^(https?):/i.exec(destination)?.[1] : undefined
  if (sent !== undefined) return sent.toLowerCase()
  const known = URL.parse(publicUrl)
  return known?.host === host?.toLowerCase() && known?.protocol === 'https:' ? 'https' : 'http'
}

/** Apache may have died a moment ago: a request of which nothing was sent goes to the new Apache. */
const proxyToApache = async (
  apache: Apache,
  { project }: AuthorizedClient,
  forwarding: Omit<ProxiedRequest, 'address'>,
): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const address = await apache.addressFor(project)
    const outcome = await proxyRequest({ ...forwarding, address })
    if (outcome === 'answered' || outcome === 'abandoned') return
    apache.forget(address)
    if (outcome === 'unreachable' && attempt === 1) continue
    throw new Refusal(502, 'the server of the repositories does not answer; try again in a moment', {
      reason: 'unavailable',
      headers: { Connection: 'close' },
    })
  }
}
