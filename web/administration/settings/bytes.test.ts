import { expect, it } from 'vitest'
import { amountOf, bytesOf } from './bytes.ts'

it('shows bytes in the biggest unit that leaves a whole number', () => {
  expect(amountOf(String(64 * 1024 ** 2))).toEqual({ text: '64', unit: 'MiB' })
  expect(amountOf(String(1024 ** 3))).toEqual({ text: '1', unit: 'GiB' })
  expect(amountOf('1500')).toEqual({ text: '1500', unit: 'B' })
  expect(amountOf('0')).toEqual({ text: '0', unit: 'MiB' })
})

it('sends bytes, also for parts of a unit, and sends a text that is no number unchanged', () => {
  expect(bytesOf({ text: '1.5', unit: 'GiB' })).toBe(String(1.5 * 1024 ** 3))
  expect(bytesOf({ text: '1,5', unit: 'KiB' })).toBe('1536')
  expect(bytesOf({ text: 'much', unit: 'KiB' })).toBe('much')
  expect(bytesOf({ text: ' ', unit: 'KiB' })).toBe(' ')
})
