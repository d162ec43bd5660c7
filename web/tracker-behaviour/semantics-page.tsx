import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, CheckboxGroup } from '../design/controls/checkbox.tsx'
import { Select } from '../design/controls/select.tsx'
import { Section } from '../design/layout/page.tsx'
import { useCurrentProject } from '../projects/project-frame.tsx'
import {
  elementsOf,
  valuesOf,
  withoutMember,
  type ElementDefinition,
  type TrackerDefinition,
} from '../tracker-settings/model/definition.ts'
import { CHOICE_TYPES, isUsed, LAYOUT_TYPES, SINGLE_TYPES } from '../tracker-settings/model/form-edits.ts'
import { projectTrackersQuery } from '../tracker-settings/model/project-trackers.ts'
import { useWorkingCopy } from '../tracker-settings/model/use-working-copy.ts'
import { SettingsFrame } from '../tracker-settings/settings-frame.tsx'
import { FieldOrder } from './field-order.tsx'

type Semantics = TrackerDefinition['semantics']

const TEXTS: readonly string[] = ['string', 'text']
const NUMBERS: readonly string[] = ['int', 'float', 'computed']

/** Changes one semantic; undefined: it is not set any more. */
const useSetSemantic = () => {
  const { change } = useWorkingCopy()
  return <Name extends keyof Semantics>(name: Name, value: Semantics[Name] | undefined) =>
    change(all => {
      const rest = withoutMember(all.semantics, name)
      return { ...all, semantics: value === undefined ? rest : { ...rest, [name]: value } }
    })
}

/** Meanings of fields, which lists, boards, mails and charts go by. */
export const SemanticsPage = () => {
  const { t } = useLingui()
  const { mine } = useWorkingCopy()
  const set = useSetSemantic()
  const fields = elementsOf(mine.form).filter(each => isUsed(each) && !LAYOUT_TYPES.includes(each.type))
  const ofTypes = (types: readonly string[]) => fields.filter(({ type }) => types.includes(type))
  const people = fields.filter(({ type, bind }) => [...CHOICE_TYPES, 'tbl'].includes(type) && bind?.type === 'users')
  const {
    title,
    description,
    contributor,
    initial_effort: effort,
    velocity,
    tooltip,
    card_fields: card,
  } = mine.semantics
  return (
    <SettingsFrame
      title={t`Semantics`}
      description={<Trans>Meanings of fields, which lists, boards, mails and charts go by.</Trans>}
      width="narrow"
    >
      <div className="settings-form">
        <FieldSelect
          label={t`Title`}
          description={t`Lists, links and mails call an artifact by it.`}
          value={title}
          fields={ofTypes(TEXTS)}
          onChange={name => set('title', name)}
        />
        <FieldSelect
          label={t`Description`}
          description={t`Boards and searches show its beginning.`}
          value={description}
          fields={ofTypes(['text'])}
          onChange={name => set('description', name)}
        />
        <FieldSelect
          label={t`People in charge`}
          description={t`“My work” lists the artifacts of a person by it.`}
          value={contributor}
          fields={people}
          onChange={name => set('contributor', name)}
        />
        <FieldSelect
          label={t`Effort at the beginning`}
          description={t`Planning adds it up.`}
          value={effort}
          fields={ofTypes([...NUMBERS, ...CHOICE_TYPES])}
          onChange={name => set('initial_effort', name)}
        />
        <FieldSelect
          label={t`Velocity`}
          description={t`The work that a team did in an iteration.`}
          value={velocity}
          fields={ofTypes(NUMBERS)}
          onChange={name => set('velocity', name)}
        />
      </div>
      <Status lists={ofTypes(CHOICE_TYPES).filter(({ bind }) => bind?.type === 'static')} />
      <Timeframe fields={fields} />
      <Progress numbers={ofTypes(NUMBERS)} />
      <Section title={t`Short views`}>
        <div className="settings-form">
          <FieldOrder
            label={t`Fields shown where an artifact is pointed at`}
            names={tooltip ?? []}
            fields={fields}
            onChange={names => set('tooltip', names.length === 0 ? undefined : names)}
          />
          <FieldOrder
            label={t`Fields on the cards of boards`}
            names={card?.fields ?? []}
            fields={fields}
            onChange={names => set('card_fields', { background_color: card?.background_color ?? null, fields: names })}
          />
          <FieldSelect
            label={t`Colour of the cards`}
            value={card?.background_color ?? undefined}
            fields={ofTypes(SINGLE_TYPES).filter(({ bind }) => bind?.type === 'static')}
            onChange={name => set('card_fields', { fields: card?.fields ?? [], background_color: name ?? null })}
          />
        </div>
      </Section>
    </SettingsFrame>
  )
}

