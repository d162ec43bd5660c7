// The limit: what one request costs when a server does nothing but pass it to the database. A process of its own.
import fastify from 'fastify'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const JSONB = 3802
/** As many connections as a server process of Crocus has. */
const POOL_SIZE = 5

process.on('disconnect', () => process.exit(1))

const pool = new pg.Pool({
  connectionString: process.env['BENCH_DATABASE_URL'],
  max: POOL_SIZE,
  types: {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === JSONB ? (text: string) => text : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
  },
})

const server = fastify({ logger: false })

server.get<{ Params: { id: string } }>('/rows/:id', async (request, reply) => {
  const { rows } = await pool.query<{ document: string }>({
    name: 'read',
    text: 'select document from bench.row where id = $1',
    values: [request.params.id],
  })
  const [row] = rows
  if (!row) return reply.code(404).send()
  return reply.type('application/json; charset=utf-8').send(row.document)
})

server.post('/rows', async (request, reply) => {
  const { rows } = await pool.query<{ id: string }>({
    name: 'insert',
    text: 'insert into bench.row (document) values ($1) returning id',
    values: [JSON.stringify(request.body)],
  })
  return reply.code(201).send({ id: Number(rows[0]?.id) })
})

await server.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}` })
