import type { IncomingMessage } from 'node:http'
import { Forbidden, Invalid, ContentTooLarge } from '../../../platform/errors.ts'
import { destinationWithin } from '../model/svn-path.ts'

/** Maximum size of the body of a MERGE, which lists the merged paths and the client's locks. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Reads the body of a MERGE completely and refuses a path outside of `root`. mod_dav_svn commits the transaction named in the body, in any
 * repository, with the rights of the called address.
 */
export const readMergeBody = async (client: IncomingMessage, root: string): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of client as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BYTES) throw new ContentTooLarge('a MERGE request is not that long')
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  requireHrefsWithin(body.toString('latin1'), root)
  return body
}

const HREF = /<(?:[A-Za-z_][\w.-]*:)?href(?:\s[^<>]*)?>([^<]*)<\//g

/** Accepts only the plain XML that clients send, so that Apache cannot read it differently. */
export const requireHrefsWithin = (xml: string, root: string): void => {
  if (
    !/^\s*(<\?xml version="1\.[01]"(?: encoding="(?:utf-8|us-ascii)")?\s*\?>)?\s*<(?!\?)/i.test(xml) ||
    xml.includes('<!')
  )
    throw new Invalid('a MERGE request must be plain XML in UTF-8', { reason: 'parameter.range' })
  const hrefs = [...xml.matchAll(HREF)].map(match => match[1] ?? '')
  const tags = xml.match(/<(?:[^\s<>/:]*:)?href[\s>/]/gi)?.length ?? 0
  if (hrefs.length === 0 || tags !== hrefs.length)
    throw new Invalid('a MERGE request must name what is merged', { reason: 'parameter.range' })
  for (const href of hrefs) {
    const text = href.trim()
    if (text.includes('&') || destinationWithin(text, root) === undefined)
      throw new Forbidden('only what is in the same repository can be merged', { reason: 'parameter.range' })
  }
}
