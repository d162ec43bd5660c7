import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button, IconButton } from '../design/controls/button.tsx'
import { Select } from '../design/controls/select.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { IconPlus, IconTrash } from '../design/icons.tsx'
import { Section } from '../design/layout/page.tsx'
import { elementsOf, type ElementDefinition, type TrackerDefinition } from '../tracker-settings/model/definition.ts'
import {
  chainsOf,
  dependenciesOf,
  goTogether,
  linesOf,
  withDependency,
  withoutDependency,
  withPair,
  type Dependency,
} from '../tracker-settings/model/dependencies.ts'
import { CHOICE_TYPES, isUsed } from '../tracker-settings/model/form-edits.ts'
import { useWorkingCopy } from '../tracker-settings/model/use-working-copy.ts'
import { SettingsFrame } from '../tracker-settings/settings-frame.tsx'
import { CheckMatrix } from '../tracker-settings/parts/check-matrix.tsx'

type Rules = TrackerDefinition['rules']
type DateRule = Rules['dates'][number]

const DATES: readonly string[] = ['date', 'subon', 'lud']

/** Rules that every artifact obeys: about dates, and about values that go together. */
export const RulesPage = () => {
  const { t } = useLingui()
  const { mine } = useWorkingCopy()
  const fields = elementsOf(mine.form).filter(isUsed)
  return (
    <SettingsFrame title={t`Rules`} description={<Trans>Crocus refuses an artifact that breaks one.</Trans>}>
      <DateRules dates={fields.filter(({ type }) => DATES.includes(type))} />
      <Dependencies lists={fields.filter(({ type, bind }) => CHOICE_TYPES.includes(type) && bind?.type === 'static')} />
    </SettingsFrame>
  )
}

const useSetRules = () => {
  const { change } = useWorkingCopy()
  return (members: (rules: Rules) => Partial<Rules>) =>
    change(all => ({ ...all, rules: { ...all.rules, ...members(all.rules) } }))
}

const optionsOf = (fields: readonly ElementDefinition[]) =>
  fields.map(({ name, label }) => ({ value: name, label: label || name }))

