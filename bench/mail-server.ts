// A mail server in a process of its own, so that its CPU time is not in that of the sender. It tells its address to the parent process.
import { startMailServer } from '../test/harness/mail-sink.ts'

const server = await startMailServer({
  receive: () => undefined,
  ...(process.argv.includes('--without-pipelining') && { extensions: [] }),
})
process.once('SIGTERM', () => process.exit())
process.once('disconnect', () => process.exit())
process.send?.({ url: server.url })
