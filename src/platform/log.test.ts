import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

describe('createLog', () => {
  const write = (entry: object): string => {
    let text = ''
    createLog('info', { write: line => void (text += line) }).info(entry, 'said')
    return text
  }

  it.each(['authorization', 'cookie', 'x-auth-accesskey', 'x-auth-token', 'proxy-authorization'])(
    'hides the header %s wherever headers are logged',
    name => {
      const headers = { [name]: 'hushhush', accept: 'application/json' }
      for (const entry of [{ headers }, { req: { headers } }, { request: { headers } }]) {
        expect(write(entry)).not.toContain('hushhush')
        expect(write(entry)).toContain('application/json')
      }
    },
  )

  it('keeps quiet below its level', () => {
    let text = ''
    createLog('warn', { write: line => void (text += line) }).info('nothing to see')
    expect(text).toBe('')
  })
})

describe('errors in the log', () => {
  it('are told without the connection that a database error carries along', () => {
    const lines: string[] = []
    const log = createLog('warn', { write: line => lines.push(line) })
    log.warn(
      { err: Object.assign(new Error('connection lost'), { code: '57P01', client: { secretKey: 4711 } }) },
      'lost',
    )
    expect(lines.join()).toContain('"code":"57P01"')
    expect(lines.join()).not.toContain('4711')
  })
})
