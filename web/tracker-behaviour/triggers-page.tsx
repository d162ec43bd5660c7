import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Button, IconButton } from '../design/controls/button.tsx'
import { Select, type SelectOption } from '../design/controls/select.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { IconPlus, IconTrash } from '../design/icons.tsx'
import { useCurrentProject } from '../projects/project-frame.tsx'
import { elementsOf, valuesOf, type TrackerDefinition } from '../tracker-settings/model/definition.ts'
import { CHOICE_TYPES, isUsed } from '../tracker-settings/model/form-edits.ts'
import { projectTrackersQuery, type ProjectTracker } from '../tracker-settings/model/project-trackers.ts'
import { useWorkingCopy } from '../tracker-settings/model/use-working-copy.ts'
import { SettingsFrame, useSettingsTracker } from '../tracker-settings/settings-frame.tsx'

type Trigger = TrackerDefinition['triggers'][number]
type Condition = Trigger['when'][number]

interface ListOf {
  readonly name: string
  readonly label: string
  readonly values: readonly { readonly name: string; readonly label: string }[]
}

/** Static lists of another tracker, which conditions can name. */
const listsOfTracker = ({ fields }: ProjectTracker): readonly ListOf[] =>
  fields.flatMap(({ name, label, type, values, bindings }) =>
    CHOICE_TYPES.includes(type) && (bindings as { type?: string } | null | undefined)?.type === 'static'
      ? [
          {
            name,
            label,
            values: ((values ?? []) as readonly { label: string; is_hidden?: boolean }[]).map(value => ({
              name: value.label,
              label: value.label,
            })),
          },
        ]
      : [],
  )

/** Values that follow from those of children, or of parents. */
export const TriggersPage = () => {
  const { t } = useLingui()
  const { mine, change } = useWorkingCopy()
  const { project } = useCurrentProject()
  const tracker = useSettingsTracker()
  const trackers = useSuspenseQuery(projectTrackersQuery(project.id)).data
  const lists = elementsOf(mine.form)
    .filter(each => isUsed(each) && CHOICE_TYPES.includes(each.type) && each.bind?.type === 'static')
    .map(each => ({ name: each.name, label: each.label, values: valuesOf(each) }))
  const children = trackers.filter(({ parent }) => parent?.id === tracker.id)
  const parents = trackers.filter(({ item_name: name }) => name === mine.hierarchy.parent)
  const sourcesOf = (direction: Trigger['direction']) => (direction === 'down' ? parents : children)
  const set = (triggers: Trigger[]) => change(all => ({ ...all, triggers }))
  const firstDirection = children.some(hasList) ? 'up' : 'down'
  const [list] = lists
  const condition = firstCondition(sourcesOf(firstDirection))
  const [value] = list?.values ?? []
  const add =
    list && value && condition
      ? () =>
          set([
            ...mine.triggers,
            {
              direction: firstDirection,
              condition: 'all_of',
              set: { field: list.name, value: value.name },
              when: [condition],
            },
          ])
      : undefined
  return (
    <SettingsFrame
      title={t`Triggers`}
      description={<Trans>Values that follow from those of children, or of parents.</Trans>}
      actions={
        add && (
          <Button onPress={add}>
            <IconPlus /> <Trans>Trigger</Trans>
          </Button>
        )
      }
    >
      {mine.triggers.length === 0 && (
        <EmptyState title={t`No value follows from others`}>
          {add ? (
            <Trans>For instance a story is done when all its tasks are.</Trans>
          ) : (
            <Trans>A trigger needs a list here, and one in a child or in the parent of this tracker.</Trans>
          )}
        </EmptyState>
      )}
      <ul className="settings-rules">
        {mine.triggers.map((trigger, index) => (
          <TriggerItem
            key={index}
            number={index + 1}
            trigger={trigger}
            lists={lists}
            directions={[
              ...(children.some(hasList) || trigger.direction !== 'down' ? (['up'] as const) : []),
              ...(parents.some(hasList) || trigger.direction === 'down' ? (['down'] as const) : []),
            ]}
            sourcesOf={sourcesOf}
            onChange={next => set(mine.triggers.map((each, at) => (at === index ? next : each)))}
            onDelete={() => set(mine.triggers.filter((_each, at) => at !== index))}
          />
        ))}
      </ul>
    </SettingsFrame>
  )
}

const hasList = (tracker: ProjectTracker): boolean => listsOfTracker(tracker).some(({ values }) => values.length > 0)

const firstCondition = (sources: readonly ProjectTracker[]): Condition | undefined => {
  const tracker = sources.find(hasList)
  const list = tracker && listsOfTracker(tracker).find(({ values }) => values.length > 0)
  const [value] = list?.values ?? []
  return tracker && list && value && { tracker: tracker.item_name, field: list.name, value: value.name }
}

interface TriggerItemProps {
  readonly number: number
  readonly trigger: Trigger
  readonly lists: readonly ListOf[]
  readonly directions: readonly NonNullable<Trigger['direction']>[]
  readonly sourcesOf: (direction: Trigger['direction']) => readonly ProjectTracker[]
  readonly onChange: (trigger: Trigger) => void
  readonly onDelete: () => void
}

