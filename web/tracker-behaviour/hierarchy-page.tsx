import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Select } from '../design/controls/select.tsx'
import { Section } from '../design/layout/page.tsx'
import { TrackerSquare } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { useCurrentProject } from '../projects/project-frame.tsx'
import { projectTrackersQuery, type ProjectTracker } from '../tracker-settings/model/project-trackers.ts'
import { useWorkingCopy } from '../tracker-settings/model/use-working-copy.ts'
import { SettingsFrame, useSettingsTracker } from '../tracker-settings/settings-frame.tsx'
import { trackerOptions } from './semantics-page.tsx'

/** The place of a tracker among those of its project. */
export const HierarchyPage = () => {
  const { t } = useLingui()
  const { mine, change } = useWorkingCopy()
  const { project } = useCurrentProject()
  const tracker = useSettingsTracker()
  const trackers = useSuspenseQuery(projectTrackersQuery(project.id)).data
  const { parent } = mine.hierarchy
  const parentOf = (each: ProjectTracker): number | undefined =>
    each.id === tracker.id ? trackers.find(({ item_name: name }) => name === parent)?.id : each.parent?.id
  const below = descendantsOf(tracker.id, trackers, parentOf)
  // A tracker cannot be below itself.
  const possible = trackers.filter(({ id }) => id !== tracker.id && !below.has(id))
  return (
    <SettingsFrame
      title={t`Hierarchy`}
      description={<Trans>Artifacts of a tracker are the children of those of its parent.</Trans>}
      width="narrow"
    >
      <div className="settings-form">
        <Select
          label={t`Parent`}
          value={parent ?? ''}
          onChange={name => change(all => ({ ...all, hierarchy: { parent: name === '' ? null : name } }))}
          options={[{ value: '', label: t`No parent` }, ...trackerOptions(possible, parent, mine.general.item_name)]}
        />
      </div>
      <Section title={t`Trackers of the project`}>
        <Tree trackers={trackers} parent={undefined} parentOf={parentOf} ownId={tracker.id} />
      </Section>
    </SettingsFrame>
  )
}

type ParentOf = (tracker: ProjectTracker) => number | undefined

const descendantsOf = (
  id: number,
  trackers: readonly ProjectTracker[],
  parentOf: ParentOf,
  found = new Set<number>(),
): ReadonlySet<number> => {
  for (const each of trackers) {
    if (parentOf(each) !== id || found.has(each.id)) continue
    found.add(each.id)
    descendantsOf(each.id, trackers, parentOf, found)
  }
  return found
}

interface TreeProps {
  readonly trackers: readonly ProjectTracker[]
  readonly parent: number | undefined
  readonly parentOf: ParentOf
  readonly ownId: number
}

const Tree = ({ trackers, parent, parentOf, ownId }: TreeProps) => {
  const ids = new Set(trackers.map(({ id }) => id))
  // A parent of another project is not in the tree.
  const here = trackers.filter(each => {
    const above = parentOf(each)
    return (above !== undefined && ids.has(above) ? above : undefined) === parent
  })
  if (here.length === 0) return null
  return (
    <ul className="settings-tree">
      {here.map(each => (
        <li key={each.id}>
          <span className="settings-tree-line" aria-current={each.id === ownId || undefined}>
            <TrackerSquare colour={valueColour(each.color_name)} /> <bdi>{each.label}</bdi>
          </span>
          <Tree trackers={trackers} parent={each.id} parentOf={parentOf} ownId={ownId} />
        </li>
      ))}
    </ul>
  )
}