interface FieldSelectProps {
  readonly label: string
  readonly description?: string
  readonly value: string | undefined
  readonly fields: readonly ElementDefinition[]
  readonly onChange: (name: string | undefined) => void
  /** There is no choice without a field. */
  readonly isNeeded?: boolean
}

/** One of the fields whose type suits. */
const FieldSelect = ({ label, description, value, fields, onChange, isNeeded = false }: FieldSelectProps) => {
  const { t } = useLingui()
  const isKnown = value === undefined || fields.some(({ name }) => name === value)
  return (
    <Select
      label={label}
      {...(description !== undefined && { description })}
      value={value ?? ''}
      onChange={name => onChange(name === '' ? undefined : name)}
      options={[
        ...(isNeeded && value !== undefined ? [] : [{ value: '', label: t`Not set` }]),
        ...(isKnown ? [] : [{ value, label: value }]),
        ...fields.map(field => ({ value: field.name, label: field.label || field.name })),
      ]}
    />
  )
}

const Status = ({ lists }: { readonly lists: readonly ElementDefinition[] }) => {
  const { t } = useLingui()
  const { mine, change } = useWorkingCopy()
  const { status, done } = mine.semantics
  const list = lists.find(({ name }) => name === status?.field)
  const values = list ? valuesOf(list) : []
  const setAll = (members: Partial<Semantics>) =>
    change(all => ({ ...all, semantics: { ...all.semantics, ...members } }))
  const setField = (name: string | undefined) =>
    change(all => {
      const rest = withoutMember(withoutMember(all.semantics, 'status'), 'done')
      return {
        ...all,
        semantics: name === undefined ? rest : { ...rest, status: { field: name, open_values: [] } },
      }
    })
  const closed = values.filter(({ name }) => !status?.open_values.includes(name))
  return (
    <Section
      title={t`Status`}
      description={<Trans>Lists, “My work” and links tell open artifacts from closed ones by it.</Trans>}
    >
      <div className="settings-form">
        <FieldSelect label={t`Field with the status`} value={status?.field} fields={lists} onChange={setField} />
        {status && list && (
          <>
            <CheckboxGroup
              label={t`Values that mean open`}
              value={[...status.open_values]}
              onChange={open =>
                setAll({
                  status: { ...status, open_values: inOrder(values, open) },
                  ...(done && { done: { closed_values: done.closed_values.filter(name => !open.includes(name)) } }),
                })
              }
            >
              {values.map(({ name, label }) => (
                <Checkbox key={name} value={name} label={label} />
              ))}
            </CheckboxGroup>
            <CheckboxGroup
              label={t`Values that mean done`}
              value={[...(done?.closed_values ?? [])]}
              onChange={names => setAll({ done: { closed_values: inOrder(values, names) } })}
            >
              {closed.map(({ name, label }) => (
                <Checkbox key={name} value={name} label={label} />
              ))}
            </CheckboxGroup>
          </>
        )}
      </div>
    </Section>
  )
}

/** Names of values in the order of their list. */
const inOrder = (values: readonly { readonly name: string }[], chosen: readonly string[]): string[] =>
  values.map(({ name }) => name).filter(name => chosen.includes(name))

