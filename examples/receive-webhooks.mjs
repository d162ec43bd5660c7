// Receives the calls of a webhook, checks their signatures, and does the work of each change once.
// Usage: CROCUS_WEBHOOK_SECRET=whsec_… PORT=8000 node receive-webhooks.mjs
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.CROCUS_WEBHOOK_SECRET)
const database = new DatabaseSync(process.env.DATABASE ?? ':memory:')
database.exec('create table if not exists done (webhook_id text primary key)')
const remember = database.prepare('insert or ignore into done values (?)')

const receive = async (request, response) => {
  const parts = await Array.fromAsync(request)
  const body = Buffer.concat(parts).toString()
  try {
    webhook.verify(body, request.headers)
  } catch {
    return response.writeHead(401).end()
  }
  const { type, data } = JSON.parse(body)
  database.exec('begin')
  // A retry has the same id. The work and its id are in one transaction.
  if (remember.run(request.headers['webhook-id']).changes === 1) console.log(type, data.change?.artifact_id ?? '')
  database.exec('commit')
  response.writeHead(204).end()
}

createServer(receive).listen(process.env.PORT, '127.0.0.1')
