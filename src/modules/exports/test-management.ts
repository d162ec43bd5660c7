import type { XmlElement } from '../../platform/xml/node.ts'

/** The stored data of `testmanagement.xml` (import.md §8). */
export interface DeferredTestManagement {
  readonly issues: number | null
  readonly campaigns: number
  readonly definitions: number
  readonly executions: number
  readonly pins: readonly { readonly artifactId: number; readonly changesetId: number }[]
}

/** `testmanagement.xml` from stored sections: the last configuration, with the pins of all. Undefined: the archive lacks its trackers. */
export const exportTestManagement = (
  deferred: readonly DeferredTestManagement[],
  isExported: (trackerId: number) => boolean,
): XmlElement | undefined => {
  const last = deferred.at(-1)
  if (!last || ![last.campaigns, last.definitions, last.executions].every(isExported)) return undefined
  const tracker = (name: string, id: number | null): XmlElement[] =>
    id !== null && isExported(id) ? [{ name, text: `T${id}` }] : []
  const pins = deferred.flatMap(each => each.pins)
  return {
    name: 'testmanagement',
    children: [
      {
        name: 'configuration',
        children: [
          ...tracker('issues', last.issues),
          ...tracker('campaigns', last.campaigns),
          ...tracker('definitions', last.definitions),
          ...tracker('executions', last.executions),
        ],
      },
      ...(pins.length === 0
        ? []
        : [
            {
              name: 'executions',
              children: pins.map(({ artifactId, changesetId }) => ({
                name: 'execution',
                attributes: { execution_artifact_id: artifactId, definition_changeset_id: `CHANGESET_${changesetId}` },
              })),
            },
          ]),
    ],
  }
}
