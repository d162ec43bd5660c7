import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { Checkbox } from '../design/controls/checkbox.tsx'
import { Select } from '../design/controls/select.tsx'
import { TextArea, TextField } from '../design/controls/text-field.tsx'
import { Part } from '../design/layout/part.tsx'
import { ValueDot } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { elementsOf, type BindDefinition, type ElementDefinition } from '../tracker-settings/model/definition.ts'
import { usesOf } from '../tracker-settings/model/field-names.ts'
import {
  faultOfName,
  freeName,
  isContainer,
  isUsed,
  LAYOUT_TYPES,
  takesValues,
  typesFor,
  withRenamed,
} from '../tracker-settings/model/form-edits.ts'
import { useWorkingCopy } from '../tracker-settings/model/use-working-copy.ts'
import { useGroups } from '../tracker-settings/use-groups.ts'
import { ElementSettings } from './element-settings.tsx'
import { UseList } from './element-uses.tsx'
import { useKind } from './use-kinds.tsx'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/settings/fields')

export interface ElementPanelProps {
  readonly element: ElementDefinition
  readonly onChange: (element: ElementDefinition) => void
  /** The element has another name now. */
  readonly onRenamed: (name: string) => void
  readonly onTakeOff: () => void
  readonly onPutBack: () => void
  readonly onDelete: () => void
}

/** The properties of an element of the form. */
export const ElementPanel = (props: ElementPanelProps) => {
  const { t } = useLingui()
  const { element, onChange } = props
  const { mine } = useWorkingCopy()
  const uses = usesOf(mine, element.name)
  const isLayout = LAYOUT_TYPES.includes(element.type)
  const holdsUsed = (element.content ?? []).some(isUsed)
  return (
    <div className="build-properties">
      <Names {...props} />
      {!isLayout && (
        <TextArea
          label={t`Help for people who fill it in`}
          rows={2}
          value={element.description ?? ''}
          onChange={description => onChange({ ...element, description })}
        />
      )}
      <TypeSelect {...props} />
      {takesValues(element.type) && (
        <Checkbox
          label={t`Required`}
          isSelected={element.is_required === true}
          onChange={isSet => onChange({ ...element, is_required: isSet })}
        />
      )}
      {element.bind?.type === 'users' && takesValues(element.type) && (
        <Checkbox
          label={t`People in it get mails`}
          isSelected={element.has_notifications === true}
          onChange={isSet => onChange({ ...element, has_notifications: isSet })}
        />
      )}
      {element.bind && takesValues(element.type) && <ListSource {...props} bind={element.bind} />}
      <ElementSettings key={element.type} element={element} onChange={onChange} />
      {!isLayout && <Rights element={element} />}
      {uses.length > 0 && (
        <Part title={t`Used in`} count={uses.length}>
          <UseList uses={uses} definition={mine} />
        </Part>
      )}
      <div className="build-end">
        {isUsed(element) ? (
          <Button isDisabled={holdsUsed} onPress={props.onTakeOff}>
            <Trans>Take off the form</Trans>
          </Button>
        ) : (
          <Button onPress={props.onPutBack}>
            <Trans>Put on the form</Trans>
          </Button>
        )}
        <Button variant="quiet" onPress={props.onDelete}>
          <Trans>Delete…</Trans>
        </Button>
      </div>
      {holdsUsed && isContainer(element) && isUsed(element) && (
        <p className="muted small">
          <Trans>It holds elements: move them before you take it off the form.</Trans>
        </p>
      )}
    </div>
  )
}

/** Label and short name. The short name of a new element follows its label until somebody writes another one. */
const Names = ({ element, onChange, onRenamed }: ElementPanelProps) => {
  const { t } = useLingui()
  const { base, mine, change } = useWorkingCopy()
  const [typed, setTyped] = useState<string>()
  const { name, label, previous_name: previous } = element
  const isNew = previous === undefined && !elementsOf(base.definition.form).some(each => each.name === name)
  const [isNameOwn, setNameOwn] = useState(!isNew)
  const rename = (next: string) => {
    if (next === name) return
    change(all => withRenamed(base.definition, all, name, next))
    onRenamed(next)
  }
  const faults = {
    form: t`A short name has small letters without accents, digits, “_” and “-”.`,
    taken: t`Another element has this name.`,
    former: t`Another element had this name. Apply the changes first.`,
  }
  const fault = typed === undefined ? undefined : faultOfName(base.definition, mine, element, typed)
  const finish = () => {
    if (typed === undefined || fault !== undefined) return
    setNameOwn(true)
    setTyped(undefined)
    rename(typed)
  }
  return (
    <>
      <TextField
        label={t`Label`}
        value={label}
        onChange={next => onChange({ ...element, label: next })}
        onBlur={() => {
          if (isNew && !isNameOwn && label.trim() !== '')
            rename(freeName(base.definition, without(mine, element), label, element.type))
        }}
        {...(label.trim() === '' && { error: t`An element has a label.` })}
      />
      <TextField
        label={t`Name in TQL and the API`}
        isCode
        value={typed ?? name}
        onChange={setTyped}
        onBlur={finish}
        onKeyDown={event => event.key === 'Enter' && finish()}
        {...(fault !== undefined && { error: faults[fault] })}
        {...(previous !== undefined && { description: t`was ${previous}; artifacts keep their values` })}
      />
    </>
  )
}

