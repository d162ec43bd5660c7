import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testClock } from '../../../test/harness/clock.ts'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { mailServer, type MailServer } from '../../../test/harness/mail-server.ts'
import { testFolder } from '../../../test/harness/process.ts'
import { inTransaction, openDatabase, type Db } from '../db/db.ts'
import { enqueueJobs } from '../jobs/jobs.store.ts'
import { runDueJobs } from '../jobs/jobs.ts'
import { createMailer, SEND_MAIL, threadIdOf, type Mail, type Mailer } from './mail.ts'
import { countMails } from './mail.store.ts'
import { composeMessage } from './compose-message.ts'
import { smtpTransport } from './smtp-transport.ts'
import { outboxTransport, type MailTransport } from './transport.ts'

const log = pino({ level: 'silent' })
const mail: Mail = {
  to: { name: 'Zoë', address: 'zoe@example.org' },
  subject: 'Crash on start \u{1f4a5}',
  text: 'It crashed.\n.\nReally.',
  html: '<p>It crashed.</p>',
  headers: { 'List-Id': '<bugs.example.org>' },
}

let url: string
let db: Db
let server: MailServer
beforeAll(async () => {
  url = await testDatabaseUrl()
  db = openDatabase(url)
  server = await mailServer()
})
afterAll(() => db.close())

const mailerBy = (transport: MailTransport): Mailer => {
  afterAll(() => transport.close())
  return createMailer({ db, transport, sender: () => ({ name: 'Crocus', address: 'noreply@crocus.test' }), log })
}

