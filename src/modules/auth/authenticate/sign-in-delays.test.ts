import { describe, expect, it } from 'vitest'
import { describeDevice } from '../model/device.ts'
import { delayAfter, networkOf } from './sign-in-delays.ts'

describe('the wait after failures (auth.md §5)', () => {
  it('begins after a few, doubles, and is never long', () => {
    const waits = (kind: 'account' | 'address', counts: number[]) => counts.map(count => delayAfter(count, kind))
    expect(waits('account', [0, 5, 6, 7, 8, 9, 10, 1_000_000])).toEqual([0, 0, 250, 500, 1000, 2000, 2000, 2000])
    expect(waits('address', [0, 20, 21, 24, 1_000_000])).toEqual([0, 0, 250, 2000, 2000])
  })

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('takes %s for one of %s', (ip, network) => expect(networkOf(ip)).toBe(network))
})

describe('a device in words', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0 Safari/537.36 Edg/125.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/125.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['curl/8.5.0', 'curl'],
    ['something on Linux', 'Unknown browser on Linux'],
    ['', 'Unknown device'],
  ])('%s', (userAgent, words) => expect(describeDevice(userAgent)).toBe(words))
})