const DateRules = ({ dates }: { readonly dates: readonly ElementDefinition[] }) => {
  const { t } = useLingui()
  const { mine } = useWorkingCopy()
  const set = useSetRules()
  const rules = mine.rules.dates
  const comparators: readonly (readonly [DateRule['comparator'], string])[] = [
    ['<', t`before`],
    ['≤', t`before or on the same day as`],
    ['=', t`on the same day as`],
    ['≥', t`after or on the same day as`],
    ['>', t`after`],
    ['≠', t`on another day than`],
  ]
  const setRule = (index: number, members: Partial<DateRule>) =>
    set(({ dates: all }) => ({ dates: all.map((rule, at) => (at === index ? { ...rule, ...members } : rule)) }))
  const [first, second] = dates
  const add = () =>
    first &&
    second &&
    set(({ dates: all }) => ({ dates: [...all, { source: first.name, comparator: '≤', target: second.name }] }))
  return (
    <Section
      title={t`Dates`}
      actions={
        second && (
          <Button size="small" onPress={add}>
            <IconPlus /> <Trans>Rule</Trans>
          </Button>
        )
      }
    >
      {rules.length === 0 && (
        <EmptyState title={t`No rule about dates`}>
          {second ? (
            <Trans>A rule says how two dates stand, for instance that the end is not before the beginning.</Trans>
          ) : (
            <Trans>A rule needs two fields with dates.</Trans>
          )}
        </EmptyState>
      )}
      <ul className="settings-rules">
        {rules.map((rule, index) => {
          const number = index + 1
          return (
            <li key={index} className="settings-sentence">
              <Select
                label={t`Date of rule ${number}`}
                isLabelHidden
                value={rule.source}
                onChange={source => setRule(index, { source })}
                options={optionsOf(dates)}
              />
              <span>{t`is`}</span>
              <Select
                label={t`Order of rule ${number}`}
                isLabelHidden
                value={rule.comparator}
                onChange={comparator => setRule(index, { comparator: comparator as DateRule['comparator'] })}
                options={comparators.map(([value, label]) => ({ value, label }))}
              />
              <Select
                label={t`Other date of rule ${number}`}
                isLabelHidden
                value={rule.target}
                onChange={target => setRule(index, { target })}
                options={optionsOf(dates)}
              />
              <IconButton
                label={t`Delete rule ${number}`}
                size="small"
                onPress={() => set(({ dates: all }) => ({ dates: all.filter((_rule, at) => at !== index) }))}
              >
                <IconTrash />
              </IconButton>
              {rule.source === rule.target && <span className="field-error">{t`A date stands to another one.`}</span>}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

const Dependencies = ({ lists }: { readonly lists: readonly ElementDefinition[] }) => {
  const { t } = useLingui()
  const { mine } = useWorkingCopy()
  const labelOf = (name: string) => lists.find(list => list.name === name)?.label ?? name
  const dependencies = dependenciesOf(mine.rules.lists)
  return (
    <>
      <Section
        title={t`Values that depend on another list`}
        description={<Trans>A value of the first list decides which values of the second can be chosen.</Trans>}
      >
        {chainsOf(mine.rules.lists).map(chain => (
          <p key={chain.join(' ')}>{chain.map(labelOf).join(' → ')}</p>
        ))}
        {lists.length < 2 ? (
          <EmptyState title={t`A dependency needs two lists`} />
        ) : (
          <NewDependency lists={lists} known={dependencies} />
        )}
      </Section>
      {dependencies.map(dependency => (
        <DependencySection key={`${dependency.source} ${dependency.target}`} dependency={dependency} lists={lists} />
      ))}
    </>
  )
}

interface NewDependencyProps {
  readonly lists: readonly ElementDefinition[]
  readonly known: readonly Dependency[]
}

const NewDependency = ({ lists, known }: NewDependencyProps) => {
  const { t } = useLingui()
  const set = useSetRules()
  const [source, setSource] = useState(lists[0]?.name ?? '')
  const [target, setTarget] = useState(lists[1]?.name ?? '')
  const find = (name: string) => lists.find(list => list.name === name)
  const [from, to] = [find(source), find(target)]
  const isKnown = known.some(each => each.source === source && each.target === target)
  const canAdd = from !== undefined && to !== undefined && from !== to && !isKnown
  return (
    <div className="settings-sentence">
      <Select label={t`The list`} value={source} onChange={setSource} options={optionsOf(lists)} />
      <Select label={t`decides about`} value={target} onChange={setTarget} options={optionsOf(lists)} />
      <Button
        isDisabled={!canAdd}
        onPress={() => from && to && set(({ lists: rules }) => ({ lists: withDependency(rules, from, to) }))}
      >
        <IconPlus /> <Trans>Dependency</Trans>
      </Button>
    </div>
  )
}

interface DependencySectionProps {
  readonly dependency: Dependency
  readonly lists: readonly ElementDefinition[]
}

const DependencySection = ({ dependency, lists }: DependencySectionProps) => {
  const { t } = useLingui()
  const { mine } = useWorkingCopy()
  const set = useSetRules()
  const [tried, setTried] = useState<string>()
  const source = lists.find(({ name }) => name === dependency.source)
  const target = lists.find(({ name }) => name === dependency.target)
  if (!source || !target) return null
  const rules = mine.rules.lists
  const rows = linesOf(source, t`None`)
  const columns = linesOf(target, t`None`)
  const isSet = (from: string | null, to: string | null) => goTogether(rules, dependency, from, to)
  const dead = rows.filter(row => !columns.some(column => isSet(row.name, column.name)))
  const row = rows.find(({ name }) => (name ?? '') === tried) ?? rows[0]
  const possible = columns.filter(column => row && isSet(row.name, column.name)).map(({ label }) => label)
  const deadNames = dead.map(({ label }) => label).join(', ')
  return (
    <Section
      title={`${source.label} → ${target.label}`}
      actions={
        <Button
          size="small"
          variant="quiet"
          onPress={() => set(({ lists: all }) => ({ lists: withoutDependency(all, dependency) }))}
        >
          <Trans>Delete the dependency</Trans>
        </Button>
      }
    >
      {dead.length > 0 && <p className="field-error">{t`These values go with none: ${deadNames}.`}</p>}
      <CheckMatrix
        label={t`Values that go together: ${source.label}, ${target.label}`}
        corner={`${source.label} ↓`}
        rows={rows}
        columns={columns}
        isSet={(from, to) => isSet(from.name, to.name)}
        onToggle={(from, to, isAllowed) =>
          set(({ lists: all }) => ({ lists: withPair(all, dependency, from.name, to.name, isAllowed) }))
        }
      />
      <div className="settings-sentence">
        <Select
          label={t`Try it: ${source.label}`}
          value={row?.name ?? ''}
          onChange={setTried}
          options={rows.map(({ name, label }) => ({ value: name ?? '', label }))}
        />
        <p role="status">
          {possible.length === 0
            ? t`${target.label} has no value then.`
            : t`${target.label} can be: ${possible.join(', ')}.`}
        </p>
      </div>
    </Section>
  )
}
