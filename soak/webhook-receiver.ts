// A receiver of webhooks that fails at random, and what it must have been told in the end.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { Db } from '../src/platform/db/db.ts'
import { recordFinding, type ExpectedState, type ReceivedCall } from './expected-state.ts'
import type { Random } from './random.ts'

/** Share of the calls that fail while the load runs. A second failure of one artifact waits for half a minute. */
const FAILURES = 0.08

export interface WebhookReceiver {
  readonly host: string
  readonly url: string
  /** The secret that signs, once the webhook is made. */
  trust(secret: string): void
  /** From now on nothing fails. */
  calm(): void
  close(): void
}

export const openWebhookReceiver = async (expected: ExpectedState, random: Random): Promise<WebhookReceiver> => {
  let webhook: Webhook | undefined
  let isCalm = false
  const receive = (request: IncomingMessage, body: string): ReceivedCall | undefined => {
    try {
      webhook?.verify(body, request.headers as Record<string, string>)
    } catch (error) {
      recordFinding(expected, `told: a call with a wrong signature: ${String(error)}`)
      return undefined
    }
    const { type, data } = JSON.parse(body) as {
      type: string
      data: { change?: { artifact_id?: number | null; changeset_id?: number | null } }
    }
    return {
      messageId: String(request.headers['webhook-id']),
      kind: type,
      artifactId: data.change?.artifact_id ?? undefined,
      changesetId: data.change?.changeset_id ?? undefined,
      sha256: createHash('sha256').update(body).digest('hex'),
      isTaken: isCalm || !random.chance(FAILURES),
    }
  }
  const fail = (response: ServerResponse): void => {
    if (random.chance(0.3)) return void response.socket?.destroy()
    response.writeHead(random.pick([400, 404, 500, 502])).end('not now')
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const call = receive(request, Buffer.concat(chunks).toString())
      if (call) expected.received.push(call)
      if (call?.isTaken) response.writeHead(204).end()
      else fail(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/changes`,
    trust: secret => void (webhook = new Webhook(secret)),
    calm: () => void (isCalm = true),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Nobody waits for hours after the load: each delivery is due now. */
export const hurryDeliveries = async (db: Db): Promise<void> => {
  await sql`update webhook_delivery set next_attempt = now() where state = 'waiting' and next_attempt is not null`.execute(
    db.kysely,
  )
  await sql`update webhook set next_attempt = now() where next_attempt is not null`.execute(db.kysely)
}

/**
 * Each change of an artifact that still stands was taken, of a deleted one the tombstone; no artifact's versions fall at their first receipt; and a call
 * has the same bytes each time.
 */
export const checkReceived = async (
  db: Db,
  { received }: Pick<ExpectedState, 'received'>,
): Promise<{ findings: string[]; counts: Record<string, number> }> => {
  const findings: string[] = []
  const taken = new Set(
    received
      .filter(({ isTaken }) => isTaken)
      .map(
        ({ kind, artifactId, changesetId }) =>
          `${kind === 'artifact.deleted' ? 'gone' : 'change'} ${artifactId} ${changesetId}`,
      ),
  )
  const { rows: changes } = await sql<{ id: number; artifact_id: number }>`
    select changeset.id::float8 as id, changeset.artifact_id::float8 as artifact_id
    from changeset join artifact on artifact.id = changeset.artifact_id
    where changeset.submitted_on >= (select created_at from webhook order by id limit 1) order by changeset.id`.execute(
    db.kysely,
  )
  for (const { id, artifact_id } of changes)
    if (!taken.has(`change ${artifact_id} ${id}`))
      findings.push(`told: changeset ${id} of artifact ${artifact_id} never was`)
  const { rows: deletions } = await sql<{ artifact_id: number; changeset_id: number }>`
    select event.artifact_id::float8 as artifact_id, event.changeset_id::float8 as changeset_id
    from event left join artifact on artifact.id = event.artifact_id
    where kind = 'artifact.deleted' and artifact.id is null
      and at >= (select created_at from webhook order by id limit 1) order by seq`.execute(db.kysely)
  for (const { artifact_id, changeset_id } of deletions)
    if (!taken.has(`gone ${artifact_id} ${changeset_id}`))
      findings.push(`told: the deletion of artifact ${artifact_id} never was`)
  findings.push(...orderFindings(received))
  return {
    findings,
    counts: {
      'changes that a webhook had to tell': changes.length + deletions.length,
      'calls of that webhook': received.length,
      'calls that its receiver refused': received.filter(({ isTaken }) => !isTaken).length,
    },
  }
}

const orderFindings = (received: readonly ReceivedCall[]): string[] => {
  const findings: string[] = []
  const bytes = new Map<string, string>()
  const newest = new Map<number, number>()
  for (const { messageId, artifactId, changesetId, sha256 } of received) {
    const known = bytes.get(messageId)
    if (known !== undefined) {
      if (known !== sha256) findings.push(`told: ${messageId} had other bytes at another attempt`)
      continue
    }
    bytes.set(messageId, sha256)
    if (artifactId === undefined || changesetId === undefined) continue
    const before = newest.get(artifactId) ?? 0
    if (changesetId < before)
      findings.push(`told: changeset ${changesetId} of artifact ${artifactId} came after ${before}`)
    newest.set(artifactId, Math.max(before, changesetId))
  }
  return findings
}
