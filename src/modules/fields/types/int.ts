import { Type } from 'typebox'
import { numberType } from '../number-type.ts'

const wholeNumber = (value: number): number | undefined => (Number.isSafeInteger(value) ? value + 0 : undefined)

const read = (value: string | number): number | undefined => {
  if (typeof value === 'number') return wholeNumber(value)
  // §3.3: any number of signs, then digits. Surrounding blanks are layout of XML.
  const match = /^([+-]{0,100})(\d{1,400})$/.exec(value.trim())
  if (!match) return undefined
  const isNegative = (match[1] as string).replaceAll('+', '').length % 2 === 1
  return wholeNumber(Number(match[2]) * (isNegative ? -1 : 1))
}

/** A whole number. */
export const int = numberType({
  type: 'int',
  schema: Type.Integer({ description: 'A whole number.' }),
  read,
  noun: 'an integer within ±9,007,199,254,740,991',
})
