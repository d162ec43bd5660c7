import { Link } from '@tanstack/react-router'
import { IconLink } from '../../design/icons.tsx'
import { defineFieldView, type ReadProps } from '../field-view.ts'
import { noText } from '../shared/no-text.ts'
import { Nothing } from '../shared/nothing.tsx'
import type { LinkValue } from '../shared/values.ts'

const Read = ({ value }: ReadProps<LinkValue>) => {
  const links = [...(value?.links ?? []), ...(value?.reverse_links ?? [])]
  if (links.length === 0) return <Nothing />
  return (
    <span className="link-list">
      {links.map(({ id, type }, index) => (
        <Link key={`${id} ${type ?? ''} ${index}`} to="/artifacts/$id" params={{ id: String(id) }}>
          #{id}
        </Link>
      ))}
    </span>
  )
}

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
  Read,
  Cell,
  entryOf: ({ field_id, links }) => ({ field_id, links: links.map(({ id, type }) => ({ id, type: type ?? '' })) }),
  isEmpty: value => (value?.links ?? []).length + (value?.reverse_links ?? []).length === 0,
  toText: value => (value?.links ?? []).map(({ id }) => `#${id}`).join(', '),
  fromText: noText,
  same: (one, other) => keyOf(one) === keyOf(other),
})

const keyOf = (value: LinkValue | undefined): string =>
  (value?.links ?? [])
    .map(({ id, type }) => `${id} ${type ?? ''}`)
    .sort()
    .join(',')
