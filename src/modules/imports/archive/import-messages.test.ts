import { expect, it } from 'vitest'
import { formatMessage, Messages } from './import-messages.ts'

const at = (file: string, line: number) => ({ file, line })

it('shows errors first, each file from its first line to its last, with places', () => {
  const messages = new Messages()
  messages.warn(at('project.xml', 9), 'later')
  messages.error(at('users.xml', 4), 'no')
  messages.warn(at('project.xml', 2), 'early')
  messages.error(undefined, 'nothing to point to')
  expect(messages.list().map(formatMessage)).toEqual([
    'error: users.xml:4: no',
    'error: nothing to point to',
    'warning: project.xml:2: early',
    'warning: project.xml:9: later',
  ])
})

it('stores a repeated message once, with the number of occurrences', () => {
  const messages = new Messages()
  for (let line = 1; line <= 4; line++) messages.warn(at('project.xml', line), 'no field "x"', 'field x')
  expect(messages.list().map(formatMessage)).toEqual(['warning: project.xml:1: no field "x" (and 3 more like this)'])
})

it('stays small for any archive, and keeps the errors', () => {
  const messages = new Messages()
  for (let line = 1; line <= 20_000; line++) messages.warn(at('project.xml', line), `strange ${line}`)
  messages.error(at('project.xml', 1), 'wrong')
  expect(messages.list().length).toBeLessThan(5100)
  expect(messages.list().at(-1)?.text).toMatch(/\d+ more messages/)
  expect(messages.hasErrors).toBe(true)
  expect(messages.list()[0]).toMatchObject({ level: 'error', text: 'wrong' })
})