/** A trigger as a sentence with choices. */
const TriggerItem = (props: TriggerItemProps) => {
  const { number, trigger, lists, directions, sourcesOf, onChange, onDelete } = props
  const { t } = useLingui()
  const isDown = trigger.direction === 'down'
  const sources = sourcesOf(trigger.direction)
  const setDirection = (chosen: string) => {
    const direction = chosen as NonNullable<Trigger['direction']>
    const condition = firstCondition(sourcesOf(direction))
    if (condition) onChange({ ...trigger, direction, when: [condition] })
  }
  const condition = firstCondition(sources)
  return (
    <li className="settings-trigger">
      <div className="settings-sentence">
        <span>{t`When`}</span>
        <Select
          label={t`Number of trigger ${number}`}
          isLabelHidden
          value={trigger.condition}
          onChange={chosen => onChange({ ...trigger, condition: chosen as Trigger['condition'] })}
          options={[
            { value: 'all_of', label: t`all` },
            { value: 'at_least_one', label: t`at least one` },
          ]}
        />
        <Select
          label={t`Direction of trigger ${number}`}
          isLabelHidden
          value={isDown ? 'down' : 'up'}
          onChange={setDirection}
          options={directions.map(value => ({
            value,
            label: value === 'up' ? t`of the children have` : t`of the parents have`,
          }))}
        />
        <IconButton label={t`Delete trigger ${number}`} size="small" onPress={onDelete}>
          <IconTrash />
        </IconButton>
      </div>
      <ul className="settings-conditions-list">
        {trigger.when.map((each, index) => (
          <ConditionItem
            key={index}
            name={`${number}.${index + 1}`}
            condition={each}
            sources={sources}
            onChange={next =>
              onChange({ ...trigger, when: trigger.when.map((one, at) => (at === index ? next : one)) })
            }
            onDelete={
              trigger.when.length > 1
                ? () => onChange({ ...trigger, when: trigger.when.filter((_one, at) => at !== index) })
                : undefined
            }
          />
        ))}
      </ul>
      {condition && (
        <Button
          size="small"
          variant="quiet"
          onPress={() => onChange({ ...trigger, when: [...trigger.when, condition] })}
        >
          <IconPlus /> <Trans>or another value</Trans>
        </Button>
      )}
      <div className="settings-sentence">
        <span>{t`set`}</span>
        <ValueSelects
          name={String(number)}
          lists={lists}
          field={trigger.set.field}
          value={trigger.set.value}
          onChange={next => onChange({ ...trigger, set: next })}
        />
      </div>
    </li>
  )
}

interface ConditionItemProps {
  readonly name: string
  readonly condition: Condition
  readonly sources: readonly ProjectTracker[]
  readonly onChange: (condition: Condition) => void
  readonly onDelete: (() => void) | undefined
}

const ConditionItem = ({ name, condition, sources, onChange, onDelete }: ConditionItemProps) => {
  const { t } = useLingui()
  const tracker = sources.find(({ item_name: each }) => each === condition.tracker)
  return (
    <li className="settings-sentence">
      <Select
        label={t`Tracker of condition ${name}`}
        isLabelHidden
        value={condition.tracker}
        onChange={chosen => onChange(firstCondition(sources.filter(each => each.item_name === chosen)) ?? condition)}
        options={withNamed(
          sources.filter(hasList).map(each => ({ value: each.item_name, label: each.label })),
          condition.tracker,
        )}
      />
      <ValueSelects
        name={name}
        lists={tracker ? listsOfTracker(tracker) : []}
        field={condition.field}
        value={condition.value}
        onChange={next => onChange({ ...condition, ...next })}
      />
      {onDelete && (
        <IconButton label={t`Delete condition ${name}`} size="small" onPress={onDelete}>
          <IconTrash />
        </IconButton>
      )}
    </li>
  )
}

/** Choices, with the one that the definition names: it may be of a tracker that is not in sight. */
const withNamed = (options: readonly SelectOption[], named: string): readonly SelectOption[] =>
  options.some(({ value }) => value === named) ? options : [{ value: named, label: named }, ...options]

interface ValueSelectsProps {
  readonly name: string
  readonly lists: readonly ListOf[]
  readonly field: string
  readonly value: string
  readonly onChange: (chosen: { readonly field: string; readonly value: string }) => void
}

const ValueSelects = ({ name, lists, field, value, onChange }: ValueSelectsProps) => {
  const { t } = useLingui()
  const list = lists.find(each => each.name === field)
  return (
    <>
      <Select
        label={t`List of ${name}`}
        isLabelHidden
        value={field}
        onChange={chosen =>
          onChange({ field: chosen, value: lists.find(each => each.name === chosen)?.values[0]?.name ?? '' })
        }
        options={withNamed(
          lists.map(each => ({ value: each.name, label: each.label })),
          field,
        )}
      />
      <span>=</span>
      <Select
        label={t`Value of ${name}`}
        isLabelHidden
        value={value}
        onChange={chosen => onChange({ field, value: chosen })}
        options={withNamed(
          (list?.values ?? []).map(each => ({ value: each.name, label: each.label })),
          value,
        )}
      />
    </>
  )
}
