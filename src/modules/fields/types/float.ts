import { Type } from 'typebox'
import { numberType } from '../number-type.ts'

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value + 0 : undefined)

const read = (value: string | number): number | undefined => {
  if (typeof value === 'number') return finite(value)
  const text = value.trim()
  // §3.3. Surrounding blanks are layout of XML.
  return text.length <= 1_000 && /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? finite(Number(text)) : undefined
}

/** A number. */
export const float = numberType({
  type: 'float',
  schema: Type.Number({ description: 'A number.' }),
  read,
  noun: 'a float',
})
