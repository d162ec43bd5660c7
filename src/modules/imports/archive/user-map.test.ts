import { describe, expect, it } from 'vitest'
import { Messages } from './import-messages.ts'
import { parseAutomap, parseUserMap } from './user-map.ts'

const read = (text: string) => {
  const messages = new Messages()
  const decisions = parseUserMap(text, 'users.csv', messages)
  return { decisions: decisions.kind === 'map' ? Object.fromEntries(decisions.byName) : {}, messages: messages.list() }
}

describe('user map (import.md §3)', () => {
  it('reads actions by user name, without its header and blank lines', () => {
    const text =
      '\ufeffname,action,comment\nann,create:A,\n\n"ben, jr",create:R,"a ""quoted"" note"\nkim,map:kimberly\njo,noop,x,y\npat,create\n'
    const { decisions, messages } = read(text)
    expect(messages).toEqual([])
    expect(Object.entries(decisions).map(([name, { action }]) => [name, action])).toEqual([
      ['ann', { kind: 'create', status: 'A' }],
      ['ben, jr', { kind: 'create', status: 'R' }],
      ['kim', { kind: 'map', login: 'kimberly' }],
      ['jo', { kind: 'noop' }],
      ['pat', { kind: 'create', status: 'S' }],
    ])
  })

  it('ignores the first line even when it looks like a user', () => {
    expect(read('ann,create:A\nben,noop').decisions).toMatchObject({ ben: { action: { kind: 'noop' } } })
    expect(read('ann,create:A\nben,noop').decisions['ann']).toBeUndefined()
  })

  it.each([
    ['an unknown action', 'ann,delete', 'no action'],
    ['an unknown status', 'ann,create:X', 'no action'],
    ['a status that is a property of every object', 'ann,create:constructor', 'no action'],
    ['an empty target', 'ann,map:', 'no action'],
    ['no action', 'ann,', 'no action'],
    ['a name twice', 'ann,noop\nann,noop', 'twice'],
    ['an unclosed quote', 'ann,"noop', 'not CSV'],
  ])('refuses %s, with the line', (_what, lines, text) => {
    const { messages } = read(`name,action\n${lines}`)
    expect(messages).toMatchObject([{ level: 'error', file: 'users.csv', line: lines.includes('\n') ? 3 : 2 }])
    expect(messages[0]?.text).toContain(text)
  })

  it.each([
    ['no-email,create:A', 'A'],
    [' no-email , create:R', 'R'],
    ['no-email,create:S', 'S'],
  ])('takes the automap %s', (text, status) => {
    expect(parseAutomap(text, new Messages())).toEqual({ kind: 'automap', action: { kind: 'create', status } })
  })

  it.each([
    '',
    'email,create:A',
    'no-email',
    'no-email,create',
    'no-email,noop',
    'no-email,create:X',
    'no-email,create:A,more',
  ])('refuses the automap "%s"', text => {
    const messages = new Messages()
    expect(parseAutomap(text, messages)).toBeUndefined()
    expect(messages.hasErrors).toBe(true)
  })
})
