import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { TrackerSquare } from '../../design/values/value.tsx'
import { valueColour } from '../../design/values/value-colour.ts'
import type { ReadProps } from '../field-view.ts'
import { Nothing } from '../shared/nothing.tsx'
import type { LinkValue } from '../shared/values.ts'

type LinkEnd = LinkValue['links'][number]

export const LinksRead = ({ value, scope }: ReadProps<LinkValue>) => {
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
