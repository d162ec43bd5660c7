import type { XmlNode } from '../../platform/xml/node.ts'

/** Tells of the attributes of `<properties>` that the type does not have, but for those that are known to have no effect. */
export const warnOfUnknown = (
  properties: XmlNode | undefined,
  known: readonly string[],
  warn: (message: string) => void,
): void => {
  for (const name of Object.keys(properties?.attributes ?? {}))
    if (!known.includes(name)) warn(`Property ${name} is not known here; it is ignored.`)
}