const sendDue = (mailer: Mailer) => runDueJobs({ database: url, jobs: mailer.jobs, log })
const waiting = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from graphile_worker._private_jobs`.execute(db.kysely)).rows[0]?.n ??
  -1
const endPauses = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(db.kysely)

describe('outgoing mail', () => {
  it('is sent to the mail server after the commit, complete', async () => {
    const mailer = mailerBy(smtpTransport(server.url))
    await inTransaction(db, tx => mailer.queue(tx, [mail]))
    await sendDue(mailer)
    expect(server.received).toHaveLength(1)
    const [received] = server.received
    expect(received).toMatchObject({ from: 'noreply@crocus.test', to: 'zoe@example.org' })
    expect(received?.text).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(received?.text).toMatch(/^List-ID: <bugs\.example\.org>$/im)
    expect(received?.text).toContain('Auto-Submitted: auto-generated')
    expect(received?.text).toMatch(/^Message-ID: <[\w-]+@crocus\.test>$/m)
  })

  it('keeps every character, in lines that mail servers take, and nothing of it becomes a header', () => {
    const { envelope, text } = composeMessage(
      {
        from: { name: 'Zoë "Z" of the Crocus', address: 'noreply@crocus.test' },
        to: { address: 'zoe@exämple.org' },
        subject: `Lampe brûlée\r\nBcc: all@example.org`,
        text: `Straße ${'long '.repeat(300)}\n.\nlast = \u{1f33c}`,
        html: '<p>short</p>',
        messageId: '<a-b@crocus.test>',
      },
      new Date('2026-03-01T12:00:00Z'),
    )
    expect(envelope).toEqual({ from: 'noreply@crocus.test', to: 'zoe@xn--exmple-cua.org' })
    expect(text).not.toMatch(/[\u0080-\uffff]|[^\r]\n|\r[^\n]|^Bcc:/m)
    const [head = '', ...body] = text.split('\r\n\r\n')
    expect(Math.max(...text.split('\r\n').map(line => line.length))).toBeLessThanOrEqual(100)
    expect(head).toContain('Date: Sun, 01 Mar 2026 12:00:00 +0000')
    const [plain = '', html = ''] = body.join('\r\n\r\n').split('--=_a-bcrocustest').slice(1)
    expect(html).toContain('<p>short</p>')
    const decoded = plain
      .slice(plain.indexOf('\r\n\r\n') + 4)
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, byte: string) => String.fromCharCode(parseInt(byte, 16)))
    expect(Buffer.from(decoded, 'latin1').toString()).toBe(`Straße ${'long '.repeat(300)}\r\n.\r\nlast = \u{1f33c}\r\n`)
  })

  it('has headers that mail programs read as they were meant', () => {
    const subject = `[bug #12] ${'A crash on start '.repeat(8)}of it`
    const { envelope, text } = composeMessage(
      {
        from: { name: 'Lovelace, Ada (Crocus)', address: 'noreply@crocus.test' },
        to: { name: 'Grace "Amazing" Hopper', address: 'Grace@Example.org' },
        replyTo: 'bugs@crocus.test',
        subject,
        text: 'It crashed.',
        messageId: '<a-b@crocus.test>',
        headers: { 'X-Crocus-Project': 'bugs', 'List-Id': '"Bugs" <bugs.crocus.test>' },
      },
      new Date('2026-03-01T12:00:00Z'),
    )
    expect(envelope).toEqual({ from: 'noreply@crocus.test', to: 'Grace@example.org' })
    expect(Math.max(...text.split('\r\n').map(line => line.length))).toBeLessThanOrEqual(78)
    expect(text.split('\r\n\r\n')[0]?.replaceAll('\r\n ', ' ').split('\r\n')).toEqual([
      'From: "Lovelace, Ada (Crocus)" <noreply@crocus.test>',
      'To: "Grace \\"Amazing\\" Hopper" <Grace@example.org>',
      'Reply-To: bugs@crocus.test',
      `Subject: ${subject}`,
      'Message-ID: <a-b@crocus.test>',
      'Date: Sun, 01 Mar 2026 12:00:00 +0000',
      'Auto-Submitted: auto-generated',
      'X-Crocus-Project: bugs',
      'List-Id: "Bugs" <bugs.crocus.test>',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 7bit',
    ])
  })

  it('is not sent when the change is rolled back', async () => {
    server.received.length = 0
    const mailer = mailerBy(smtpTransport(server.url))
    const undone = inTransaction(db, async tx => {
      await mailer.queue(tx, [mail])
      throw new Error('never mind')
    })
    await expect(undone).rejects.toThrow('never mind')
    await sendDue(mailer)
    expect(server.received).toEqual([])
  })

  it('is retried with the same id when the server is busy, and given up when it is refused for good', async () => {
    server.received.length = 0
    const mailer = mailerBy(smtpTransport(server.url))
    server.answer = '451 busy'
    await inTransaction(db, tx => mailer.queue(tx, [mail]))
    await sendDue(mailer)
    expect(await waiting()).toBe(1)
    server.answer = '550 nobody of that name'
    await endPauses()
    await sendDue(mailer)
    expect(await waiting()).toBe(0)
    server.answer = undefined
    expect(server.received).toEqual([])
  })

  it('is sent in few jobs, each mail once, also when one of them cannot be sent yet', async () => {
    const sent: string[] = []
    let isBusy = true
    const mailer = mailerBy({
      send: async ({ to, messageId }) => {
        if (isBusy && to.address === '30@example.org') throw new Error('451 busy')
        sent.push(`${to.address} ${messageId}`)
      },
      close: () => undefined,
    })
    const mails = Array.from({ length: 120 }, (_, number) => ({ ...mail, to: { address: `${number}@example.org` } }))
    await inTransaction(db, tx => mailer.queue(tx, mails))
    expect(await waiting()).toBe(3)
    expect(await countMails(db.kysely, SEND_MAIL)).toEqual({ waiting: 120, running: 0, failed: 0 })
    await sendDue(mailer)
    expect(await countMails(db.kysely, SEND_MAIL)).toEqual({ waiting: 1, running: 0, failed: 0 })
    isBusy = false
    await endPauses()
    await sendDue(mailer)
    expect(await waiting()).toBe(0)
    expect(sent.map(each => Number.parseInt(each)).sort((a, b) => a - b)).toEqual(mails.map((_, number) => number))
    expect(new Set(sent.map(each => each.split(' ')[1])).size).toBe(120)
  })

  it('that an earlier version queued, in a job of its own, is sent', async () => {
    server.received.length = 0
    const mailer = mailerBy(smtpTransport(server.url))
    await enqueueJobs(db.kysely, [{ name: SEND_MAIL, payload: { id: crypto.randomUUID(), mail } }])
    expect(await countMails(db.kysely, SEND_MAIL)).toEqual({ waiting: 1, running: 0, failed: 0 })
    await sendDue(mailer)
    expect(server.received).toHaveLength(1)
  })

  it('gets no further headers from a subject', async () => {
    server.received.length = 0
    const mailer = mailerBy(smtpTransport(server.url))
    await inTransaction(db, tx => mailer.queue(tx, [{ ...mail, subject: 'Hello\r\nBcc: all@example.org' }]))
    await sendDue(mailer)
    expect(server.received[0]?.text).not.toMatch(/^Bcc:/m)
  })

  it('is stored in the outbox for a month if no server is set', async () => {
    const folder = join(await testFolder(), 'outbox')
    const clock = testClock(new Date())
    const outbox = outboxTransport(folder, clock, log)
    const mailer = mailerBy(outbox)
    await inTransaction(db, tx => mailer.queue(tx, [mail]))
    await sendDue(mailer)
    const [name = ''] = await readdir(folder)
    expect(await readFile(join(folder, name), 'utf8')).toContain('To: =?UTF-8?Q?Zo=C3=AB?= <zoe@example.org>')
    await outbox.tidy()
    expect(await readdir(folder)).toHaveLength(1)
    clock.advance(31 * 86_400_000)
    await outbox.tidy()
    expect(await readdir(folder)).toEqual([])
  })

  it('names a thread the same each time', () => {
    expect(threadIdOf('a@b.org', 'artifact', 1)).toBe(threadIdOf('x@b.org', 'artifact', 1))
    expect(threadIdOf('a@b.org', 'artifact', 1)).not.toBe(threadIdOf('a@b.org', 'artifact', 2))
  })
})
