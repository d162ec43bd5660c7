import { Invalid } from '../../../platform/errors.ts'
import { decode, type Origin } from '../../../platform/http/request/decode.ts'
import { Definition, Element, type ElementDefinition, type TrackerDefinition } from '../model/definition.schema.ts'

/** Decodes all levels of a definition from a client or a file. Throws an `Invalid` that names the position. */
export const decodeDefinition = (raw: unknown, origin: Origin): TrackerDefinition =>
  withContent(decode(Definition, raw, origin, 'definition'), origin)

/** Decodes the elements of a definition whose outer level passed a route's schema. */
export const withContent = (
  definition: Omit<TrackerDefinition, 'form'> & { form?: readonly unknown[] },
  origin: Origin,
): TrackerDefinition => {
  const { form, ...given } = definition
  const stranger = Object.keys(given).find(key => !Object.hasOwn(Definition.properties, key) && !parameters.has(key))
  if (stranger !== undefined)
    throw new Invalid(`Invalid value for \`${stranger}\`: there is no such member`, { reason: 'parameter.unsupported' })
  const rest = Object.fromEntries(Object.entries(given).filter(([key]) => !parameters.has(key)))
  return { ...rest, ...(form && { form: decodeElements(form, origin, 'form') }) }
}

/** Query parameters of the route that takes a definition as its body. */
const parameters = new Set(['dry_run', 'allow_data_loss'])

const MAX_DEPTH = 20

export const decodeElements = (raw: readonly unknown[], origin: Origin, name: string, depth = 0): ElementDefinition[] =>
  raw.map((one, index) => {
    const here = `${name}[${index}]`
    const { content, ...element } = decode(Element, one, origin, here)
    if (!content) return element
    // The limit is far beyond any readable form; without it a hostile file could exhaust the stack.
    if (depth === MAX_DEPTH) throw new Invalid('The form is nested too deeply', { reason: 'limit.size' })
    return { ...element, content: decodeElements(content, origin, `${here}[content]`, depth + 1) }
  })
