import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { TLSSocket, createSecureContext } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { startMailServer, type MailSinkOptions, type ReceivedMail } from '../../../test/harness/mail-sink.ts'
import { testFolder } from '../../../test/harness/process.ts'
import type { OutgoingMail } from './outgoing-mail.ts'
import { PermanentMailFault } from './permanent-mail-fault.ts'
import { openSmtpSession, SmtpSessionLost } from './smtp-session.ts'
import { smtpTransport, verifySmtp } from './smtp-transport.ts'
import type { MailTransport } from './transport.ts'

const mailTo = (address: string, text = 'Hello'): OutgoingMail => ({
  to: { address },
  subject: 'Hello',
  text,
  from: { name: 'Crocus', address: 'noreply@crocus.test' },
  messageId: '<1@crocus.test>',
})

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface SmtpSession {
  readonly received: ReceivedMail[]
  /** All commands, '.' for the end of a message. */
  readonly commands: string[]
  readonly url: string
}

const serve = async (
  answer: (command: string) => string | undefined = () => undefined,
  options: Partial<MailSinkOptions> = {},
): Promise<SmtpSession> => {
  const received: ReceivedMail[] = []
  const commands: string[] = []
  const server = await startMailServer({
    receive: mail => void received.push(mail),
    answer: command => {
      commands.push(command)
      return answer(command)
    },
    ...options,
  })
  closing.push(() => server.close())
  return { received, commands, url: server.url }
}

const transportTo = (url: string): MailTransport => {
  const transport = smtpTransport(url)
  closing.push(() => transport.close())
  return transport
}

const fails = (sent: Promise<void>): Promise<unknown> =>
  sent.then(
    () => 'sent',
    (error: unknown) => error,
  )

const commandsOf = ({ commands }: SmtpSession, verb: string): string[] => commands.filter(each => each.startsWith(verb))

describe.each([
  ['a mail server that takes several commands at once', ['PIPELINING']],
  ['a mail server that takes one command at a time', []],
] as const)('%s', (_name, extensions) => {
  it('gets each mail, and those after a refused one, over one connection', async () => {
    const served = await serve(command => (command.includes('<nobody@') ? '550 nobody of that name' : undefined), {
      extensions,
    })
    const transport = transportTo(served.url)
    await transport.send(mailTo('a@example.org', 'one\n.\n..two'))
    expect(await fails(transport.send(mailTo('nobody@example.org')))).toBeInstanceOf(PermanentMailFault)
    await transport.send(mailTo('b@example.org'))
    expect(served.received.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'noreply@crocus.test a@example.org',
      'noreply@crocus.test b@example.org',
    ])
    expect(served.received[0]?.text).toMatch(/\n\none\n\.\.\n\.\.\.two\n$/)
    // The library says it once, the session once.
    expect(commandsOf(served, 'EHLO')).toHaveLength(2)
  })

  it('may begin a message for a recipient that it refused: it gets no message', async () => {
    const served = await serve(
      command => (command.includes('<nobody@') ? '550 nobody' : command === 'DATA' ? '354 go on' : undefined),
      { extensions },
    )
    const transport = transportTo(served.url)
    expect(await fails(transport.send(mailTo('nobody@example.org')))).toBeInstanceOf(PermanentMailFault)
    expect(served.received).toEqual([])
    await transport.send(mailTo('a@example.org'))
    expect(served.received.map(({ to }) => to)).toEqual(['a@example.org'])
  })

  it.each([
    ['MAIL', '550 sender unknown', 'later'],
    ['MAIL', '451 busy', 'later'],
    ['RCPT', '451 try again', 'later'],
    ['RCPT', '530 sign in first', 'later'],
    ['RCPT', '550 nobody', 'never'],
    ['DATA', '554 no', 'never'],
    ['.', '552 too large', 'never'],
    ['.', '450 try again', 'later'],
  ])('answers %s with %s: the mail is sent %s', async (verb, reply, when) => {
    const served = await serve(command => (command.startsWith(verb) ? reply : undefined), { extensions })
    const fault = await fails(transportTo(served.url).send(mailTo('a@example.org')))
    expect(fault).toBeInstanceOf(Error)
    expect(fault instanceof PermanentMailFault).toBe(when === 'never')
    expect((fault as Error).message).toContain(reply.slice(4))
    expect(commandsOf(served, verb)).toHaveLength(1)
  })

  it.each(['421 too many messages', 'hang up'])(
    'ends a connection that was kept (%s): another one sends the mail, once',
    async reply => {
      let mails = 0
      const served = await serve(command => (command.startsWith('MAIL') && ++mails === 2 ? reply : undefined), {
        extensions,
      })
      const transport = transportTo(served.url)
      await transport.send(mailTo('a@example.org'))
      await transport.send(mailTo('b@example.org'))
      expect(served.received.map(({ to }) => to)).toEqual(['a@example.org', 'b@example.org'])
    },
  )

  it('ends the connection after the whole message: it is not sent a second time at once', async () => {
    let messages = 0
    const served = await serve(command => (command === '.' && ++messages === 2 ? 'hang up' : undefined), { extensions })
    const transport = transportTo(served.url)
    await transport.send(mailTo('a@example.org'))
    const fault = await fails(transport.send(mailTo('b@example.org')))
    expect(fault).toBeInstanceOf(SmtpSessionLost)
    expect(messages).toBe(2)
    await transport.send(mailTo('c@example.org'))
    expect(messages).toBe(3)
  })
})

