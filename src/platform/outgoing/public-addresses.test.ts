import { describe, expect, it } from 'vitest'
import { isHostAllowed, isMetadataAddress, isPublicAddress } from './public-addresses.ts'

describe('addresses that configured calls may reach', () => {
  it.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '192.167.0.1', '2606:2800:220:1::1', '2a00:1450::1'])(
    '%s is public',
    address => expect(isPublicAddress(address)).toBe(true),
  )
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    'localhost',
    '',
  ])('%s is not public', address => expect(isPublicAddress(address)).toBe(false))
  it('the operator allows hosts, with any port or with one', () => {
    const isAllowed = (url: string) =>
      isHostAllowed(new URL(url), ['ci.example', '10.0.0.7:8080', 'web.example:443', '[::1]:80'])
    expect(
      [
        'http://ci.example/x',
        'https://CI.example:9/x',
        'http://10.0.0.7:8080',
        'https://web.example',
        'http://[::1]/',
      ].map(isAllowed),
    ).toEqual(Array(5).fill(true))
    expect(
      ['http://ci.example.org', 'http://10.0.0.7', 'http://web.example', 'http://x/?ci.example'].map(isAllowed),
    ).toEqual(Array(4).fill(false))
  })
})

describe('addresses that no setting allows', () => {
  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '169.254.0.1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fe80::1',
    'fe80::a9fe:a9fe',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
  ])('%s belongs to the machine or its cloud', address => expect(isMetadataAddress(address)).toBe(true))
  it.each(['10.0.0.7', '127.0.0.1', '192.168.1.1', '::1', 'fd12::1', 'fd00:ec3::254', '8.8.8.8', '100.100.100.201'])(
    '%s does not',
    address => expect(isMetadataAddress(address)).toBe(false),
  )
})