/** The definition as if the element had another name: its own is free. */
const without = (definition: ReturnType<typeof useWorkingCopy>['mine'], element: ElementDefinition) => ({
  ...definition,
  form: elementsOf(definition.form).filter(each => each !== element),
})

const TypeSelect = ({ element, onChange }: ElementPanelProps) => {
  const { t } = useLingui()
  const { base } = useWorkingCopy()
  const kindOf = useKind()
  const known = elementsOf(base.definition.form).find(each => each.name === (element.previous_name ?? element.name))
  const types = typesFor(known?.type ?? element.type)
  if (types.length === 1) return null
  return (
    <Select
      label={t`Kind`}
      value={element.type}
      onChange={type => {
        const { settings: _, ...rest } = element
        onChange({ ...rest, type: type as ElementDefinition['type'] })
      }}
      options={types.map(type => ({ value: type, label: kindOf(type).label }))}
    />
  )
}

const MOST_VALUES = 6

const EMPTY_BINDS: Readonly<Record<BindDefinition['type'], BindDefinition>> = {
  static: { type: 'static', values: [] },
  users: { type: 'users', sources: ['group_members'] },
  ugroups: { type: 'ugroups', groups: [] },
}

/** The values of a list, or where they come from. */
const ListSource = ({ element, bind, onChange }: ElementPanelProps & { readonly bind: BindDefinition }) => {
  const { t } = useLingui()
  const { base } = useWorkingCopy()
  const params = route.useParams()
  const isNew = !elementsOf(base.definition.form).some(each => each.name === (element.previous_name ?? element.name))
  const values = (bind.values ?? []).filter(({ merged_into: target }) => target === undefined)
  const sources = { static: t`Values of its own`, users: t`People`, ugroups: t`Groups of people` }
  const setSource = (type: string) =>
    onChange({ ...element, has_notifications: false, bind: EMPTY_BINDS[type as BindDefinition['type']] })
  const count = values.length
  return (
    <div className="field">
      {isNew && (
        <Select
          label={t`Values come from`}
          value={bind.type}
          onChange={setSource}
          options={Object.entries(sources).map(([value, label]) => ({ value, label }))}
        />
      )}
      <span className="build-row">
        <span className="field-label">{bind.type === 'static' ? t`Values` : sources[bind.type]}</span>
        <Link to="/projects/$project/trackers/$tracker/settings/lists" params={params} search={{ field: element.name }}>
          {bind.type !== 'static' ? t`Change` : count === 0 ? t`Add values` : t`Edit all ${count}`}
        </Link>
      </span>
      {values.length > 0 && (
        <span className="build-values">
          {values.slice(0, MOST_VALUES).map(({ label, color }, index) => (
            <ValueDot key={index} colour={valueColour(color ?? null)}>
              {label}
            </ValueDot>
          ))}
          {count > MOST_VALUES && <span className="meta">+ {count - MOST_VALUES}</span>}
        </span>
      )}
    </div>
  )
}

const NO_RIGHTS: NonNullable<ElementDefinition['permissions']> = { read: [], submit: [], update: [] }

const Rights = ({ element }: { readonly element: ElementDefinition }) => {
  const { t } = useLingui()
  const params = route.useParams()
  const { permissions = NO_RIGHTS, type } = element
  const groups = useGroups(Object.values(permissions).flat())
  const names = (granted: readonly string[] = []): string =>
    granted.length === 0
      ? t`Nobody`
      : granted.map(name => groups.find(group => group.name === name)?.label ?? name).join(', ')
  const [read, submit, update] = [names(permissions.read), names(permissions.submit), names(permissions.update)]
  return (
    <div className="field">
      <span className="build-row">
        <span className="field-label">{t`Rights`}</span>
        <Link to="/projects/$project/trackers/$tracker/settings/permissions" params={params}>
          <Trans>Change</Trans>
        </Link>
      </span>
      <dl className="build-rights">
        <dt>{t`See`}</dt>
        <dd>{read}</dd>
        {takesValues(type) && (
          <>
            <dt>{t`Fill in`}</dt>
            <dd>{submit}</dd>
            <dt>{t`Change`}</dt>
            <dd>{update}</dd>
          </>
        )}
      </dl>
    </div>
  )
}
