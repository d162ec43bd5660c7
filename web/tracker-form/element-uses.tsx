import { useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { elementsOf, type TrackerDefinition } from '../tracker-settings/model/definition.ts'
import type { Use } from '../tracker-settings/model/field-names.ts'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/settings/fields')

interface UseText {
  readonly what: string
  readonly kind: string
}

/** Words for the places that name an element. */
export const useUseText = (definition: TrackerDefinition): ((use: Use) => UseText) => {
  const { t } = useLingui()
  const labelOf = (name: string) => elementsOf(definition.form).find(each => each.name === name)?.label ?? name
  const semantics: Readonly<Record<keyof TrackerDefinition['semantics'], string>> = {
    title: t`Title`,
    description: t`Description`,
    status: t`Status: open or closed`,
    done: t`Done`,
    contributor: t`People in charge`,
    initial_effort: t`Effort at the beginning`,
    velocity: t`Velocity`,
    tooltip: t`Short view`,
    timeframe: t`Timeframe`,
    progress: t`Progress`,
    card_fields: t`Cards of boards`,
  }
  const ways = {
    filled: t`must be filled in`,
    set: t`gets a value`,
    frozen: t`cannot be changed`,
    hidden: t`is hidden`,
  }
  const kinds = { column: t`column`, filter: t`filter`, query: t`query` }
  return use => {
    switch (use.kind) {
      case 'semantic':
        return { what: semantics[use.semantic], kind: t`meaning` }
      case 'date rule':
        return { what: t`Order of the dates, with ${labelOf(use.other)}`, kind: t`rule` }
      case 'dependency':
        return { what: t`Values that depend, with ${labelOf(use.other)}`, kind: t`rule` }
      case 'workflow':
        return { what: t`The workflow governs it`, kind: t`workflow` }
      case 'step':
        return { what: `${use.step.from ?? t`New artifact`} → ${use.step.to}`, kind: ways[use.how] }
      case 'trigger':
        return { what: t`A trigger sets it`, kind: t`trigger` }
      default:
        return { what: use.report, kind: kinds[use.kind] }
    }
  }
}

/** The parts of the settings that show the uses. */
const PARTS = {
  semantic: 'semantics',
  'date rule': 'rules',
  dependency: 'rules',
  workflow: 'workflow',
  step: 'workflow',
  trigger: 'triggers',
  column: 'reports',
  filter: 'reports',
  query: 'reports',
} as const

/** A list of the uses of an element, with links to the parts that have them. */
export const UseList = ({
  uses,
  definition,
}: {
  readonly uses: readonly Use[]
  readonly definition: TrackerDefinition
}) => {
  const { t } = useLingui()
  const textOf = useUseText(definition)
  const params = route.useParams()
  return (
    <ul className="build-uses" aria-label={t`Uses`}>
      {uses.map((use, index) => {
        const { what, kind } = textOf(use)
        const to = `/projects/$project/trackers/$tracker/settings/${PARTS[use.kind]}` as const
        return (
          <li key={index}>
            <Link to={to} params={params} className="cut">
              {what}
            </Link>
            <span className="meta">{kind}</span>
          </li>
        )
      })}
    </ul>
  )
}
