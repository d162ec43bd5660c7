import { describe, expect, it } from 'vitest'
import { sizeInNode } from './transaction-sizes.ts'

const file = (text: string): string => `id: _5.0.t0-0\ntype: file\ncount: 0\n${text}cpath: /a b\ncopyroot: 0 /\n\n`

describe('sizeInNode', () => {
  it.each([
    [file('text: -1 4 841 200000 4a1e 90ce 0-0/_8\n'), 200_000],
    [file('text: -1 3 4 0 d41d da39 0-0/_7\n'), 4],
    [file('text: 1 4 841 70 4a1e\n'), 841],
    [file(''), 0],
    ['id: 0.0.t0-0\ntype: dir\ntext: -1\n', 0],
    [file('text: -1\n'), undefined],
    [file('text: x y z\n'), undefined],
    ['', undefined],
  ])('%j → %s', (node, size) => {
    expect(sizeInNode(node)).toBe(size)
  })
})
