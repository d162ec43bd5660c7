// The artifacts at the other ends of links. The value of the field names them all, so that one request reads them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readArtifacts } from '../../api/artifacts-by-id.ts'
import type { Field } from '../../fields/field-view.ts'
import type { LinkValue } from '../../fields/shared/values.ts'
import type { Artifact } from '../artifact-queries.ts'

/** `_is_child` leads from a parent to its child. */
export const CHILD = '_is_child'

export type Direction = 'forward' | 'reverse'

export interface LinkSection {
  readonly type: string
  readonly direction: Direction
  readonly ids: readonly number[]
}

/** The links by direction and type: children first, then the other links from this artifact, then those to it. */
export const linkSectionsOf = (value: LinkValue | undefined): readonly LinkSection[] => {
  const sections = new Map<string, { type: string; direction: Direction; ids: number[] }>()
  const add = (direction: Direction, links: LinkValue['links']) => {
    for (const link of links) {
      const type = link.type ?? ''
      const key = `${direction} ${type}`
      const section = sections.get(key) ?? { type, direction, ids: [] }
      section.ids.push(link.id)
      sections.set(key, section)
    }
  }
  add('forward', value?.links ?? [])
  add('reverse', value?.reverse_links ?? [])
  const rank = ({ type, direction }: LinkSection): number =>
    (direction === 'forward' ? 0 : 2) + (type === CHILD && direction === 'forward' ? 0 : 1)
  return [...sections.values()].toSorted((one, other) => rank(one) - rank(other))
}

/** The value of the link field in a representation of an artifact; undefined: the reader does not see the field. */
export const linkValueOf = (artifact: Artifact | undefined): LinkValue | undefined =>
  artifact?.values?.find((value): value is LinkValue => value.type === 'art_link')

const idsOf = (links: LinkValue['links'] | undefined): readonly number[] =>
  (links ?? []).filter(({ type }) => type === CHILD).map(({ id }) => id)

export const childIdsOf = (artifact: Artifact | undefined): readonly number[] => idsOf(linkValueOf(artifact)?.links)
export const parentIdsOf = (artifact: Artifact | undefined): readonly number[] =>
  idsOf(linkValueOf(artifact)?.reverse_links)

/** Rows of a section that the page shows at first, and with each *Show more*. */
export const PAGE_SIZE = 50

/** The artifacts that the page shows without being asked for more. */
export const firstLinkedIds = (artifact: Artifact): readonly number[] => [
  ...new Set(linkSectionsOf(linkValueOf(artifact)).flatMap(({ ids }) => ids.slice(0, PAGE_SIZE))),
]

/** The artifacts with these ids that the reader sees, by id. `of`: the artifact whose page reads them. */
export const linkedQuery = (of: number, ids: readonly number[]) =>
  queryOptions({
    queryKey: ['artifact', of, 'linked', ids.join(',')],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, Artifact>> =>
      new Map((await readArtifacts(ids, signal)).map(artifact => [artifact.id, artifact])),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    meta: { isSignedOutFine: true },
  })

/** The names of a type of links in both directions, as the field offers them. */
export const typeLabelOf = (field: Field, type: string, direction: Direction): string | undefined => {
  const named = field.allowed_types?.find(({ shortname }) => shortname === type)
  return direction === 'forward' ? named?.forward_label : named?.reverse_label
}
