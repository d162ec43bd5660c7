/** The reply of a mail server to one command; lines of the text are separated by line breaks. */
export interface SmtpReply {
  readonly code: number
  readonly text: string
}

export interface SmtpReplies {
  /** The reply to the next command; rejects if the connection ends before. */
  next(): Promise<SmtpReply>
  read(chunk: string): void
  /** Nothing more comes. */
  end(this: void, cause: unknown): void
  readonly hasEnded: boolean
}

/** A longer reply is none of a mail server. */
const MAX_LENGTH = 65_536
const SERVICE_CLOSING = 421
const LAST_LINE = /^(\d{3})(?: |$)/
const LINE = /^\d{3}(?:[ -]|$)/

/** Reads the replies of a mail server, each for the command that waits longest. A reply that no command waits for is a fault. */
export const smtpReplies = (): SmtpReplies => {
  const waiting: PromiseWithResolvers<SmtpReply>[] = []
  let lines: string[] = []
  let rest = ''
  let fault: { readonly cause: unknown } | undefined
  const end = (cause: unknown): void => {
    fault ??= { cause }
    for (const each of waiting.splice(0)) each.reject(fault.cause)
  }
  const readLine = (line: string): void => {
    if (!LINE.test(line)) return end(new Error(`a mail server does not say: ${line.slice(0, 200)}`))
    lines.push(line.slice(4))
    const code = LAST_LINE.exec(line)?.[1]
    if (code === undefined) return
    const reply = { code: Number(code), text: lines.join('\n') }
    lines = []
    // The server ends the connection, whatever it was asked.
    if (reply.code === SERVICE_CLOSING) return end(new Error(reply.text))
    const command = waiting.shift()
    if (command) command.resolve(reply)
    else end(new Error(`the mail server says unasked: ${code} ${reply.text}`))
  }
  return {
    next: () => {
      const command = Promise.withResolvers<SmtpReply>()
      if (fault) command.reject(fault.cause)
      else waiting.push(command)
      return command.promise
    },
    read: chunk => {
      const complete = (rest + chunk).split(/\r?\n/)
      rest = complete.pop() ?? ''
      for (const line of complete) if (!fault) readLine(line)
      if (rest.length + lines.length > MAX_LENGTH) end(new Error('the reply of the mail server is too long'))
    },
    end,
    get hasEnded() {
      return fault !== undefined
    },
  }
}