const Timeframe = ({ fields }: { readonly fields: readonly ElementDefinition[] }) => {
  const { t } = useLingui()
  const { mine } = useWorkingCopy()
  const { project } = useCurrentProject()
  const trackers = useQuery(projectTrackersQuery(project.id)).data ?? []
  const set = useSetSemantic()
  const { timeframe } = mine.semantics
  const dates = fields.filter(({ type }) => type === 'date')
  const numbers = fields.filter(({ type }) => NUMBERS.includes(type))
  const kind = !timeframe
    ? 'none'
    : timeframe.implied_from !== undefined
      ? 'implied'
      : timeframe.duration !== undefined
        ? 'duration'
        : 'end'
  const start = timeframe?.start_date ?? dates[0]?.name ?? ''
  const other = dates.find(({ name }) => name !== start)?.name
  const tracker = trackers.find(({ item_name: name }) => name !== mine.general.item_name)?.item_name
  const kinds = [
    { value: 'none', label: t`Not set` },
    { value: 'end', label: t`From a first to a last day`, isDisabled: other === undefined },
    {
      value: 'duration',
      label: t`A first day and a number of days`,
      isDisabled: dates.length === 0 || numbers.length === 0,
    },
    { value: 'implied', label: t`As in another tracker`, isDisabled: tracker === undefined },
  ]
  const choose = (next: string) => {
    if (next === 'end' && other !== undefined) set('timeframe', { start_date: start, end_date: other })
    else if (next === 'duration') set('timeframe', { start_date: start, duration: numbers[0]?.name ?? '' })
    else if (next === 'implied' && tracker !== undefined) set('timeframe', { implied_from: tracker })
    else set('timeframe', undefined)
  }
  const part = (member: 'start_date' | 'end_date' | 'duration', label: string) => (
    <FieldSelect
      label={label}
      isNeeded
      value={timeframe?.[member]}
      fields={member === 'duration' ? numbers : dates}
      onChange={name => name !== undefined && set('timeframe', { ...timeframe, [member]: name })}
    />
  )
  return (
    <Section title={t`Timeframe`} description={<Trans>Roadmaps, burndowns and calendar events go by it.</Trans>}>
      <div className="settings-form">
        <Select label={t`Kind of timeframe`} value={kind} onChange={choose} options={kinds} />
        {(kind === 'end' || kind === 'duration') && part('start_date', t`First day`)}
        {kind === 'end' && part('end_date', t`Last day`)}
        {kind === 'duration' && part('duration', t`Number of days`)}
        {kind === 'implied' && (
          <Select
            label={t`Tracker`}
            value={timeframe?.implied_from ?? ''}
            onChange={name => set('timeframe', { implied_from: name })}
            options={trackerOptions(trackers, timeframe?.implied_from, mine.general.item_name)}
          />
        )}
      </div>
    </Section>
  )
}

interface NamedTracker {
  readonly item_name: string
  readonly label: string
}

/** Other trackers of the project, and the one that the definition names. */
export const trackerOptions = (trackers: readonly NamedTracker[], named: string | null | undefined, own: string) => [
  ...(named === undefined || named === null || trackers.some(({ item_name: name }) => name === named)
    ? []
    : [{ value: named, label: named }]),
  ...trackers.filter(({ item_name: name }) => name !== own).map(({ item_name: value, label }) => ({ value, label })),
]

const Progress = ({ numbers }: { readonly numbers: readonly ElementDefinition[] }) => {
  const { t } = useLingui()
  const { mine } = useWorkingCopy()
  const set = useSetSemantic()
  const { progress } = mine.semantics
  const kind = !progress ? 'none' : progress.link_type !== undefined ? 'links' : 'effort'
  const [first, second] = numbers
  const choose = (next: string) => {
    if (next === 'effort' && first && second)
      set('progress', { total_effort: first.name, remaining_effort: second.name })
    else set('progress', next === 'links' ? { link_type: '_is_child' } : undefined)
  }
  const part = (member: 'total_effort' | 'remaining_effort', label: string) => (
    <FieldSelect
      label={label}
      isNeeded
      value={progress?.[member]}
      fields={numbers}
      onChange={name => name !== undefined && set('progress', { ...progress, [member]: name })}
    />
  )
  return (
    <Section title={t`Progress`} description={<Trans>Boards and roadmaps draw it as a bar.</Trans>}>
      <div className="settings-form">
        <Select
          label={t`Kind of progress`}
          value={kind}
          onChange={choose}
          options={[
            { value: 'none', label: t`Not set` },
            { value: 'effort', label: t`By efforts`, isDisabled: second === undefined },
            { value: 'links', label: t`By children that are closed` },
          ]}
        />
        {kind === 'effort' && part('total_effort', t`All the effort`)}
        {kind === 'effort' && part('remaining_effort', t`Effort that remains`)}
      </div>
    </Section>
  )
}
