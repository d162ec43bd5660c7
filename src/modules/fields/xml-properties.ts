import type { XmlNode } from '../../platform/xml/node.ts'

/** Warns of the attributes of `<properties>` that the type neither has nor knows as attributes without effect. */
export const warnOfUnknown = (
  properties: XmlNode | undefined,
  known: readonly string[],
  warn: (message: string) => void,
): void => {
  for (const name of Object.keys(properties?.attributes ?? {}))
    if (!known.includes(name)) warn(`Property ${name} is not known here; it is ignored.`)
}
