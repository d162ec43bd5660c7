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
        expect(write(entry)).toContain('said')
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
  it('are logged without the connection that a database error carries', () => {
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

describe('secrets in texts', () => {
  const line = (entry: object, text = 'said', secrets: string[] = []): string => {
    let written = ''
    createLog('info', { write: each => void (written += each) }, secrets).info(entry, text)
    // The line is still valid JSON.
    expect(JSON.parse(written)).toMatchObject({ level: 30 })
    return written
  }

  it('that the process was given appear nowhere, in any encoding', () => {
    const secret = 'quo"te\\and more'
    const hidden = line({ err: new Error(`refused ${secret}`), deep: { in: [secret] } }, `with ${secret}`, [secret])
    expect(hidden).not.toContain('and more')
    expect(hidden).toContain('[redacted]')
  })

  it.each([
    'https://ann:hushhush@example.org/path',
    'postgres://crocus:hushhush@db1:5432,db2:5432/crocus',
    'https://example.org/?X-Amz-Signature=hushhush&a=1',
    'https://ci.example.org/job?token=hushhush',
    'Authorization: Bearer hushhush.hushhush',
    'tlp-k1-12.hushhush',
    'tlp-oauth2-at1-77.hushhush',
    'https://crocus.example.org/reset-password/hushhush',
  ])('are left out of %s', text => {
    expect(line({ text }, text)).not.toContain('hushhush')
  })

  it('leave the rest of a line as it is', () => {
    const text = 'https://example.org/a@b GET /api/artifacts/12 ann@example.org token of the tests'
    expect(line({}, text)).toContain(text)
  })
})

describe('errors of libraries', () => {
  const described = (error: unknown): string => {
    let written = ''
    createLog('info', { write: each => void (written += each) }).error({ err: error }, 'failed')
    return written
  }

  it('are logged without rows, values, requests and connections', () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
      code: '23505',
      detail: 'Key (email)=(hushhush@example.org) already exists.',
      where: 'hushhush',
      constraint: 'users_email_key',
      $response: { headers: { authorization: 'hushhush' } },
      config: { password: 'hushhush' },
      parameters: ['hushhush'],
    })
    const wrapped = new Error('it failed', { cause: new AggregateError([error], 'all of them') })
    for (const text of [described(error), described(wrapped)]) {
      expect(text).not.toContain('hushhush')
      expect(text).toContain('users_email_key')
      expect(text).toContain('23505')
      expect(text).toContain('log.test.ts')
    }
  })

  it('are logged without the value that PostgreSQL could not read', () => {
    const error = Object.assign(new Error('invalid input syntax for type bigint: "hush "hush" hush"'), {
      code: '22P02',
    })
    expect(described(error)).not.toContain('hush')
    expect(described(error)).toContain('invalid input syntax for type bigint')
  })

  it('that are no errors are logged only if they are no objects', () => {
    expect(described({ password: 'hushhush' })).not.toContain('hushhush')
    expect(described('a word')).toContain('a word')
  })
})
