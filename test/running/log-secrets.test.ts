import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scratchFolder } from '../harness/archives.ts'
import { testDatabaseUrl } from '../harness/database.ts'
import { startServerProcess, testFolder, type ServerProcess } from '../harness/process.ts'
import { s3Environment, startS3Server, type S3Server } from '../harness/s3-server.ts'
import { until } from '../harness/until.ts'

/** Each stands for something that must be in no line. */
const secrets = {
  admin: 'sesame-of-the-admin',
  basic: 'sesame-by-basic',
  key: 'sesame-of-a-key',
  bearer: 'sesame-as-bearer',
  cookie: 'sesame-in-a-cookie',
  body: 'sesame-in-a-body',
  query: 'sesame-in-a-query',
  row: 'sesame-in-a-row',
  smtp: 'sesame-of-smtp',
  s3: 'sesame-of-the-bucket',
  metrics: 'sesame-of-metrics',
  webhook: 'sesame-of-a-webhook',
}

describe('the log of a server at its most talkative, with errors of all kinds', { timeout: 60_000 }, () => {
  let server: ServerProcess
  let mail: Server
  let s3: S3Server
  let client: pg.Client
  const dialogue: string[] = []

  beforeAll(async () => {
    // Takes no password.
    mail = createServer(socket => {
      socket.on('error', () => undefined).write('220 strict\r\n')
      socket.setEncoding('utf8').on('data', (line: string) => {
        dialogue.push(line)
        if (line.startsWith('EHLO')) socket.write('250-strict\r\n250 AUTH PLAIN\r\n')
        else socket.write(line.startsWith('AUTH') ? `535 no: ${line.trim()}\r\n` : '250 ok\r\n')
      })
    }).listen(0, '127.0.0.1')
    await once(mail, 'listening')
    s3 = await startS3Server(await scratchFolder())
    const databaseUrl = await testDatabaseUrl()
    client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    server = await startServerProcess({
      CROCUS_DATA: await testFolder(),
      DATABASE_URL: databaseUrl,
      CROCUS_LOG_LEVEL: 'trace',
      CROCUS_ADMIN_PASSWORD: secrets.admin,
      CROCUS_METRICS_TOKEN: secrets.metrics,
      CROCUS_SMTP_URL: `smtp://crocus:${secrets.smtp}@127.0.0.1:${(mail.address() as AddressInfo).port}`,
      ...s3Environment({ ...s3.settings, secretAccessKey: secrets.s3 }),
    })
  })
  afterAll(async () => {
    await client.end()
    mail.close()
    server.child.kill('SIGTERM')
    await server.exit
    await s3.close()
  })

  const basic = (login: string, password: string): string =>
    `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
  const asAdmin = { authorization: basic('admin', secrets.admin), 'content-type': 'application/json' }
  const call = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<number> => {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    return (await fetch(`${server.address}${path}`, { method, headers, ...sent })).status
  }

  it('holds no secret', async () => {
    // Refused credentials, in every place.
    await call('GET', '/api/users/self', { authorization: basic('admin', secrets.basic) })
    await call('GET', '/api/users/self', { 'x-auth-accesskey': `tlp-k1-1.${secrets.key}` })
    await call('GET', '/api/users/self', { authorization: `Bearer tlp-oauth2-at1-1.${secrets.bearer}` })
    await call('GET', '/api/users/self', { 'x-auth-token': secrets.key, 'x-auth-userid': '101' })
    await call('GET', '/api/users/self', { cookie: `__Host-TULEAP_session_hash=1.${secrets.cookie}` })
    await call('POST', '/api/tokens', asAdmin, { username: 'admin', password: secrets.body })
    await call('POST', '/api/session', asAdmin, { login: 'admin', password: secrets.body })
    await call('GET', `/api/users/?query=${secrets.query}&token=${secrets.query}`, asAdmin)
    await call('DELETE', `/api/tokens/${secrets.query}`, asAdmin)
    await call('GET', `/reset-password/${secrets.query}`, {})
    await call('POST', '/api/projects', asAdmin, `{"shortname": "${secrets.body}`)
    await call(
      'POST',
      '/oauth2/token',
      {
        authorization: basic('tlp-client-id-1', secrets.basic),
        'x-forwarded-proto': 'https',
        'content-type': 'application/x-www-form-urlencoded',
      },
      `grant_type=refresh_token&refresh_token=tlp-oauth2-rt1-1.${secrets.bearer}`,
    )
    await call('GET', '/metrics', { authorization: `Bearer ${secrets.metrics}x` })

    // Errors of the database that tell rows and values.
    await client.query(`alter table users add constraint no_sesame check (real_name not like '%sesame%')`)
    const made = await call('POST', '/api/site/users', asAdmin, {
      username: 'ann',
      email: 'ann@example.org',
      real_name: secrets.row,
      password: secrets.body,
    })
    expect(made).toBe(500)
    await client.query(`create function boom() returns trigger language plpgsql as $$ begin perform (to_jsonb(new) ->> 'description')::bigint; return new; end $$;
      create trigger boom before insert on project for each row execute function boom()`)
    expect(
      await call('POST', '/api/projects', asAdmin, {
        shortname: 'lights',
        label: secrets.row,
        description: secrets.row,
        is_public: true,
        template_id: 100,
      }),
    ).toBe(500)

    // A job that fails with what it carries: mail with a link to a password, a webhook with a secret in its path.
    await client.query(
      `select graphile_worker.add_job('send_mail', payload => $1::json, max_attempts => 1),
         graphile_worker.add_job('start_build', payload => $2::json, max_attempts => 1)`,
      [
        JSON.stringify({
          id: 'a',
          mail: {
            to: { address: 'ann@example.org' },
            subject: 'Password',
            text: `https://x/reset-password/${secrets.query}`,
          },
        }),
        JSON.stringify({ url: `http://user:${secrets.webhook}@127.0.0.1:1/job?token=${secrets.webhook}`, state: 'x' }),
      ],
    )
    await until(() => /"job":"send_mail".*"a job failed"/.test(server.stdout()))

    // The bucket goes away.
    await s3.close()
    await client.query(`select graphile_worker.add_job('sweep_contents', max_attempts => 1)`)
    await until(() => /"job":"sweep_contents".*"a job failed"/.test(server.stdout()))
    // The database ends all connections.
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await call('GET', '/api/users/self', asAdmin)

    const output = server.stdout() + server.stderr()
    // It did talk of all of it.
    expect(output).toContain('no_sesame')
    expect(output).toContain('"code":"22P02"')
    expect(output).toMatch(/"job":"send_mail".*"a job failed"/)
    expect(output).toMatch(/"job":"sweep_contents".*"a job failed"/)
    expect(dialogue.join('')).toContain('AUTH PLAIN')
    const hidden = [
      ...Object.values(secrets),
      Buffer.from(`\0crocus\0${secrets.smtp}`).toString('base64'),
      basic('admin', secrets.admin).slice(6),
    ]
    const lines = output.split('\n')
    for (const secret of hidden)
      expect(
        lines.filter(line => line.includes(secret)),
        secret,
      ).toEqual([])
    expect(lines.filter(line => line.includes('sesame-'))).toEqual([])
  })
})
