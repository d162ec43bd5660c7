import { lazyPart } from '../../app/lazy-part.ts'
import { IconLink } from '../../design/page-icons.tsx'
import { defineFieldView, type ReadProps } from '../field-view.ts'
import { lateRead } from '../shared/late-read.tsx'
import { noText } from '../shared/no-text.ts'
import type { LinkValue } from '../shared/values.ts'

const Read = lateRead<LinkValue>(
  lazyPart(() => import('./art_link-read.tsx'), 'LinksRead'),
  'link-list',
)

const Cell = ({ value }: ReadProps<LinkValue>) => {
  const links = [...(value?.links ?? []), ...(value?.reverse_links ?? [])]
  return (
    <span className="cell-count" title={links.map(({ id }) => `#${id}`).join(', ')}>
      <IconLink /> {links.length}
    </span>
  )
}

/** The page of the artifact adds and removes links (`artifacts/links`). */
export const artLink = defineFieldView<LinkValue>({
  type: 'art_link',
  isEditedByPage: true,
  Read,
  Cell,
  entryOf: value => {
    const { field_id, links } = value
    const all = allLinksOf(value)
    return all
      ? { field_id, all_links: all }
      : { field_id, links: links.map(({ id, type }) => ({ id, type: type ?? '' })) }
  },
  isEmpty: value => (value?.links ?? []).length + (value?.reverse_links ?? []).length === 0,
  toText: value => (value?.links ?? []).map(({ id }) => `#${id}`).join(', '),
  fromText: noText,
  same: (one, other) => keyOf(one) === keyOf(other),
})

interface DirectedLink {
  readonly id: number
  readonly direction: 'forward' | 'reverse'
  readonly type: string
}

/** The links of both directions that the page has set with the value, if it changes those of others. */
const allLinksOf = (value: LinkValue | undefined): readonly DirectedLink[] | undefined =>
  (value as { readonly all_links?: readonly DirectedLink[] } | undefined)?.all_links

const keyOf = (value: LinkValue | undefined): string =>
  [
    ...(value?.links ?? []),
    ...(allLinksOf(value) ?? [])
      .filter(({ direction }) => direction === 'reverse')
      .map(({ id, type }) => ({ id, type: `reverse ${type}` })),
  ]
    .map(({ id, type }) => `${id} ${type ?? ''}`)
    .sort()
    .join(',')
