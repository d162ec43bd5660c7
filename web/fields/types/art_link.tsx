import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { IconLink } from '../../design/page-icons.tsx'
import { TrackerSquare } from '../../design/values/value.tsx'
import { valueColour } from '../../design/values/value-colour.ts'
import { defineFieldView, type ReadProps } from '../field-view.ts'
import { noText } from '../shared/no-text.ts'
import { Nothing } from '../shared/nothing.tsx'
import type { LinkValue } from '../shared/values.ts'

type LinkEnd = LinkValue['links'][number]

const Read = ({ value, scope }: ReadProps<LinkValue>) => {
  const { t } = useLingui()
  const links = value?.links ?? []
  const reverse = value?.reverse_links ?? []
  if (links.length + reverse.length === 0) return <Nothing />
  const groups = [...groupsOf(links, t`Links to`, t`Children`), ...groupsOf(reverse, t`Linked from`, t`Parent`)]
  return (
    <>
      {groups.map(({ title, ends }) => (
        <div key={title}>
          <p className="link-type">{title}</p>
          <ul className="link-list" aria-label={title}>
            {ends.map(({ id, tracker }) => (
              <li key={id}>
                <TrackerSquare colour={valueColour(trackerOf(tracker).color)} />
                <Link to="/artifacts/$id" params={{ id: String(id) }} className="number">
                  #{id}
                </Link>
                <bdi className="meta cut">{whereOf(trackerOf(tracker), scope.projectId)}</bdi>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

interface LinkedTracker {
  readonly color?: string | null
  readonly label?: string
  readonly project?: { readonly id: number; readonly label: string }
}

/** A link that is on its way to the server does not know its tracker yet. */
const trackerOf = (tracker: unknown): LinkedTracker => tracker ?? {}

/** The tracker, with its project where that is another one. */
const whereOf = ({ label = '', project }: LinkedTracker, projectId: number): string =>
  project === undefined || project.id === projectId ? label : `${project.label} · ${label}`

interface LinkGroup {
  readonly title: string
  readonly ends: readonly LinkEnd[]
}

/** Links by their type; links without a type come first. */
const groupsOf = (links: readonly LinkEnd[], untyped: string, child: string): readonly LinkGroup[] => {
  const groups = new Map<string, LinkEnd[]>()
  for (const link of links.toSorted((one, other) => (one.type ?? '').localeCompare(other.type ?? ''))) {
    const title =
      (link.type ?? '') === '' ? untyped : link.type === '_is_child' ? child : `${untyped} (${link.type ?? ''})`
    groups.set(title, [...(groups.get(title) ?? []), link])
  }
  return [...groups].map(([title, ends]) => ({ title, ends }))
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