describe('sending to a mail server', () => {
  it('takes at most two connections and sends all mails that wait', async () => {
    const served = await serve()
    const transport = transportTo(served.url)
    await Promise.all(Array.from({ length: 250 }, (_, number) => transport.send(mailTo(`${number}@example.org`))))
    expect(new Set(served.received.map(({ to }) => to)).size).toBe(250)
    // Two at a time, each for a hundred messages.
    expect(commandsOf(served, 'EHLO').length / 2).toBe(4)
  })

  it('writes all commands before the message at once if the server takes that', async () => {
    const chunks: string[] = []
    const server = createServer(socket => {
      socket.write('220 a test\r\n')
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        chunks.push(chunk)
        if (chunk.startsWith('EHLO')) socket.write('250-a test\r\n250 PIPELINING\r\n')
        else if (chunk.startsWith('MAIL')) socket.write('250 ok\r\n250 ok\r\n354 go on\r\n')
        else socket.write('250 taken\r\n')
      })
    })
    closing.push(() => void server.close())
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    await transportTo(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`).send(mailTo('a@example.org'))
    expect(chunks.slice(2, 3)).toEqual(['MAIL FROM:<noreply@crocus.test>\r\nRCPT TO:<a@example.org>\r\nDATA\r\n'])
    expect(chunks).toHaveLength(4)
  })

  it('signs in with the user and password of the address; a refusal lets the mail wait', async () => {
    const wanted = `AUTH PLAIN ${Buffer.from('\0ada\0se/cret').toString('base64')}`
    const served = await serve(
      command => (command.startsWith('AUTH') ? (command === wanted ? '235 welcome' : '535 wrong') : undefined),
      { extensions: ['AUTH PLAIN', 'PIPELINING'] },
    )
    const { port } = new URL(served.url)
    await transportTo(`smtp://ada:se%2Fcret@127.0.0.1:${port}`).send(mailTo('a@example.org'))
    expect(served.received).toHaveLength(1)
    const fault = await fails(transportTo(`smtp://ada:wrong@127.0.0.1:${port}`).send(mailTo('a@example.org')))
    expect(fault).toMatchObject({ code: 'EAUTH' })
    expect(fault).not.toBeInstanceOf(PermanentMailFault)
    await expect(verifySmtp(`smtp://ada:wrong@127.0.0.1:${port}`)).rejects.toThrow('wrong')
    await verifySmtp(`smtp://ada:se%2Fcret@127.0.0.1:${port}`)
    expect(served.received).toHaveLength(1)
  })

  it('says SMTPUTF8 only where an address needs it and the server offers it', async () => {
    const served = await serve(undefined, { extensions: ['SMTPUTF8', 'PIPELINING'] })
    const transport = transportTo(served.url)
    await transport.send(mailTo('zoë@example.org'))
    await transport.send(mailTo('zoe@example.org'))
    expect(commandsOf(served, 'MAIL')).toEqual([
      'MAIL FROM:<noreply@crocus.test> SMTPUTF8',
      'MAIL FROM:<noreply@crocus.test>',
    ])
    expect(commandsOf(served, 'RCPT')[0]).toBe('RCPT TO:<zoë@example.org>')
  })

  it('never writes an address with a line break or an angle bracket as a command', async () => {
    const served = await serve()
    const transport = transportTo(served.url)
    for (const address of ['a@example.org>\r\nRCPT TO:<b@example.org', 'a b@example.org', 'é\n@example.org'])
      await fails(transport.send(mailTo(address)))
    for (const line of commandsOf(served, 'RCPT')) expect(line).toMatch(/^RCPT TO:<[^<>\s]+>$/)
    expect(served.received.map(({ to }) => to)).not.toContain('b@example.org')
  })

  it('gives up a server that stops answering', async () => {
    const served = await serve(command => (command.startsWith('MAIL') ? '' : undefined), { extensions: [] })
    const { port } = new URL(served.url)
    const session = await openSmtpSession({ host: '127.0.0.1', port: Number(port), socketTimeout: 300 })
    const fault = await fails(session.send({ from: 'a@example.org', to: 'b@example.org' }, 'x\r\n'))
    expect(fault).toMatchObject({ isWritten: false })
    expect(String(fault)).toContain('Timeout')
    expect(session.isOpen).toBe(false)
  })

  it('gives up a server that says what no mail server says, or speaks unasked', async () => {
    for (const reply of ['HTTP/1.1 400 Bad Request', '250 ok\n250 once more\n250 and again']) {
      const served = await serve(command => (command.startsWith('MAIL') ? reply : undefined), { extensions: [] })
      const fault = await fails(transportTo(served.url).send(mailTo('a@example.org')))
      expect(fault).toBeInstanceOf(SmtpSessionLost)
      expect(served.received).toEqual([])
    }
  })

  it('encrypts as soon as the server offers it, and only with a certificate that it trusts', async () => {
    const { url, ca, mails } = await serveStartTls()
    const port = Number(new URL(url).port)
    expect(String(await fails(transportTo(url).send(mailTo('a@example.org'))))).toMatch(/self.signed/)
    expect(mails).toEqual([])
    const session = await openSmtpSession({ host: 'localhost', port, tls: { ca } })
    closing.push(() => session.close())
    await session.send({ from: 'a@example.org', to: 'b@example.org' }, 'Subject: secret\r\n\r\nHello\r\n')
    expect(mails).toEqual(['Subject: secret\r\n\r\nHello\r\n.\r\n'])
  })
})

/** A mail server that talks of mails only after STARTTLS, with a certificate that it made itself. */
const serveStartTls = async (): Promise<{ url: string; ca: string; mails: string[] }> => {
  const folder = await testFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
    ],
    { stdio: 'ignore' },
  )
  const ca = await readFile(cert, 'utf8')
  const secureContext = createSecureContext({ key: await readFile(key), cert: ca })
  const mails: string[] = []
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.write('220 a test\r\n')
    socket.on('data', function hear(chunk: Buffer) {
      if (!chunk.toString().startsWith('STARTTLS')) return void socket.write('250-a test\r\n250 STARTTLS\r\n')
      socket.removeListener('data', hear)
      socket.write('220 go on\r\n')
      const secure = new TLSSocket(socket, { isServer: true, secureContext })
      secure.on('error', () => undefined)
      secure.setEncoding('latin1').on('data', (text: string) => {
        if (text.startsWith('Subject')) mails.push(text)
        secure.write(text.startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n')
      })
    })
  })
  closing.push(() => void server.close())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://localhost:${(server.address() as AddressInfo).port}`, ca, mails }
}
