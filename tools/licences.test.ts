import { expect, it } from 'vitest'
import { licenceFaults } from './licences.ts'

it('names packages without a licence, and those whose licence may not be used', () => {
  expect(
    licenceFaults({
      '': {},
      'node_modules/good': { license: 'MIT' },
      'node_modules/both': { license: '(GPL-3.0-only OR ISC)' },
      'node_modules/copyleft': { license: 'GPL-3.0-only' },
      'node_modules/and': { license: 'MIT AND AGPL-3.0-only' },
      'node_modules/silent': {},
    }),
  ).toEqual([
    'node_modules/copyleft has the licence GPL-3.0-only',
    'node_modules/and has the licence MIT AND AGPL-3.0-only',
    'node_modules/silent names no licence',
  ])
})

it('allows licences of tools for tools only, and libraries that stay files of their own', () => {
  expect(
    licenceFaults({
      'node_modules/tool': { license: 'MPL-2.0', dev: true },
      'node_modules/part': { license: 'MPL-2.0' },
      'node_modules/@img/sharp-libvips-linux-x64': { license: 'LGPL-3.0-or-later' },
      'node_modules/lesser': { license: 'LGPL-3.0-or-later' },
    }),
  ).toEqual(['node_modules/part has the licence MPL-2.0', 'node_modules/lesser has the licence LGPL-3.0-or-later'])
})
